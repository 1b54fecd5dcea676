import { addAbortSignal, pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/**
 * Streams a generator with backpressure. Waits for the first chunk, so that an early failure is thrown. Destroying the
 * stream aborts the signal and ends the generator.
 */
export async function openStream(
  generate: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>,
): Promise<Readable> {
  const destroyed = new AbortController();
  const chunks = generate(destroyed.signal);
  let first: IteratorResult<Uint8Array, void> | null = await chunks.next();
  return new Readable({
    async read() {
      try {
        const next = first ?? (await chunks.next());
        first = null;
        this.push(next.done ? null : next.value);
      } catch (error) {
        this.destroy(error as Error);
      }
    },
    destroy(error, done) {
      destroyed.abort();
      chunks.return().then(
        () => done(error),
        () => done(error),
      );
    },
  });
}

/** Smaller chunks give V8 four times as much garbage to collect. */
export const CHUNK_BYTES = 65_536;

/** Destroying either stream, or the signal, ends both. */
export function gunzipStream(packed: Readable, signal?: AbortSignal): Readable {
  const unpacked = pipeline(packed, createGunzip({ chunkSize: CHUNK_BYTES }), () => {}); // the reader sees errors
  return signal ? addAbortSignal(signal, unpacked) : unpacked;
}
