/** The lines of a text that comes in chunks, without their newlines; leaving early cancels the stream. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let begun: string[] = [];
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const [end = "", ...starts] = decoder.decode(next.value, { stream: true }).split("\n");
      begun.push(end);
      for (const start of starts) {
        yield begun.join("");
        begun = [start];
      }
    }
    const rest = begun.join("");
    if (rest !== "") yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
