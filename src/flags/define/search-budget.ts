/** Characters that one decision may look at to find texts in others: five milliseconds at worst. */
const MAX_SEARCHED = 5_000_000;
/** Made once: thousands of comparisons may fail, and a stack trace costs more than they do. */
const EXHAUSTED = new RangeError("values are too long for the texts that are looked for in them");

/** Looks for texts in others until together they are too long. */
export class SearchBudget {
  #left = MAX_SEARCHED;

  /** Returns whether the text contains the part. Throws if the texts that were searched are too long together. */
  contains(text: string, part: string): boolean {
    if (part.length > text.length) return false;
    this.#left -= text.length;
    if (this.#left < 0) throw EXHAUSTED;
    return text.includes(part);
  }
}
