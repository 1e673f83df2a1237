// For the type check alone. What a selector finds depends on workshop.html, which the compiler doesn't see.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Document {
  getElementById(id: string): any;
}
interface Element {
  closest(selectors: string): any;
}

declare module "*/more.mjs"; // view/more.js, bundled beside the page
