/**
 * The bytes of a stream.
 *
 * @param {ReadableStream<Uint8Array>} stream
 * @param {(size: number) => void} checkSize throws where it becomes too large
 */
export async function gathered(stream, checkSize) {
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  try {
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return joined(parts);
      size += value.length;
      checkSize(size);
      parts.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** @param {Uint8Array[]} parts */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
