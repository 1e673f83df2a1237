/** Streams of rows in the order of time: X as numbers, y a number. Two are real, the others made by a seeded generator. */
import {normals} from "./normals.mjs";
import {random} from "../web/test/data.mjs";
import {parsed} from "./real.mjs";

const turn = (share) => [Math.sin(2 * Math.PI * share), Math.cos(2 * Math.PI * share)];
const day = 86400000;
const ofYear = (date) => turn((date - Date.UTC(date.getUTCFullYear(), 0, 1)) / day / 365.25);

/** A price every half hour, by the demand of now: it rises from year to year, and for some weeks it is nervous. */
function electricity(rows) {
  const next = random(41), normal = normals(next);
  let temperature = 0, level = 30;
  return Array.from({length: rows}, (_, t) => {
    const [hour, weekday] = [t % 48, Math.floor(t / 48) % 7];
    temperature = 0.98 * temperature + 0.4 * normal();
    level += 0.003 + 0.05 * normal();
    const demand = 1 + 0.5 * Math.sin((2 * Math.PI * (hour - 16)) / 48) - (weekday > 4 ? 0.3 : 0) + 0.06 * Math.abs(temperature) + 0.1 * normal();
    const nervous = Math.floor(t / 500) % 3 === 1 ? 3 : 1;
    return {x: [...turn(hour / 48), Number(weekday > 4), temperature, demand], y: level + 20 * demand ** 2 + nervous * (2 + 2 * demand) * normal()};
  });
}

/** Bicycles rented in an hour, 0 and more: by the hour, the weather and the season, and half as many again each year. */
function rental(rows) {
  const next = random(42), normal = normals(next);
  let warm = 0;
  return Array.from({length: rows}, (_, t) => {
    const [hour, weekday] = [t % 24, Math.floor(t / 24) % 7];
    warm = 0.97 * warm + 0.25 * normal();
    const temperature = 12 - 10 * Math.cos((2 * Math.PI * t) / rows) + 3 * warm, rain = Number(next() < 0.1);
    const rush = weekday < 5 ? Math.exp(-((hour - 8) ** 2) / 3) + Math.exp(-((hour - 17) ** 2) / 4) : Math.exp(-((hour - 14) ** 2) / 20);
    const mean = (1 + (1.5 * t) / rows) * (4 + 60 * rush) * Math.max(0.1, (temperature + 5) / 25) * (rain ? 0.4 : 1);
    return {x: [...turn(hour / 24), Number(weekday > 4), temperature, rain], y: Math.max(0, Math.round(mean + Math.sqrt(mean) * normal() + 0.15 * mean * normal()))};
  });
}

/** What y is of x changes at once, every 750 rows. */
function breaks(rows) {
  const next = random(43), normal = normals(next);
  return Array.from({length: rows}, (_, t) => {
    const x = [next(), next(), next()], [turned, noise] = [[0, 0.1], [2, 0.1], [2, 0.3], [4, 0.1]][Math.floor(t / 750) % 4];
    return {x, y: Math.sin(6 * x[0] + turned) + x[1] * (1 + turned / 2) + noise * normal()};
  });
}

/** What y is of x turns slowly, and its noise grows to five times and falls again. */
function turning(rows) {
  const next = random(44), normal = normals(next);
  return Array.from({length: rows}, (_, t) => {
    const x = [next(), next()];
    return {x, y: Math.sin(6 * x[0] + t / 600) + x[1] + (0.1 + 0.2 * (1 - Math.cos((2 * Math.PI * t) / 3000))) * normal()};
  });
}

/** The highest temperature of tomorrow in Seattle and in New York by the weather of today. */
function weather() {
  const all = parsed("weather"), cities = ["Seattle", "New York"].map((city) => all.filter((row) => row.location === city));
  return cities[0].slice(1).flatMap((_, t) => cities.map((list, city) => {
    const now = list[t];
    return {x: [...ofYear(now.date), city, now.precipitation, now.temp_max, now.temp_min, now.wind], y: list[t + 1].temp_max};
  }));
}

/** Who enters a station in Chicago on each day of eight years, in thousands, by the stations of a fortnight before and the weather. */
function chicago() {
  const columns = ["Austin", "Quincy_Wells", "Belmont", "Clark_Lake", "Merchandise_Mart", "temp", "percip", "weather_snow"];
  return parsed(new URL("../dist/quality/fresh/chicago.csv", import.meta.url).pathname).slice(0, 3000).map((row) => ({
    x: [...ofYear(row.date), Number(row.date.getUTCDay() % 6 === 0), ...columns.map((c) => row[c])], y: row.ridership,
  }));
}

/** @type {Record<string, {from: string, make: () => {x: number[], y: number}[]}>} */
export const streams = {
  "electricity-like": {from: "made", make: () => electricity(3000)},
  weather: {from: "npm, @observablehq/sample-datasets", make: weather},
  "rental-like": {from: "made", make: () => rental(3000)},
  "Chicago, riders": {from: "Debian, r-cran-modeldata", make: chicago},
  breaks: {from: "made", make: () => breaks(3000)},
  turning: {from: "made", make: () => turning(3000)},
};

/** Streams in which nothing changes: of each seed another function, number of columns and kind of noise. @param {number} seed @param {number} rows */
export function unchanged(seed, rows) {
  const next = random(100 + seed), normal = normals(next), columns = 1 + (seed % 5), waves = Array.from({length: columns}, () => [1 + 6 * next(), next()]);
  return Array.from({length: rows}, () => {
    const x = waves.map(() => (seed % 2 ? next() : normal()));
    const noise = seed % 3 === 0 ? normal() : seed % 3 === 1 ? normal() * (0.3 + Math.abs(x[0])) : normal() / Math.sqrt(0.1 + next());
    return {x, y: waves.reduce((sum, [often, much], j) => sum + much * Math.sin(often * x[j]), 0) + 0.2 * noise};
  });
}

/** Nothing changes until a row, then something at once. @param {"turned" | "noise" | "level" | "inputs"} what @param {number} seed @param {number} at @param {number} rows */
export function broken(what, seed, at, rows) {
  const next = random(200 + seed), normal = normals(next);
  return Array.from({length: rows}, (_, t) => {
    const after = t >= at, x = [next(), next(), next()].map((v) => (after && what === "inputs" ? v + 0.7 : v));
    const y = Math.sin(6 * x[0] + (after && what === "turned" ? 2 : 0)) + x[1] + (after && what === "noise" ? 0.4 : 0.1) * normal();
    return {x, y: y + (after && what === "level" ? 0.5 : 0)};
  });
}
