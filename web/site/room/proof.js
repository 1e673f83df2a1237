/** What is said of a drawing that was forgotten: it is compared, not promised. */
import {count, makers, whose} from "../../embed/teach/words.js";
import {capital} from "../../ui/names.js";

/** What an answer is, to the bit: its value, and whose drawings made it with which shares. */
const exactly = (found) => JSON.stringify([found.answer.value, found.answer.recognition, found.answer.neurons.map(({samples, weight}) => [found.drawings[samples[0]].id, weight])]);

/**
 * Takes drawings from a hall, and says what changed.
 *
 * @param {ReturnType<typeof import("./hall.js").hallElement>} hall @param {any[]} gone the room's @param {number[][] | null} question
 * @returns {Promise<string>}
 */
export async function forgotten(hall, gone, question) {
  const ids = gone.map(({id}) => id), lost = new Set(ids);
  await hall.hang([]); // all that came is learned
  const drawings = hall.mind.drawings, before = await hall.mind.answers();
  const asked = question && await hall.answer(question);
  const behind = asked && asked.answer.recognition !== "weak" && makers(asked).some(({drawing}) => lost.has(/** @type {any} */ (drawing).room));
  await hall.gone(ids);
  const was = new Map(drawings.map(({id}, i) => [id, before[i]])), there = hall.mind.drawings, after = await hall.mind.answers();
  const rest = there.flatMap(({id}, i) => (was.has(id) ? [{id, is: after[i]}] : [])); // without those that came meanwhile
  const same = rest.filter(({id, is}) => was.get(id) === is).length;
  const first = gone.length === 1 ? `${capital(whose(gone[0]))} is forgotten.` : `${gone.length} drawings are forgotten.`;
  if (!rest.length) return `${first} Nothing hangs here any more.`;
  const others = same === rest.length ? (rest.length === 1 ? "The other one is answered exactly as before." : `All other ${rest.length} are answered exactly as before.`) : `${same} of the other ${rest.length} are answered as before.`;
  if (!asked) return `${first} ${others}`;
  const again = await hall.answer(question);
  const whoseWas = gone.length === 1 ? "it" : count(gone.length);
  if (exactly(asked) === exactly(again)) return `${first} ${others} The question has the same answer, to the last digit: ${whoseWas} had no part in it.`;
  return `${first} ${others} ${behind ? "The question's answer has changed: it had a part in it." : again.answer.value === asked.answer.value ? "The question has the same answer, with a little other shares." : "The question's answer has changed."}`;
}
