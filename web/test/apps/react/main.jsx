import {createRoot, hydrateRoot} from "react-dom/client";
import {App} from "./App.jsx";

const place = document.getElementById("app");
if (place.firstChild) hydrateRoot(place, <App text={JSON.stringify} />);
else createRoot(place).render(<App />);
