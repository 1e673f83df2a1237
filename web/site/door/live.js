/** What the front door loads once it is shown: the engine in its worker, for other penguins than the first, and an ordinary network. */
import {cardPicture} from "../view/cardpicture.js";
import {fit, initialize} from "../../package/xaia.js";
import {islandAnswers} from "../../figures/draw/background.js";
import {fitOrdinary} from "../view/ordinary.js";
import {gridOf} from "../../scene/plane.js";
import {projection} from "../../scene/project.js";
import {domain, grid} from "./penguins.js";

/** Starts the engine, once. */
export const begin = () => initialize({wasmURL: new URL("./page.wasm", import.meta.url), workerURL: new URL("./engine.js", import.meta.url)});

/** The network of these samples, and what the islands are painted from. @param {{X: number[][], y: string[]}} samples */
export async function fitted({X, y}) {
  const model = await fit(X, y);
  const places = gridOf(projection({columns: ["length", "depth"], X}, "components"), domain, grid.columns, grid.rows);
  return {model, land: await islandAnswers(model, places)};
}

export {cardPicture};

/** @param {{X: number[][], y: string[]}} samples @param {string[]} classes */
export const ordinary = ({X, y}, classes) => fitOrdinary(X, y, {classes});
