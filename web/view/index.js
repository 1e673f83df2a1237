/** What the page reads and shows; it keeps no state and asks the engine nothing. The controller in web/page does. */
export * from "./answer.js";
export * from "./arrange.js";
export * from "./bench.js";
export * from "./csv.js";
export * from "./files.js";
export * from "./gestures.js";
export * from "./line.js";
export * from "./menu.js";
export * from "./neighbours.js";
export * from "./options.js";
export * from "./plane.js";
export * from "./project.js";
export * from "./save.js";
export * from "./show.js";
export * from "./state.js";
export * from "./tree.js";
