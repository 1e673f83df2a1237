/** Builds whose calls have no parts: a page's own, and embed.mjs. */
export class Pool {
  end() {}
}
