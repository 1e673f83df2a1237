/** Words on a canvas, and the canvas as a file. */

/** @param {CanvasRenderingContext2D} context */
export function writer(context) {
  const widthOf = (text, font) => {
    context.font = `${font} system-ui, sans-serif`;
    return context.measureText(text).width;
  };
  const linesOf = (text, font, room) => text.split(" ").reduce((lines, word) => {
    const line = `${lines.at(-1)} ${word}`;
    return lines.at(-1) === "" ? [word] : widthOf(line, font) > room ? [...lines, word] : [...lines.slice(0, -1), line];
  }, [""]);
  /** As much of a text as there is room for. */
  const cut = (text, font, room) => {
    let [end, shown] = [text.length, text];
    while (end > 1 && widthOf(shown, font) > room) shown = `${text.slice(0, --end)}…`;
    return shown;
  };
  /** Says how wide it is. */
  const write = (text, x, y, font, fill, room = Infinity) => {
    const shown = cut(text, font, room);
    const width = widthOf(shown, font);
    context.fillStyle = fill;
    context.fillText(shown, x, y);
    return width;
  };
  /** In so many lines at most, the last one cut; says where the next one would be. */
  const words = (text, x, y, font, fill, room, step, most = Infinity) => {
    const lines = linesOf(text, font, room);
    for (const line of [...lines.slice(0, most - 1), lines.slice(most - 1).join(" ")].filter(Boolean)) {
      write(line, x, y, font, fill, room);
      y += step;
    }
    return y;
  };
  return {widthOf, linesOf, cut, write, words};
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export const pngOf = (canvas) => new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser made no picture."))), "image/png"));
