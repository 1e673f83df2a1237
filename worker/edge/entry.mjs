// The Worker's entry point. A program takes about ten of the 128 MB of memory that all requests of an isolate share.
// So this file reads a body before the request gets a program, and limits how many programs run at a time.
import module from "./app.wasm";
import {Programs} from "./programs.mjs";

const programs = new Programs(module);

const small = 16 * 1024; // bytes of a request or answer that aren't counted
const most = {owner: 8 * 1024 * 1024, guest: 1024 * 1024}; // bytes of a body; the program refuses what is longer
const mostAnswer = 8 * 1024 * 1024; // bytes of a guest's answer
const mostHeld = 32 * 1024 * 1024; // bytes that guests' requests hold while they are slow, together
const longest = 60_000; // milliseconds for sending a body or reading an answer
const wait = 10_000; // for a turn
const patience = 250; // milliseconds

/** Lets so many in at once; the others wait. */
class Turns {
  waiting = [];
  running = 0;
  constructor(most) {
    this.most = most;
  }
  /** Whether a turn comes in time. */
  async take() {
    if (this.running < this.most) return Boolean(++this.running);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      setTimeout(() => {
        const i = this.waiting.indexOf(resolve);
        if (i >= 0) this.waiting.splice(i, 1)[0](false);
      }, wait);
    });
  }
  give() {
    if (this.waiting.length > 0) this.waiting.shift()(true);
    else this.running--;
  }
}
// One thread computes them all. Guests have two kinds, because an answer to one row must not wait for a thousand.
const lanes = {guests: new Turns(2), large: new Turns(1), owner: new Turns(2), computing: new Turns(1)};
const question = /\/v1\/models\/([^/?#]*)\/(predict|explain|attributions|absorb)$/;
const sizes = new Map(); // of the stored models that were read
let held = 0; // bytes of guests' requests and answers

function laneOf(owner, method, url, body) {
  const [, name, what] = question.exec(url) ?? [], bytes = body?.length ?? 0;
  if (owner) return bytes > small || method === "POST" && !what ? lanes.computing : lanes.owner;
  return what && what !== "predict" || bytes > 2048 || sizes.get(name) > 1024 * 1024 ? lanes.large : lanes.guests;
}

/**
 * The function that a program calls to let others compute. It returns the milliseconds that the program has computed
 * since the last call, because the clock stands still meanwhile, or -1 if the client has disconnected. A guest's long
 * answer waits for short ones, because it would delay each of their steps, but not without limit.
 */
function pauser(turns, signal) {
  let resumed = Date.now();
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const paused = Date.now(), computed = paused - resumed;
    while (turns === lanes.large && lanes.guests.running + lanes.owner.running > 0 && Date.now() - paused < patience) await new Promise((resolve) => setTimeout(resolve, 1));
    resumed = Date.now();
    return signal?.aborted ? -1 : computed;
  };
}

/** Whether the request shows the token; how long the comparison takes doesn't depend on where they differ. */
async function shown(request, token) {
  const given = (request.headers.get("authorization") ?? "").replace(/^bearer /i, "Bearer ");
  const [one, other] = await Promise.all([given, "Bearer " + token].map((text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
  return Boolean(token?.trim()) && crypto.subtle.timingSafeEqual(one, other);
}

const refused = (status, code, message, hint, headers = {}) =>
  new Response(JSON.stringify({error: {code, message, hint}}), {status, headers: {
    "content-type": "application/json", "content-security-policy": "default-src 'none'; frame-ancestors 'none'", "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer", "cache-control": "no-store", "access-control-allow-origin": "*", ...headers}});
const busy = () => refused(503, "busy", "The server is busy with other requests.", "Send it again in a few seconds.", {"retry-after": "2"});

/** The body, truncated somewhere after the last accepted byte; undefined if it arrives too slowly, or not at all. */
function bodyOf(request, most) {
  let size = 0;
  const accepted = new TransformStream({
    transform(part, to) {
      if (size <= most) to.enqueue(part);
      if ((size += part.length) > 2 * 8 * 1024 * 1024) to.terminate(); // a client that sends slightly too much can finish, and gets the answer
    },
  });
  return new Response(request.body.pipeThrough(accepted, {signal: AbortSignal.timeout(longest)})).bytes().catch(() => undefined);
}

export default {
  async fetch(request, env, ctx) {
    const {method, url, headers, signal} = request;
    const owner = await shown(request, env.XAIA_TOKEN);
    let body, counted = 0, turns;
    const hold = (bytes) => {
      if (owner || bytes <= small) return true;
      if (held > 0 && held + bytes > mostHeld) return false;
      counted += bytes;
      held += bytes;
      return true;
    };
    let done = () => {
      turns?.give();
      held -= counted;
    };
    try {
      if (request.body && method !== "GET" && method !== "HEAD") { // a body of these is ignored
        const limit = owner ? most.owner : most.guest;
        if (!hold(Math.min(Number(headers.get("content-length")) || limit, limit))) return busy();
        body = await bodyOf(request, limit);
        if (!body) return refused(408, "too-slow", "The body arrives too slowly.", "Send it again over a faster connection, or in smaller parts.");
      }
      for (let lane; turns !== (lane = laneOf(owner, method, url, body)); ) { // the model's size may be known only after the wait
        turns?.give();
        turns = undefined;
        if (!(await lane.take())) return busy();
        turns = lane;
      }
      if (turns === lanes.large && !hold(mostAnswer)) return busy(); // not after it is computed: a program takes more than its answer
      const own = {...env, SIZED: (name, size) => sizes.set(name, size)};
      const response = await programs.answer(new Request(url, {method, headers, body}), own, ctx, pauser(turns, signal));
      if (turns === lanes.large) {
        counted -= mostAnswer;
        held -= mostAnswer;
      }
      const length = Number(response.headers.get("content-length"));
      if (!response.body || length <= small || owner) return response;
      if (!hold(length)) return busy();
      turns.give(); // the answer is computed, but what it holds is counted until it is read
      turns = undefined;
      const {readable, writable} = new FixedLengthStream(length);
      ctx.waitUntil(response.body.pipeTo(writable, {signal: AbortSignal.timeout(longest)}).catch(() => {}).finally(done));
      done = undefined;
      return new Response(readable, response);
    } finally {
      done?.();
    }
  },
};
