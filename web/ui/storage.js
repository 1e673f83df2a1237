/** What the browser keeps for the next visit. It may be forbidden or full: a page works without it. */

/** @param {string} name @returns {string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string | null} text null: it is kept no longer */
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // what is there stays on the screen
  }
}

/** The name of what is kept where letters and ? are keys in the stage alone: who speaks to a computer types some without meaning to (WCAG 2.1.4). */
export const inStageOnly = "xaia-keys";
