import { addAbortSignal, pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/**
 * What a generator makes, as a stream that asks it for no more than its reader takes. The first chunk is made before this returns, so that
 * what fails at the start is thrown. When the stream is destroyed the signal is aborted and the generator ended.
 */
export async function openStream(
  generate: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>,
): Promise<Readable> {
  const gone = new AbortController();
  const chunks = generate(gone.signal);
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
      gone.abort();
      chunks.return().then(
        () => done(error),
        () => done(error),
      );
    },
  });
}

/** The unpacked content of a gzip stream. Destroying either ends both, and so does the signal. */
export function gunzipStream(packed: Readable, signal?: AbortSignal): Readable {
  const unpacked = pipeline(packed, createGunzip(), () => {}); // what fails is seen by the reader of the result
  return signal ? addAbortSignal(signal, unpacked) : unpacked;
}
