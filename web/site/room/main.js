/** room.html: a phone's page, light and without an engine; or the wall, for who has its key. */
import {phone} from "./phone.js";

const place = "xaia-wall";

/** The wall's key: from the link that the server printed, which is then taken out of the address bar, since a projector shows it. */
function keyOfWall() {
  const found = /^#wall=([A-Z2-7]{20,40})$/.exec(location.hash);
  try {
    if (found) sessionStorage.setItem(place, found[1]);
    if (found) history.replaceState(null, "", location.pathname);
    return found?.[1] ?? sessionStorage.getItem(place);
  } catch {
    return found?.[1] ?? null; // nothing may be kept: the link stays in the address bar
  }
}

const main = document.getElementById("room");
const key = keyOfWall();
if (key) {
  const {wall} = await import(new URL("./room-wall.mjs", import.meta.url).href);
  wall(main, key);
} else phone(main);
