// In a lesson's frame: mounts the lesson on the engine, and gives the frame its height.
const address = (text) => URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
const engine = address(found() ?? (await arriving()));
const {mountLesson} = await import(address(document.getElementById("lessons").textContent.replaceAll("./embed.mjs", engine)));
mountLesson(document.body, NAME);
asHigh();
