/**
 * xaia in other people's pages: one file that carries all it needs, fetches nothing
 * and sets no global. mount for programs, <xaia-plot> for HTML, and by default a
 * widget for notebooks, in the form of anywidget.
 */
import {render} from "./embed/anywidget.js";
import {define} from "./embed/tag.js";

export {mount} from "./embed/mount.js";
export {version} from "./xaia.js";

define();

export default {initialize() {}, render};
