/**
 * The soak in Node: node web/test/soak/node.mjs [--worker] [--seed n] [--seconds n | --episodes n].
 * A failure says which seed repeats it: node web/test/soak/node.mjs --seed n --episodes 1.
 */
import {parseArgs} from "node:util";
import {soakHere} from "./here.mjs";

const {values} = parseArgs({options: {
  worker: {type: "boolean", default: false}, seed: {type: "string"}, seconds: {type: "string"}, episodes: {type: "string"},
}});
const seed = Number(values.seed ?? Date.now() % 1e9);
const episodes = values.episodes ? Number(values.episodes) : undefined;
const seconds = values.seconds ? Number(values.seconds) : episodes ? undefined : 300;
console.log(`soak in Node, the engine in ${values.worker ? "a worker" : "this thread"}, seed ${seed}`);
console.log(await soakHere({worker: values.worker, seed, seconds, episodes, rounds: episodes ? 0 : 40}));
