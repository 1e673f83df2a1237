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

/**
 * Hands a file and a link to whom one chooses, where the device has a way; else the file is saved and the link copied.
 *
 * @param {File} file @param {string} link
 * @returns {Promise<"sent" | "copied" | "saved">} saved: the link couldn't be copied
 */
export async function send(file, link) {
  if (navigator.canShare?.({files: [file]})) {
    await navigator.share({files: [file], text: link}).catch((error) => {
      if (error.name !== "AbortError") throw error; // one changed one's mind
    });
    return "sent";
  }
  download(file.name, file, file.type);
  return (await copyText(link)) ? "copied" : "saved";
}

/** @param {string} text @returns {Promise<boolean>} whether it could */
export const copyText = (text) => Promise.resolve().then(() => navigator.clipboard.writeText(text)).then(() => true, () => false);
