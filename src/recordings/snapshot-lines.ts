import { createHash } from "node:crypto";
import type { SnapshotPiece } from "../storage/ports/recordings.ts";

const encoder = new TextEncoder();
const NEWLINE = 0x0a;

/** A piece as a line of JSON, `{"window_id": …, "data": [events]}`: the same bytes wherever it comes from. */
export function snapshotLine({ windowId, data }: Pick<SnapshotPiece, "windowId" | "data">): Uint8Array {
  return encoder.encode(`{"window_id":${JSON.stringify(windowId)},"data":${data}}\n`);
}

/** Joins small chunks: a stream's work is by the chunk. */
export async function* coalesceChunks(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size < bytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** The lines of a text that comes in chunks, each with its newline. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.byteLength) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

/** Lines that were given out already, each as often as it was, by their fingerprints. */
export class LineMultiset {
  readonly #counts = new Map<string, number>();

  add(line: Uint8Array): void {
    const print = fingerprint(line);
    this.#counts.set(print, (this.#counts.get(print) ?? 0) + 1);
  }

  /** True where the line was given and not yet taken; takes it. */
  remove(line: Uint8Array): boolean {
    const print = fingerprint(line);
    const times = this.#counts.get(print) ?? 0;
    if (times > 1) this.#counts.set(print, times - 1);
    else this.#counts.delete(print);
    return times > 0;
  }

  /** How many different lines were given and not taken. */
  get size(): number {
    return this.#counts.size;
  }
}

function fingerprint(line: Uint8Array): string {
  return createHash("sha256").update(line).digest("base64");
}
