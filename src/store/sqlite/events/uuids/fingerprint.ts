/** 64 unsigned bits that stand for a project and a uuid: another pair almost certainly has others. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

const TWO_32 = 2 ** 32;
const ROUNDS = 2;
const FINAL_ROUNDS = 4;
/** The length of a project and a uuid, in the last word of the message. */
const LENGTH_WORD = 24 << 24;

/** Computes fingerprints by HalfSipHash-2-4 with a key of the store, without which clients cannot make collisions. */
export class Fingerprints {
  readonly #keyLow: number;
  readonly #keyHigh: number;
  readonly #words = new Int32Array(7);

  constructor(keyLow: number, keyHigh: number) {
    this.#keyLow = keyLow | 0;
    this.#keyHigh = keyHigh | 0;
  }

  /** `uuid` has 16 bytes. */
  of(project: number, uuid: Uint8Array): Fingerprint {
    const words = this.#words;
    words[0] = project | 0;
    words[1] = (project / TWO_32) | 0;
    for (let word = 2, at = 0; at < 16; word++, at += 4) {
      const low = (uuid[at] ?? 0) | ((uuid[at + 1] ?? 0) << 8);
      words[word] = low | ((uuid[at + 2] ?? 0) << 16) | ((uuid[at + 3] ?? 0) << 24);
    }
    words[6] = LENGTH_WORD;
    return hash(words, this.#keyLow, this.#keyHigh);
  }
}

function hash(words: Int32Array, keyLow: number, keyHigh: number): Fingerprint {
  let v0 = keyLow;
  let v1 = keyHigh ^ 0xee;
  let v2 = 0x6c796765 ^ keyLow;
  let v3 = 0x74656462 ^ keyHigh;
  let high = 0;
  // Two more steps after the words make each half of the result.
  for (let step = 0; step < words.length + 2; step++) {
    const word = words[step] ?? 0;
    const isFinal = step >= words.length;
    if (step === words.length) v2 ^= 0xee;
    if (step === words.length + 1) {
      high = (v1 ^ v3) >>> 0;
      v1 ^= 0xdd;
    }
    v3 ^= word;
    for (let round = isFinal ? FINAL_ROUNDS : ROUNDS; round > 0; round--) {
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
    v0 ^= word;
  }
  return { high, low: (v1 ^ v3) >>> 0 };
}
