/** A Worker of Cloudflare: classes, their scores, and what the model doesn't know. */
import {fit, initialize, type SQANNModel} from "xaia";
import wasmModule from "xaia/xaia.wasm";
import {flats} from "./flats.js";

type Row = {size: number; floor: number};
type Class = "dear" | "cheap";
let model: Promise<SQANNModel<Class, Row>> | undefined;

export default {
  async fetch(request: Request): Promise<Response> {
    const {pathname, searchParams} = new URL(request.url);
    if (pathname === "/") return new Response("up");
    await initialize({wasmModule, quiet: true});
    const ready = await (model ??= fit(flats.map(({size, floor}): Row => ({size, floor})), flats.map(({price}): Class => (price > 400 ? "dear" : "cheap"))));
    const row: Row = {size: Number(searchParams.get("size")), floor: 1};
    const [scores, judged] = await Promise.all([ready.scores(row), ready.outOfDistribution([row])]);
    return new Response(`answer: ${judged[0]?.out ? "nobody knows" : ready.classes?.[scores.indexOf(Math.max(...scores))]}`);
  },
};
