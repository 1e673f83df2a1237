/** The engine's API, as boot.js gives it to the page. @returns {any} */
export const engine = () => globalThis.xaiaPage.xaia;
