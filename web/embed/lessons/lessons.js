/**
 * The six lessons: what they say, and their exercises. An exercise starts with a state
 * {X, y, external, at, preset, …}; its controls change the state; judge looks at the state and at what the engine
 * made of it, and returns {solved, say}: why it is solved, or why not yet. guess: points to guess the answers of.
 */

const corners = {X: [[1, 1], [3, 1], [1, 3], [3, 3]], y: ["a", "b", "b", "a"]};

const ring = (n, r, turn) => Array.from({length: n}, (_, i) => [Math.cos, Math.sin].map((f) => Math.round(10 * (3 + r * f((2 * Math.PI * (i + turn)) / n))) / 10));
const rings = {X: [...ring(6, 1, 0), ...ring(10, 2.4, 0.5)], y: [...Array(6).fill("inner"), ...Array(10).fill("outer")]};

/** A new town: the old four samples, and six that come later. */
const later = {X: [[1.2, 2], [2, 1.2], [2.1, 2.1], [3.4, 2.2], [2.2, 3.3], [1.3, 1.2]], y: ["a", "a", "b", "b", "a", "a"]};

/** One beat of a made electrocardiogram: the heights of five waves, each a bump, at moments in hundredths of a second. */
const waves = {P: [16, 0.15, 2.5], Q: [27, -0.15, 1], R: [30, 1.1, 1.2], S: [33, -0.25, 1.2], T: [52, 0.3, 4]};
const height = (t) => Math.round(100 * Object.values(waves).reduce((sum, [at, high, wide]) => sum + high * Math.exp(-((t - at) ** 2) / (2 * wide ** 2)), 0)) / 100;
const moments = [0, 8, 12, 16, 20, 24, 27, 28.5, 30, 31.5, 33, 36, 40, 46, 49, 52, 55, 58, 64, 72, 80];
const beat = {X: moments.map((t) => [t]), y: moments.map(height), names: moments.map((t) => Object.keys(waves).find((name) => waves[name][0] === t) ?? ""), at: [29]};
const peak = moments.indexOf(30);
/** An odd beat: a wave that comes too early, between two of the old moments. */
const early = {X: [[44], [60.5], [66], [68], [70], [76]], y: [0.04, 0.04, 0.35, 0.6, 0.35, 0]};

const list = (numbers) => numbers.join(", ");
const number = (v) => String(Math.round(1000 * v) / 1000);
const strongest = ({neurons}) => neurons[0];

export const lessons = [
  {
    name: "sample", title: "A neuron is a sample",
    text: [
      "A usual network learns weights that nobody can read. Here each neuron is one of your samples. Its activation says how near the input is to that sample: it is 1 on the sample and falls with the distance.",
      "Above an activation of 0.9, the neuron recognises the input (the paper calls this a hit), and the answer is the outcome of its sample. So an answer names the sample it came from. In the picture of the network each neuron is drawn as its sample.",
    ],
    exercises: [
      {
        task: "Ask about a point that sample 2 recognises, but that isn't sample 2 itself.",
        start: {...corners, at: [2, 2]}, controls: ["ask"], guess: [[1.2, 1.3], [3.4, 0.4], [6, 5], [1.3, 2.6], [2.7, 2.8], [-2, 3], [3.6, 2.4], [4.5, 1], [2.4, 2.2], [1.9, 2.4]],
        judge({X, at}, {answer}) {
          if (at.every((v, j) => v === X[2][j])) return no("This is sample 2 itself. Go a little beside it.");
          if (answer.recognition !== "strong") return no(`No neuron recognises this point. The most activated one is that of sample ${strongest(answer).samples[0]}, with ${number(strongest(answer).activation)}; to recognise it takes 0.9.`);
          if (!strongest(answer).samples.includes(2)) return no(`Sample ${strongest(answer).samples[0]} recognises this point, not sample 2, which is at (${list(X[2])}).`);
          return yes(`Sample 2 recognises the point with ${number(strongest(answer).activation)}. So the answer is its class, ${answer.value}.`);
        },
      },
      {
        task: "Try to break the network: move samples until it errs on one of them, or until it refuses to fit.",
        start: {...corners, chosen: 3}, controls: ["move"],
        judge({X}, {refused, own}) {
          if (refused) return yes("The network refuses: two samples are at the same place and have different classes. No function can be right on both. This is the only way to break it.");
          if (own.length) return yes(`It errs on samples ${list(own)}.`);
          return no(`It still answers all ${X.length} samples with their own class, because each has a neuron of its own. What if two samples with different classes were the same?`);
        },
      },
    ],
  },
  {
    name: "layers", title: "Why there are layers",
    text: [
      "The samples are placed one after the other. A sample that no neuron of the layer recognises, even moderately, becomes a neuron there. A sample that is moderately near one is filtered: it waits for the next layer. If it is recognised strongly, it collides: it joins that layer, and the layers above are built again.",
      "So samples that are moderately near each other stand in different layers, and a question goes from layer to layer until one recognises it. The layers above that one aren't asked.",
    ],
    exercises: [
      {
        task: "All four samples are in one layer. Move sample 3 so that the network needs two layers.",
        start: {...corners, chosen: 3}, controls: ["sample3"],
        judge(_, {refused, model}) {
          if (refused) return no("Two samples with different classes are at the same place. Move sample 3 away.");
          if (model.layers.length < 2) return no("There is one layer: sample 3 is not near enough to another sample, compared with how far the samples are from each other. Move it towards the others, but not to the same distance from all of them.");
          return yes(`Sample 3 was moderately near another sample and was filtered. It is in layer ${1 + model.layers.findIndex(({nodes}) => nodes.flat().includes(3))} now.`);
        },
      },
      {
        task: "Ask about a point that is recognised in layer 2.",
        start: {...rings, at: [3, 3]}, controls: ["ask"],
        judge(_, {answer, model}) {
          const second = model.layers[1].nodes.flat();
          if (answer.recognition !== "strong") return no(`No neuron recognises this point. The samples of layer 2 are ${list(second)}; go nearer to one of them.`);
          if (answer.layer !== 2) return no(`This is recognised in layer ${answer.layer}, by sample ${strongest(answer).samples[0]}. The samples of layer 2 are ${list(second)}.`);
          return yes(`No neuron of layer 1 recognised the point; in layer 2 sample ${strongest(answer).samples[0]} did.`);
        },
      },
    ],
  },
  {
    name: "unknown", title: "“I don't know”",
    text: [
      "An answer comes with a recognition. Strong means that a neuron recognises the point. Moderate means that the point is between samples, and the answer is a weighted mean of those near it. Weak means that nothing is like it: the answer is a guess.",
      "For points like its samples, a calibrated network also gives a set of classes, or for numbers an interval, that holds the right outcome nine times in ten. Far outside, this promise doesn't hold; look at the recognition instead. There the paper's network can be sure without a reason: its deeper layers see only activations. Far away these are all near zero, and a deeper neuron can take that for its fingerprint. The skip connection of preset xaia shows every layer the input again.",
    ],
    exercises: [
      {
        task: "Make the network say that it doesn't know: find a point with weak recognition.",
        start: {...rings, at: [3, 4]}, controls: ["ask"], guess: [[3, 3], [8, 8], [5.2, 3.4], [3, 4.7], [0.2, 0.4], [2.4, 2.2], [4.6, 1.4], [-2, 5], [4.2, 3.9], [3.2, 6.2]],
        judge(_, {answer}) {
          if (answer.recognition !== "weak") return no(`The recognition is ${answer.recognition}, and the familiarity ${number(answer.familiarity)}. Go farther away from all samples.`);
          return yes(`Nothing here is like this point; its familiarity is ${number(answer.familiarity)}. The answer ${answer.value} is a guess.`);
        },
      },
      {
        task: "Break the paper's network: make it sure about a point at least 1000 units away.",
        start: {...rings, at: [4, 3], preset: "xaia", away: 1}, controls: ["preset", "away"],
        judge({preset, away}, {answer}) {
          const far = `At a distance of ${away.toLocaleString("en")} the recognition is ${answer.recognition}`;
          if (preset !== "paper") return no(`${far}, under preset xaia. With the skip connection a neuron recognises only what is near its sample, so this preset can't be broken in this way.`);
          if (answer.recognition !== "strong") return no(`${far}. Go farther.`);
          if (away < 1000) return no(`${far}: the network is already sure here. Choose 1000 or more.`);
          return yes(`${far}, in layer ${answer.layer}, by sample ${strongest(answer).samples[0]}, which is nowhere near. Choose preset xaia to see it say weak.`);
        },
      },
    ],
  },
  {
    name: "absorb", title: "Take it in, forget nothing",
    text: [
      "New samples come in (×). Where the network errs on one, it can learn that sample, which becomes a neuron; the paper calls this absorption. The old ones keep theirs.",
      "Nothing is forgotten, and this is proved: every old and every new sample reaches its own neuron at distance 0, and no other neuron of that layer is at distance 0. Learning one sample can make another one right as well, so you rarely need all of them.",
    ],
    exercises: [
      {
        task: "Have it learn as few of the six new samples as you need, until it is right on all of them. Two are enough.",
        start: {...corners, later, absorbed: []}, controls: ["absorb"],
        judge({absorbed}, {wrong, own}) {
          if (wrong.length) return no(`It is right on ${own.length ? "some" : "all"} of its ${4 + absorbed.length} samples, and errs on new ${wrong.length === 1 ? "sample" : "samples"} ${list(wrong.map((i) => i + 1))}.`);
          if (absorbed.length > 2) return no(`It is right on all, but it learned ${absorbed.length}. Leave out the samples that become right by themselves.`);
          return yes(`It is right on all ten samples, with ${absorbed.length} learned. The four old samples are as exact as before.`);
        },
      },
      {
        task: "Forget on purpose: remove one sample, so that the answer at the marked point changes.",
        start: {X: [...corners.X, [2.2, 2.6]], y: [...corners.y, "b"], at: [2.3, 2.8], removed: null}, controls: ["remove"],
        async judge({removed}, {answer, before}) {
          const said = `The answer here was ${before.value}`;
          if (removed === null) return no(`${said}. Its samples are ${list(before.neurons.map(({samples, weight}) => `${samples[0]}${weight ? ` (weight ${number(weight)})` : ""}`))}. Remove one of them.`);
          if (answer.value === before.value) return no(`Without sample ${removed} the answer is still ${answer.value}: the others behind it say the same.`);
          return yes(`${said}, because of sample ${removed}. Without it the answer is ${answer.value}. The network forgot this sample, and nothing else.`);
        },
      },
    ],
  },
  {
    name: "teach", title: "You are the training data",
    text: [
      "This network knows ten drawings, five cats and five houses, and nothing else. Each is a neuron. Whoever chooses the drawings decides what it can say: here that is you.",
      "It doesn't see what a drawing means, but where its lines run: a drawing is centred and scaled, and becomes 392 numbers, how much line runs in which direction at each place. So it can be fooled, and so it can be taught.",
    ],
    exercises: [
      {
        task: "Fool it: say what you mean to draw, and draw it so that the network takes it for something else.",
        drawing: true, meant: true, examples: ["owl", "envelope", "sun"],
        judge({meant, found}) {
          if (!meant) return no("Say first what you mean to draw. An honest answer makes it a better game.");
          if (!found) return no("Draw it, or have something drawn for you.");
          const {value, recognition, neurons} = found.answer;
          if (recognition === "weak") return no("It has never seen anything like this, and says so. Put lines where a cat or a house has them: something round with two ears, something square with a roof.");
          if (value === meant) return no(`It says ${value}, and that is what you mean. Draw something else that has its lines in the same places.`);
          return yes(`${meant === "neither" ? "You mean neither" : `You mean a ${meant}`}, and it says ${value}, because of ${neurons.length === 1 ? "one drawing" : `${neurons.length} drawings`}: their lines run where yours do. It can't know what you mean; the drawings that it names show you why it errs.`);
        },
      },
      {
        task: "Teach it a third thing, at least three drawings of it, without harming what it knows: eight other cats and houses, which nobody teaches, must be answered as before.",
        drawing: true, probes: true, examples: ["fish", "tree", "owl", "cat"],
        judge({right, of, drawings}) {
          if (right < of) return no(`Of the ${of} other cats and houses it answers ${right} now. A drawing that you taught is too much like them, or a neuron is gone. Choose it in the network and forget it.`);
          const labels = drawings.map(({label}) => label).filter((label) => label !== "cat" && label !== "house");
          const most = labels.find((label) => labels.filter((other) => other === label).length >= 3);
          if (!most) return no(`All ${of} other cats and houses are answered rightly. Teach it something new: ${labels.length ? `${3 - Math.max(...labels.map((label) => labels.filter((other) => other === label).length))} more` : "three drawings, such as fishes"}.`);
          return yes(`It knows ${most} now, and all ${of} other cats and houses are answered as before. The old neurons are where they were: that is proved, and you have tried it.`);
        },
      },
    ],
  },
  {
    name: "heartbeat", title: "A heartbeat",
    text: [
      "An electrocardiogram shows a beat as a curve: a small wave P, the spike with Q, R and S, and a wave T. This one is made, of five bumps. A TNN, the paper's network for one sorted feature, learns it from 21 moments, and each moment is a neuron.",
      "A neuron is active from its moment on. So at any time all neurons up to there are active, and the bars in the second picture end there. Drawn for all times together, that is the triangle which gave the network its name. The answer is the height of the last active moment. In the grey between two moments one neuron is half active, and the curve goes from one height to the next.",
    ],
    exercises: [
      {
        task: "R, the peak, is a moment as any other. Take it down to 0.3 or lower. Who else notices?",
        start: {...beat, chosen: peak, allowed: 0.001}, controls: ["height", "time"],
        judge({y}, {own}) {
          if (own.length) return no(`It errs on the moments ${list(own)}.`);
          const moved = y.flatMap((v, i) => (v === beat.y[i] ? [] : [i]));
          if (y[peak] > 0.3) return no(`R is at ${number(y[peak])}. Drag its dot in the picture, or use the slider.`);
          return yes(`R is at ${number(y[peak])}, and nobody else notices: the other ${y.length - moved.length} moments are answered as before, to a thousandth. Only from one moment before it to one after it the curve is another. ${moved.length > 1 ? "So it is with each one that you moved." : "A network of weights would have changed everywhere."}`);
        },
      },
      {
        task: "An odd beat comes in: a wave that is too early (×). Have it learn as few of these moments as you need, until it misses none by more than 0.1. One is enough.",
        start: {...beat, at: [68], later: early, absorbed: [], allowed: 0.1}, controls: ["absorb", "time"],
        judge({absorbed}, {wrong, own}) {
          if (wrong.length) return no(`It misses new ${wrong.length === 1 ? "moment" : "moments"} ${list(wrong.map((i) => i + 1))} (circled)${own.length ? ", and old ones" : ""}.`);
          if (absorbed.length > 1) return no(`It misses none, but it learned ${absorbed.length}. Leave out those that are near enough without being learned.`);
          return yes(`One moment, ${list(absorbed.map((i) => early.X[i][0]))}, was learned, and the moments beside it are near enough. The old beat is as it was: a new neuron stands between two old ones, and the curve changed only there.`);
        },
      },
    ],
  },
];

function yes(say) {
  return {solved: true, say};
}

function no(say) {
  return {solved: false, say};
}
