// In a picture's frame: shows the picture, and speaks to Python where the classic notebook lets it.
const script = document.createElement("script");
script.type = "module";
script.textContent = found() ?? (await arriving());
document.head.append(script);
await customElements.whenDefined("xaia-plot");
const plot = document.querySelector("xaia-plot");
await plot.ready.catch(() => {});
document.getElementById("still").remove();
const plain = (v) => typeof v === "number" ? (Number.isFinite(v) ? v : null) : ArrayBuffer.isView(v) || Array.isArray(v) ? Array.from(v, plain)
  : v && typeof v === "object" ? Object.fromEntries(Object.entries(v).map(([k, w]) => [k, plain(w)])) : v;
let comm;
try {
  comm = parent.Jupyter?.notebook?.kernel?.comm_manager?.new_comm("TARGET", {});
} catch {
  // another origin's page: nobody to talk to
}
if (comm) {
  comm.on_msg(({content: {data}}) => {
    for (const [name, value] of Object.entries(data)) if (JSON.stringify(plot[name] ?? null) !== JSON.stringify(value)) plot[name] = value;
  });
  plot.addEventListener("input", () => comm.send({X: plain(plot.X), y: plain(plot.y), external: plain(plot.external), selected: plain(plot.value?.selected), explanation: plain(plot.explanation)}));
  // When the output is cleared, Python learns that the engine may have gone with it.
  addEventListener("pagehide", () => comm.close());
}
