/** What leaves the page by the hand of who uses it. */

/** Offers a file for saving. */
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type}));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {string} text @returns {Promise<boolean>} whether it could */
export const copyText = (text) => Promise.resolve().then(() => navigator.clipboard.writeText(text)).then(() => true, () => false);
