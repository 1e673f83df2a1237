"use client";
import {useEffect, useState} from "react";
import {load} from "xaia";
import {asked, type Flat} from "./flats";
import {drive} from "./report";

export function Asked({model, answer}: {model: string; answer: number}) {
  const [said, setSaid] = useState("");
  const [pressed, setPressed] = useState(0);
  useEffect(() => {
    void (async () => {
      const loaded = await load<number, Flat>(model);
      if (loaded.kind !== "sqann") return;
      if (pressed === 0) return setSaid((await loaded.predict(asked)) === answer ? "the server's answer" : "another answer");
      const learner = await loaded.learner();
      await learner.learn([asked], [1]);
      await learner.correct([asked], [600]);
      setSaid(String(await learner.predict(asked)));
    })();
  }, [model, answer, pressed]);
  useEffect(() => void drive(() => document.querySelector("output")?.textContent ?? undefined, () => document.querySelector("button")?.click()), []);
  return <><output>{said}</output><button onClick={() => setPressed(1)}>It was 600</button></>;
}
