// anywidget's side: the engine is asked for once a page, so that neither a notebook nor its widgets' state holds it.
const cache = Symbol.for("xaia-widget-KEY");

/** Asks the widget's Python for the engine. Where it fails, the next widget asks again. */
function asking(model, ended) {
  const asked = new Promise((resolve, reject) => {
    const heard = (message) => {
      if (typeof message?.engine !== "string") return;
      model.off("msg:custom", heard);
      const address = URL.createObjectURL(new Blob([message.engine], {type: "text/javascript"}));
      import(address).finally(() => URL.revokeObjectURL(address)).then(resolve, reject);
    };
    model.on("msg:custom", heard);
    ended.addEventListener("abort", () => {
      model.off("msg:custom", heard);
      reject(ended.reason);
    });
    Promise.resolve(model.send({want: "engine"})).catch(reject);
  });
  asked.catch(() => globalThis[cache] === asked && delete globalThis[cache]);
  return asked;
}

/** The page's engine, asked for by the first widget that wants it; by the next one if that widget ends before its answer. */
async function engine(model, ended) {
  for (;;) {
    try {
      return await (globalThis[cache] ??= asking(model, ended));
    } catch (error) {
      if (ended.aborted || error?.name !== "AbortError") throw error;
    }
  }
}

export default {
  async render({model, el}) {
    const end = new AbortController();
    let cleanup = () => {};
    engine(model, end.signal).then(
      ({default: widget}) => end.signal.aborted || (cleanup = widget.render({model, el})),
      (error) => end.signal.aborted || (el.textContent = `xaia's engine could not be loaded: ${error.message}`),
    );
    return () => {
      end.abort();
      cleanup();
    };
  },
};
