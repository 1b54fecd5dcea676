import { createHash } from "node:crypto";
import { addAbortSignal, pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { SnapshotPiece } from "../store/ports/recordings.ts";

const encoder = new TextEncoder();
const NEWLINE = 0x0a;

/** Encodes `{"window_id": …, "data": [events]}` with the same bytes from every source. */
export function snapshotLine({ windowId, data }: Pick<SnapshotPiece, "windowId" | "data">): Uint8Array {
  return encoder.encode(`{"window_id":${JSON.stringify(windowId)},"data":${data}}\n`);
}

/** Smaller chunks give V8 four times as much garbage to collect. */
const CHUNK_BYTES = 65_536;

/** Joins chunks to this many bytes, because streams cost time per chunk. */
export async function* coalesceChunks(chunks: AsyncIterable<Uint8Array>, bytes = CHUNK_BYTES) {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    size += chunk.byteLength;
    if (size < bytes) continue;
    yield Buffer.concat(pending);
    pending = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pending);
}

export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let partial: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...partial, chunk.subarray(from, end + 1)]);
      partial = [];
      from = end + 1;
    }
    if (from < chunk.byteLength) partial.push(chunk.subarray(from));
  }
  if (partial.length > 0) yield Buffer.concat(partial);
}

export class LineMultiset {
  readonly #counts = new Map<string, number>();

  add(line: Uint8Array): void {
    const print = fingerprint(line);
    this.#counts.set(print, (this.#counts.get(print) ?? 0) + 1);
  }

  /** Returns whether there was an occurrence to remove. */
  remove(line: Uint8Array): boolean {
    const print = fingerprint(line);
    const times = this.#counts.get(print) ?? 0;
    if (times > 1) this.#counts.set(print, times - 1);
    else this.#counts.delete(print);
    return times > 0;
  }

  get size(): number {
    return this.#counts.size;
  }
}

function fingerprint(line: Uint8Array): string {
  return createHash("sha256").update(line).digest("base64");
}

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
      const end = () => done(error);
      chunks.return().then(end, end);
    },
  });
}

/** Destroying either stream, or the signal, ends both. */
export function gunzipStream(packed: Readable, signal?: AbortSignal): Readable {
  const unpacked = pipeline(packed, createGunzip({ chunkSize: CHUNK_BYTES }), () => {}); // the reader sees errors
  return signal ? addAbortSignal(signal, unpacked) : unpacked;
}
