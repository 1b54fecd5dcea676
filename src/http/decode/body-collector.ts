import { freeBuffer, ownBuffer } from "../../lib/threads/channel.ts";

/** Largest ratio of the buffer to what has arrived. Pages that were never written take no memory. */
const MAX_GROWTH = 4;

/** Collects chunks in one buffer as they arrive, and frees them. */
export class BodyCollector {
  readonly #announced: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  /** `announced` is the body's size; infinite if not known. */
  constructor(announced: number) {
    this.#announced = announced;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.byteLength;
    if (this.#length === 0) this.#buffer = chunk;
    else {
      if (length > this.#buffer.byteLength) this.#resize(Math.min(this.#announced, MAX_GROWTH * length));
      this.#buffer.set(chunk, this.#length);
      free(chunk);
    }
    this.#length = length;
  }

  /** Returns all bytes, without a copy if there is a single chunk. */
  complete(): Uint8Array {
    if (this.#length < this.#buffer.byteLength) this.#resize(this.#length);
    return this.#buffer;
  }

  #resize(bytes: number): void {
    const buffer = Buffer.allocUnsafeSlow(bytes);
    this.#buffer.copy(buffer, 0, 0, this.#length);
    free(this.#buffer);
    this.#buffer = buffer;
  }
}

function free(chunk: Buffer): void {
  const [own] = ownBuffer(chunk);
  if (own) freeBuffer(own);
}
