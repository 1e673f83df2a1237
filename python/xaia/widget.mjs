// anywidget's side: the engine is asked for once a page, so that neither a notebook nor its widgets' state holds it.
const cache = Symbol.for("xaia-widget-KEY");

function engine(model) {
  return globalThis[cache] ?? new Promise((resolve, reject) => {
    const heard = (message) => {
      if (typeof message?.engine !== "string") return;
      model.off("msg:custom", heard);
      const address = URL.createObjectURL(new Blob([message.engine], {type: "text/javascript"}));
      globalThis[cache] ??= import(address).finally(() => URL.revokeObjectURL(address));
      globalThis[cache].then(resolve, reject);
    };
    model.on("msg:custom", heard);
    model.send({want: "engine"});
  });
}

export default {
  async render({model, el}) {
    let ended = false;
    let cleanup = () => {};
    engine(model).then(
      ({default: widget}) => ended || (cleanup = widget.render({model, el})),
      (error) => (el.textContent = `xaia's engine could not be loaded: ${error.message}`),
    );
    return () => {
      ended = true;
      cleanup();
    };
  },
};
