/**
 * What the first picture doesn't need, in a script of its own that is loaded when something needs it (web/site/more.js): the
 * reading of tables, the row's form, the scores, dialogs, the tour, what is taken away.
 */
import {agreementPlot} from "../../figures/draw/agreement.js";
import {once} from "../../ui/once.js";

/** The second script, once it is there. @type {{parts?: typeof import("../more.js")}} */
const cache = {};

export const more = once(async () => (cache.parts = await import("./more.mjs").catch((error) => {
  throw new Error(`A part of the page could not be loaded. ${error.message}`, {cause: error});
})));

/** A view with what is in the second script, too: until that is there, each is a promise of what it gives. */
export const withMore = (view) => new Proxy({...view}, {get: (own, name) => own[name] ?? cache.parts?.[name] ?? (async (...about) => (await more())[name](...about))});

/** This script has Plot, the other one hasn't. */
export const computeScores = async (...about) => (await more()).computeScores(agreementPlot, ...about);
