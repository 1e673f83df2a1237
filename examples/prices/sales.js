/** Sales of flats, made up: in an app they come from a file or a server. */
const towns = {Ulm: 4200, Bern: 9800, Graz: 4600};

/** @type {{area: number, rooms: number, age: number, town: string}[]} */
export const flats = [];
/** @type {number[]} in euros */
export const prices = [];

let seed = 7;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
for (let i = 0; i < 240; i++) {
  const area = Math.round(30 + 110 * random());
  const flat = {area, rooms: Math.max(1, Math.round(area / 28 + random() - 0.5)), age: Math.floor(80 * random()), town: Object.keys(towns)[i % 3]};
  flats.push(flat);
  prices.push(Math.round((towns[flat.town] * area * (1 - flat.age / 250) + 8000 * flat.rooms) * (0.95 + 0.1 * random()) / 1000) * 1000);
}
