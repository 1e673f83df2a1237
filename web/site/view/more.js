/**
 * What the first picture doesn't need, in scripts that are loaded when something needs them: web/site/tables.js for a table,
 * web/site/more.js for the scores, dialogs, and what is taken away.
 */
import {once} from "../../ui/once.js";

/** The script that is called from Go, once it is there. @type {{parts?: typeof import("../more.js")}} */
const cache = {};

const missing = (error) => {
  throw new Error(`A part of the page could not be loaded. ${error.message}`, {cause: error});
};

export const more = once(async () => (cache.parts = await import("../more.js").catch(missing)));

export const tables = once(() => import("../tables.js").catch(missing));

/** A view with what is in more.js, too: until that is there, each is a promise of what it gives. */
export const withMore = (view) => new Proxy({...view}, {get: (own, name) => own[name] ?? cache.parts?.[name] ?? (async (...about) => (await more())[name](...about))});
