/** An extension's service worker: it has the model, and learns what the popup sends. */
import {fit, type Learner} from "xaia";
import {flats, type Flat} from "../flats.js";

const ready: Promise<Learner<number, Flat>> = fit(flats, "price").then((model) => model.learner());

chrome.runtime.onMessage.addListener((message: {row: Omit<Flat, "price">; price?: number}, _sender, answer) => {
  void (async () => {
    const learner = await ready;
    if (message.price !== undefined) {
      await learner.learn([message.row], [message.price - 1]);
      await learner.correct([message.row], [message.price]);
    }
    answer(await learner.predict(message.row));
  })().catch((error: unknown) => answer(String(error)));
  return true;
});
