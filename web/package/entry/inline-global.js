/** xaia.global.js with all its parts: a script tag on a page that was opened from a file. */
import "./global.js";
