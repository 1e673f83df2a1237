/**
 * What the first script has in common with those that come later (tables.js, more.js), so that nothing is there twice. Each of
 * the three loads this file: what it lists is then one part, beside which the first script waits for no other.
 */
import "../figures/draw/agreement.js";
import "../figures/samples.js";
import "../package/control.js";
import "../package/errors.js";
import "../package/platform.js";
import "../package/shuffle.js";
import "../scene/answer.js";
import "../scene/columns.js";
import "../scene/line.js";
import "../scene/plane.js";
import "../ui/classes.js";
import "../ui/element.js";
import "../ui/extent.js";
import "../ui/names.js";
import "../ui/once.js";
import "../ui/storage.js";
import "../ui/words.js";
import "./view/bench.js";
import "./view/conflicts.js";
import "./view/distances.js";
import "./view/engine.js";
import "./view/limits.js";
import "./view/options.js";
import "./view/parts.js";
