/** The popup: a price from the worker, and a page of its own with the engine in a worker. */
import {explain, fit, terminate} from "xaia";
import {asked, flats} from "../flats.js";
import {drive} from "../report.js";

const ask = async (price?: number): Promise<unknown> => chrome.runtime.sendMessage({row: asked, price});
const output = document.body.appendChild(document.createElement("output"));
const button = document.body.appendChild(document.createElement("button"));
button.addEventListener("click", async () => (output.textContent = String(await ask(600))));

const model = await fit(flats, "price");
const [{value}, theirs] = [await explain(model, asked), await ask()];
output.textContent = value === theirs ? "both agree" : `${value} here, ${theirs} there`;
terminate();
void drive(() => output.textContent ?? undefined, () => button.click());
