/** <xaia-plot> in React: properties go down, "input" comes up. */
import {useState} from "react";
import {createRoot} from "react-dom/client";
import "xaia/embed";

const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
const y = ["a", "b", "b", "a"];
const selected = {external: 0};

function App() {
  const [across, setAcross] = useState(0.1);
  const [open, setOpen] = useState(true);
  const [said, setSaid] = useState("");
  return (
    <>
      <input id="slider" type="range" min="0" max="1" step="0.05" value={across} onChange={(e) => setAcross(e.target.valueAsNumber)} />
      <button id="toggle" onClick={() => setOpen(!open)}>open or close</button>
      <output id="said">{said}</output>
      {open && <xaia-plot X={X} y={y} external={[[across, 0.9]]} selected={selected} width={420} height={320} onInput={(e) => setSaid(e.target.explanation?.value)} />}
    </>
  );
}

createRoot(document.getElementById("app")).render(<App />);
