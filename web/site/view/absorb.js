import {plural} from "./words.js";
import {known} from "./bench.js";

/** Which external points can be absorbed, and what to do where none can. */
export function absorbable(bench) {
  const [some, all] = [known(bench).length, bench.external.length];
  if (all === 0) return "There are no external points. Add some, or hold out every third sample under Scores.";
  if (some === 0) return "No external point has a known outcome. Set the outcome in the point's menu (right click, long press), or press the number of its class.";
  if (some < all) return `${some} of ${plural(all, "external point")} have a known outcome; only these can be absorbed.`;
  return "Every external point's outcome is known.";
}
