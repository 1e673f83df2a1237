/** As in Docusaurus: a script of the page has defined the elements, and they show something, before React takes the page over. */
import "xaia/lessons";
import "xaia/teach";
import {hydrateRoot} from "react-dom/client";
import {App} from "./App.jsx";

globalThis.first = document.querySelector("xaia-lesson");
globalThis.told = [];
await first.ready;
hydrateRoot(document.getElementById("app"), <App />, {onRecoverableError: (error) => told.push(String(error))});
globalThis.hydrated = true;
