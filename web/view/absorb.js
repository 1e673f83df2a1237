/** What the panel "Out of distribution, absorption" says. */
import {plural, short} from "./answer.js";
import {known} from "./bench.js";

/** Which external points can be absorbed, and what to do where none can. */
export function absorbable(bench) {
  const [some, all] = [known(bench).length, bench.external.length];
  if (all === 0) return "There are no external points. Add some, or hold out every third sample under Scores.";
  if (some === 0) return "No external point's outcome is known. Say it in a point's menu (right click, long press), or by its class's number.";
  if (some < all) return `${some} of ${plural(all, "external point")} have a known outcome; only they can be absorbed.`;
  return "Every external point's outcome is known.";
}

export function judgedText(judged) {
  const out = judged.flatMap((j, i) => (j.out ? [i] : []));
  const which = out.length ? ` (number ${out.slice(0, 12).join(" ")}${out.length > 12 ? " …" : ""})` : "";
  return `Out of distribution: ${out.length} of ${plural(judged.length, "external point")}${which}. The threshold is the familiarity that one sample in twenty falls below when it is left out.`;
}

/** The proof line: what was taken in, and that nothing was forgotten. */
export function absorbedText({absorbed, kept, rest}, round) {
  const exact = kept.maxErrorAfter === 0 ? `${kept.samples} of ${kept.samples} old samples still exact` : `the old samples err by at most ${short(kept.maxErrorAfter)}`;
  return `Round ${round}: ${plural(absorbed.length, "point")} taken in. ${exact[0].toUpperCase()}${exact.slice(1)}. The largest error on the others is ${short(rest.maxErrorAfter)}.`;
}
