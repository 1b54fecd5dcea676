const SMALL_BYTES = 1024;
const BLOCK_BYTES = 16 * 1024;

/** Collects the chunks of a body. Small ones are copied together: a buffer of one byte takes a hundred. */
export class Chunks {
  readonly #complete: Uint8Array[] = [];
  #block: Buffer | undefined;
  #blockBytes = 0;

  add(chunk: Uint8Array): void {
    const isSmall = chunk.byteLength < SMALL_BYTES && this.#complete.length > 0;
    if (!isSmall || this.#blockBytes + chunk.byteLength > BLOCK_BYTES) this.#completeBlock();
    if (!isSmall) return void this.#complete.push(chunk);
    this.#block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#block.set(chunk, this.#blockBytes);
    this.#blockBytes += chunk.byteLength;
  }

  /** Returns all bytes. */
  join(): Uint8Array {
    this.#completeBlock();
    return this.#complete.length === 1 ? (this.#complete[0] as Uint8Array) : Buffer.concat(this.#complete);
  }

  #completeBlock(): void {
    if (this.#block && this.#blockBytes > 0) this.#complete.push(this.#block.subarray(0, this.#blockBytes));
    this.#block = undefined;
    this.#blockBytes = 0;
  }
}
