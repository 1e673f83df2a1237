/** Photographs as questions: from the camera, which is asked for when it is chosen, or from a file. Frames stay on the page. */
import {photoAlike, side} from "../../package/drawing/encode.js";
import {element} from "../../ui/element.js";

/** A frame's or picture's middle square, grey: 28 x 28 whole numbers from 0 to 255. */
function grey(source, width, height) {
  const big = 4 * side, square = Math.min(width, height);
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", {width: big, height: big}));
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.fillStyle = "#fff"; // behind what is transparent
  context.fillRect(0, 0, big, big);
  context.drawImage(source, (width - square) / 2, (height - square) / 2, square, square, 0, 0, big, big);
  const {data} = context.getImageData(0, 0, big, big);
  const light = Float64Array.from({length: big * big}, (_, i) => (299 * data[4 * i] + 587 * data[4 * i + 1] + 114 * data[4 * i + 2]) / 1000);
  return Array.from(photoAlike({data: light, width: big, height: big}), Math.round);
}

/** The most bytes and pixels of a picture's file. */
const most = 40e6;

/** @param {Blob} file */
export async function photoOfFile(file) {
  if (file.size > most) throw new Error(`The picture has ${Math.round(file.size / 1e6)} MB; the most are ${most / 1e6} MB.`);
  let picture;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new Error("The browser can't read this file as a picture. JPEG and PNG work everywhere.");
  }
  try {
    return grey(picture, picture.width, picture.height);
  } finally {
    picture.close();
  }
}

/** Pictures that the camera gives a second. */
const perSecond = 6;

/**
 * Opens the camera: asks for it.
 *
 * @param {(photo: number[]) => void} frame called some times a second
 */
export async function openCamera(frame) {
  if (!navigator.mediaDevices?.getUserMedia) throw new Error("There is no camera here. A page needs https for one.");
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({video: {width: {ideal: 640}, facingMode: "environment"}, audio: false});
  } catch (cause) {
    throw new Error(cause?.name === "NotAllowedError" ? "The camera was not allowed. The browser's settings for this page change that." : "No camera could be opened. Another program may be using it.", {cause});
  }
  const video = /** @type {HTMLVideoElement} */ (element("video", {playsinline: true, class: "camera", "aria-label": "What the camera sees"}));
  video.muted = true;
  video.srcObject = stream;
  const timer = setInterval(() => {
    if (video.videoWidth) frame(grey(video, video.videoWidth, video.videoHeight));
  }, 1000 / perSecond);
  return {
    element: video,
    end() {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
      video.srcObject = null;
    },
  };
}
