/** What the apps fit: flats, and what they were sold for. */
export interface Flat {
  size: number;
  floor: number;
  town: string;
  price: number;
}

export const flats: Flat[] = Array.from({length: 60}, (_, i) => ({
  size: 30 + ((i * 37) % 90), floor: i % 6, town: i % 3 ? "Ulm" : "Bern", price: 5 * (30 + ((i * 37) % 90)) + 10 * (i % 6) + (i % 3 ? 0 : 80),
}));

/** A flat that isn't among them. */
export const asked = {size: 71.5, floor: 2, town: "Ulm"};
