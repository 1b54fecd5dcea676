const BITS_AN_ENTRY = 12;
const WORDS = 8;
const BLOCK_BITS = WORDS * 32;
const END = 2 ** 32;
/** Odd numbers: each takes another bit of a word for the same fingerprint. */
const SALTS = [0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31];

/** Writes which bit of each word of a block stands for a fingerprint. */
export function writeBits(low: number, bits: Int32Array): void {
  for (let word = 0; word < WORDS; word++) bits[word] = 1 << (Math.imul(low, SALTS[word] ?? 1) >>> 27);
}

export const newBits = (): Int32Array => new Int32Array(WORDS);

/** Tells which fingerprints a run does not have. About 0.5 % of those that it lacks pass, too. */
export class Filter {
  readonly #words: Uint32Array;
  readonly #blocks: number;
  readonly #bits = newBits();
  /** The filter knows all of the run below this high half. */
  until = 0;

  constructor(entries: number) {
    this.#blocks = Math.ceil((entries * BITS_AN_ENTRY) / BLOCK_BITS) || 1;
    this.#words = new Uint32Array(this.#blocks * WORDS);
  }

  static bytes(entries: number): number {
    return (entries * BITS_AN_ENTRY) / 8;
  }

  add(high: number, low: number): void {
    writeBits(low, this.#bits);
    const start = this.#start(high);
    for (let word = 0; word < WORDS; word++) {
      this.#words[start + word] = (this.#words[start + word] ?? 0) | (this.#bits[word] ?? 0);
    }
  }

  /** `bits` are those of the low half. */
  mayHave(high: number, bits: Int32Array): boolean {
    if (high >= this.until) return true;
    const words = this.#words;
    const start = this.#start(high);
    for (let word = 0; word < WORDS; word++) {
      if (((words[start + word] ?? 0) & (bits[word] ?? 0)) === 0) return false;
    }
    return true;
  }

  #start(high: number): number {
    return Math.floor((high / END) * this.#blocks) * WORDS;
  }
}
