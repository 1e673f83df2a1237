/**
 * A text's beginning, made of whole characters: half of one, as cutting leaves it,
 * can't be written into a link.
 *
 * @param {string} text @param {number} most UTF-16 units
 */
export const cut = (text, most) => text.slice(0, most).replace(/\p{Surrogate}/gu, "\ufffd");
