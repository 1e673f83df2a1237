// Loaded before the app: counts workers, warnings and violations of the page's policy.
globalThis.probe = {workers: 0, warnings: [], violations: []};
const Native = globalThis.Worker;
globalThis.Worker = class extends Native {
  constructor(...args) {
    super(...args);
    globalThis.probe.workers++;
  }
};
const warn = console.warn;
console.warn = (...args) => {
  globalThis.probe.warnings.push(args.join(" "));
  warn(...args);
};
// The page's own icon (data:,) is blocked, too, and sometimes told; that comes at the document, a picture's at the picture.
const icon = (e) => e.target === document && e.violatedDirective === "img-src" && e.blockedURI === "data";
addEventListener("securitypolicyviolation", (e) => icon(e) || globalThis.probe.violations.push(`${e.violatedDirective} ${e.blockedURI}`));
