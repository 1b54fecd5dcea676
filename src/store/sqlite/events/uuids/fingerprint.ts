/** 64 bits that stand for a project and a uuid: almost certainly others for another pair. Both are unsigned. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

const TWO_32 = 2 ** 32;
const COMPRESSION_ROUNDS = 2;
const FINAL_ROUNDS = 4;

/**
 * Computes fingerprints by HalfSipHash-2-4 with a key of the store: nobody who does not know the key can find a uuid
 * whose fingerprint is that of another one.
 */
export class Fingerprints {
  readonly #keyLow: number;
  readonly #keyHigh: number;
  #v0 = 0;
  #v1 = 0;
  #v2 = 0;
  #v3 = 0;

  constructor(keyLow: number, keyHigh: number) {
    this.#keyLow = keyLow | 0;
    this.#keyHigh = keyHigh | 0;
  }

  /** `uuid` has 16 bytes. */
  of(project: number, uuid: Uint8Array): Fingerprint {
    this.#v0 = this.#keyLow;
    this.#v1 = this.#keyHigh ^ 0xee;
    this.#v2 = 0x6c796765 ^ this.#keyLow;
    this.#v3 = 0x74656462 ^ this.#keyHigh;
    this.#compress(project | 0);
    this.#compress((project / TWO_32) | 0);
    for (let at = 0; at < 16; at += 4) {
      const word = (uuid[at] ?? 0) | ((uuid[at + 1] ?? 0) << 8) | ((uuid[at + 2] ?? 0) << 16);
      this.#compress(word | ((uuid[at + 3] ?? 0) << 24));
    }
    this.#compress(24 << 24); // the number of bytes
    this.#v2 ^= 0xee;
    this.#rounds(FINAL_ROUNDS);
    const high = (this.#v1 ^ this.#v3) >>> 0;
    this.#v1 ^= 0xdd;
    this.#rounds(FINAL_ROUNDS);
    return { high, low: (this.#v1 ^ this.#v3) >>> 0 };
  }

  #compress(word: number): void {
    this.#v3 ^= word;
    this.#rounds(COMPRESSION_ROUNDS);
    this.#v0 ^= word;
  }

  #rounds(count: number): void {
    let [v0, v1, v2, v3] = [this.#v0, this.#v1, this.#v2, this.#v3];
    for (let round = 0; round < count; round++) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    this.#v0 = v0;
    this.#v1 = v1;
    this.#v2 = v2;
    this.#v3 = v3;
  }
}
