/** The lessons and the engine in one file, for hosts that take one module: anywidget's _esm, MyST, H5P. */
export {default, lessons, mountLesson} from "./tag.js";
