// The Worker's entry point. A program takes about ten of the 128 MB of memory that all requests of an isolate share.
// So this file reads a body before the request gets a program, limits how many programs run at a time, and counts a
// program as running until its answer is read.
import module from "./app.wasm";
import {Programs} from "./programs.mjs";

const programs = new Programs(module);

const most = 8 * 1024 * 1024; // bytes of a body; the program refuses what is longer
const grace = 5000; // milliseconds in which a client may be idle,
const rate = 32; // and the bytes a millisecond that it must send or read afterwards
const wait = 10_000; // for a turn
const packet = 64 * 1024;
const brief = /\/v1\/models\/[^/?#]*\/(predict|absorb)$/; // if the body is short; absorb without the token is refused at once
const patience = 250; // milliseconds

/** Lets so many in at once; the others wait. */
class Turns {
  waiting = [];
  running = 0;
  constructor(most) {
    this.most = most;
  }
  async take() {
    if (this.running < this.most) {
      this.running++;
      return true;
    }
    return new Promise((resolve) => {
      const next = {resolve, late: setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(next), 1);
        resolve(false);
      }, wait)};
      this.waiting.push(next);
    });
  }
  give() {
    const next = this.waiting.shift();
    if (next) {
      clearTimeout(next.late);
      next.resolve(true);
    } else {
      this.running--;
    }
  }
}
const short = new Turns(4), long = new Turns(1); // one thread computes them all

/**
 * The function that a program calls to let others compute. It returns the milliseconds that the program has computed
 * since the last call, because the clock stands still meanwhile, or -1 if the client has disconnected. A long request
 * waits for short ones, because it would delay each of their steps, but not without limit.
 */
function pauser(turns, signal) {
  let resumed = Date.now();
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const paused = Date.now(), computed = paused - resumed;
    while (turns === long && short.running > 0 && Date.now() - paused < patience) await new Promise((resolve) => setTimeout(resolve, 1));
    resumed = Date.now();
    return signal?.aborted ? -1 : computed;
  };
}

const refused = (status, code, message, hint, headers = {}) =>
  new Response(JSON.stringify({error: {code, message, hint}}), {status, headers: {
    "content-type": "application/json", "content-security-policy": "default-src 'none'; frame-ancestors 'none'", "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer", "cache-control": "no-store", "access-control-allow-origin": "*", ...headers}});

/** The promise's value, or undefined if it isn't settled in time. */
async function within(milliseconds, promise) {
  let late;
  const result = await Promise.race([promise, new Promise((resolve) => (late = setTimeout(resolve, milliseconds)))]);
  clearTimeout(late);
  return result;
}

/** The body, truncated somewhere after the last accepted byte; undefined if it arrives too slowly. */
async function bodyOf(request) {
  const reader = request.body.getReader(), parts = [], begun = Date.now();
  let size = 0;
  while (size <= 2 * most) { // a client that sends slightly too much can finish, and gets the answer
    const got = await within(Math.max(1, begun + grace + size / rate - Date.now()), reader.read());
    if (!got) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    if (got.done) break;
    if (size <= most) parts.push(got.value);
    size += got.value.length;
  }
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts.splice(0)) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The answer in packets, as they are read; done is called once, when all are read or the client stops reading. */
function taken(bytes, done) {
  let at = 0, late;
  const end = () => {
    clearTimeout(late);
    bytes = undefined;
    done?.();
    done = undefined;
  };
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      clearTimeout(late);
      controller.enqueue(bytes.slice(at, (at += packet)));
      if (at >= bytes.length) {
        controller.close();
        end();
        return;
      }
      late = setTimeout(() => {
        controller.error(new Error("The answer is not read."));
        end();
      }, grace + packet / rate);
    },
    cancel: end,
  });
}

export default {
  async fetch(request, env, ctx) {
    const {method, url, headers, signal} = request;
    let body, turns = short;
    if (request.body && method !== "GET" && method !== "HEAD") { // a body of these is ignored
      body = await bodyOf(request);
      if (!body) return refused(408, "too-slow", "The body arrives too slowly.", "Send it again over a faster connection, or in smaller parts.");
      if (body.length > packet || method === "POST" && !brief.test(url)) turns = long;
    }
    if (!(await turns.take())) {
      return refused(503, "busy", "The server is busy with other requests.", "Send it again in a few seconds.", {"retry-after": "2"});
    }
    let done = () => turns.give();
    try {
      const response = await programs.answer(new Request(url, {method, headers, body}), env, ctx, pauser(turns, signal));
      if (!response.body || Number(response.headers.get("content-length")) <= packet) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      const answer = new Response(taken(bytes, done), response);
      done = undefined;
      return answer;
    } finally {
      done?.();
    }
  },
};
