/**
 * One file, nothing fetched. Pasted into a page's <script type="module">, where
 * nothing can import it, it sets globalThis.xaia.
 */
import * as api from "../xaia.js";

export * from "../xaia.js";

if (typeof document !== "undefined" && import.meta.url === document.URL.split("#")[0]) globalThis.xaia = /** @type {any} */ ({...api});
