import { addAbortSignal, pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/**
 * Returns a generator's chunks as a stream with backpressure. Waits for the first chunk, so that an early failure is
 * thrown. Destroying the stream aborts the signal and ends the generator.
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

/** Size of the chunks that are unpacked and sent. Smaller ones leave V8 four times as much garbage collection. */
export const CHUNK_BYTES = 65_536;

/** Returns the unpacked content of a gzip stream. Destroying either stream, or the signal, ends both. */
export function gunzipStream(packed: Readable, signal?: AbortSignal): Readable {
  const unpacked = pipeline(packed, createGunzip({ chunkSize: CHUNK_BYTES }), () => {}); // the reader sees errors
  return signal ? addAbortSignal(signal, unpacked) : unpacked;
}
