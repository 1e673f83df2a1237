/** What the room's server is told, and what it tells. */

/** What the server, or the way to it, has refused. code is the server's; "away" where none answered. */
export class Refused extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const away = () => new Refused("away", "The room doesn't answer.");

/** An answer that is no success. */
async function refusal(/** @type {Response} */ answer) {
  const {error} = await answer.json().catch(() => ({}));
  if (typeof error?.code === "string") return new Refused(error.code, `${error.message} ${error.hint}`);
  return new Refused("none", "There is no room at this address. A teacher opens one with: xaia serve -open -room. Without a server, teach.html and files do.");
}

/** How long an answer may take before its server counts as gone, in ms. */
const patience = 15000;

/**
 * @param {string} method @param {string} path below room/ @param {string} secret "" where there is none yet
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, secret, body) {
  const late = new AbortController(), timer = setTimeout(() => late.abort(), patience);
  let answer;
  try {
    answer = await fetch(`room/${path}`, {method, cache: "no-store", signal: late.signal, headers: {...(secret && {Authorization: `Bearer ${secret}`}), ...(body && {"Content-Type": "application/json"})}, body: body && JSON.stringify(body)});
  } catch {
    throw away();
  } finally {
    clearTimeout(timer);
  }
  if (!answer.ok) throw await refusal(answer);
  return answer.json();
}

/** The server gives a sign of life more often than this, in ms. */
const silence = 25000;

/**
 * Hears events until it is ended. Whoever loses the server tries again, and begins with an event "room", which has all.
 *
 * @param {string} secret
 * @param {(kind: string, of: any) => void} hear
 * @param {(here: boolean, why: Refused | null) => void} state why: it was refused for good, and isn't tried again
 * @returns {() => void} ends it
 */
export function listen(secret, hear, state) {
  const over = new AbortController();
  let wake = () => {};
  const soon = () => document.visibilityState === "visible" && wake();
  document.addEventListener("visibilitychange", soon, {signal: over.signal});
  addEventListener("online", soon, {signal: over.signal});

  /** One connection; says whether it was there. */
  async function once() {
    const ends = new AbortController();
    const end = () => ends.abort();
    over.signal.addEventListener("abort", end);
    let timer = setTimeout(end, silence), heard = Date.now();
    wake = () => Date.now() - heard > silence && end(); // a phone that slept had no timer
    try {
      const answer = await fetch("room/events", {cache: "no-store", signal: ends.signal, headers: {Authorization: `Bearer ${secret}`}});
      if (!answer.ok) throw await refusal(answer);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const {value, done} = await reader.read();
        if (done) return;
        clearTimeout(timer);
        [timer, heard] = [setTimeout(end, silence), Date.now()];
        text += value;
        for (let at = text.indexOf("\n\n"); at >= 0; at = text.indexOf("\n\n")) {
          const event = text.slice(0, at);
          text = text.slice(at + 2);
          if (!event.startsWith("data: ")) continue;
          const {kind, of} = JSON.parse(event.slice(6));
          if (kind === "room") state(true, null);
          hear(kind, of);
          if (over.signal.aborted) return;
        }
      }
    } finally {
      clearTimeout(timer);
      over.signal.removeEventListener("abort", end);
    }
  }

  (async () => {
    for (let tries = 0; !over.signal.aborted; tries++) {
      const began = Date.now();
      try {
        await once();
      } catch (error) {
        if (over.signal.aborted) return;
        if (error instanceof Refused && !["internal", "too-many"].includes(error.code)) return state(false, error);
      }
      if (over.signal.aborted) return;
      state(false, null);
      if (Date.now() - began > 5000) tries = 0;
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
        setTimeout(resolve, Math.min(4000, 300 * 2 ** tries) * (0.7 + 0.6 * Math.random())); // a class doesn't come back all at once
      });
    }
  })();
  return () => over.abort();
}
