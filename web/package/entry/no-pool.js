// Builds whose calls have no parts, and whose explanations don't come packed: a page's own, and embed.mjs.
export const packs = false;

export class Pool {
  end() {}
}
