import {plural} from "../../ui/words.js";
import {known} from "./bench.js";
import {place, say} from "./parts.js";

/** Which new points can be learned, and what to do where none can. */
function absorbable(bench) {
  const [some, all] = [known(bench).length, bench.external.length];
  if (all === 0) return "There are no new points. Add some, or test on a third under “How good?”.";
  if (some === 0) return "No new point has a known outcome. Set the outcome in the point's menu (right click, long press), or press the number of its class.";
  if (some < all) return `${some} of ${plural(all, "new point")} have a known outcome; only these can be learned.`;
  return "Every new point's outcome is known.";
}

/** The part "Learn new points"; what was said of other points goes. @param {{bench: import("./bench.js").Bench, panes: any[]}} scene */
export function showAbsorbable({bench, panes}) {
  place("absorption").hidden = !bench.external.length;
  place("epsilon-label").hidden = Boolean(bench.classes); // a class is right or wrong: there is no error to allow
  say("absorb-state", absorbable(bench));
  say("absorb-proof", "");
  place("absorb").disabled = !panes.length || !known(bench).length;
}
