/** <xaia-plot> in React: properties go down, "input" comes up. What a server renders has to be text: React sets no properties when it hydrates. */
import {useState} from "react";
import "xaia/embed";

const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
const y = ["a", "b", "b", "a"];
const selected = {external: 0};

export function App({text = (value) => value}) {
  const [across, setAcross] = useState(0.1);
  const [open, setOpen] = useState(true);
  const [said, setSaid] = useState("");
  return (
    <>
      <input id="slider" type="range" min="0" max="1" step="0.05" value={across} onChange={(e) => setAcross(e.target.valueAsNumber)} />
      <button id="toggle" onClick={() => setOpen(!open)}>open or close</button>
      <output id="said">{said}</output>
      {open && <xaia-plot X={text(X)} y={text(y)} external={text([[across, 0.9]])} selected={text(selected)} width={420} height={320} onInput={(e) => setSaid(e.target.explanation?.value)} />}
    </>
  );
}
