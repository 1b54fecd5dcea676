/** Iterates over the lines of a stream, without newlines. Ending the iteration early cancels the stream. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let pending: string[] = [];
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const [end = "", ...starts] = decoder.decode(next.value, { stream: true }).split("\n");
      pending.push(end);
      for (const start of starts) {
        yield pending.join("");
        pending = [start];
      }
    }
    const rest = pending.join("");
    if (rest !== "") yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
