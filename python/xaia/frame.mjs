// In a picture's frame: shows the picture. Before it, and where scripts don't run, there are still ones: in the frame, and below it.
const script = document.createElement("script");
script.type = "module";
script.textContent = found() ?? (await arriving());
document.head.append(script);
await customElements.whenDefined("xaia-plot");
await document.querySelector("xaia-plot").ready.catch(() => {});
document.getElementById("still").remove();
try {
  frameElement.parentElement.querySelector(":scope > img").remove();
} catch {
  // another origin's page, or one that has taken it away
}
asHigh();
