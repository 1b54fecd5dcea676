import { type ExactNumber, exactNumber } from "../../lib/json/exact-number.ts";
import type { Millis } from "../../store/ports/common.ts";
import { comparisonText, foldAscii, type SizeLimits } from "./comparable-values.ts";
import { dateOfProperty } from "./dates.ts";
import { parseVersion, type Version } from "./semver.ts";

/** Limits of a compared property. Honest properties are far smaller. */
const LIMITS: SizeLimits = { maxLength: 10_000, maxItems: 1000 };
/** UTF-16 units of all lists and objects that one decision serializes: some milliseconds at worst. */
const MAX_SERIALIZED = 100_000;

/** Serializes the values of one decision until together they are too large. */
export class TextBudget {
  #left = MAX_SERIALIZED;

  /** Returns the value as `comparisonText` does, and throws also if too little is left. */
  textOf(value: unknown): string {
    if (typeof value === "string") return comparisonText(value, LIMITS);
    const maxLength = Math.min(LIMITS.maxLength, this.#left);
    this.#left -= LIMITS.maxLength;
    const text = comparisonText(value, { ...LIMITS, maxLength });
    this.#left += LIMITS.maxLength - text.length;
    return text;
  }
}

/** A value in the forms that flags compare, each made once. All but `value` throw if it is too large or deep. */
export class ComparedValue {
  readonly value: unknown;
  readonly #budget: TextBudget;
  #text: string | undefined;
  #lowerCase: string | undefined;
  #folded: string | undefined;
  #number: ExactNumber | undefined | null = null;
  #date: Millis | undefined | null = null;
  #version: Version | undefined | null = null;
  #error: unknown;

  constructor(value: unknown, budget: TextBudget) {
    this.value = value;
    this.#budget = budget;
  }

  get text(): string {
    if (this.#text !== undefined) return this.#text;
    if (this.#error !== undefined) throw this.#error;
    try {
      this.#text = this.#budget.textOf(this.value);
      return this.#text;
    } catch (error) {
      this.#error = error;
      throw error;
    }
  }

  get lowerCase(): string {
    this.#lowerCase ??= this.text.toLowerCase();
    return this.#lowerCase;
  }

  get folded(): string {
    this.#folded ??= foldAscii(this.text);
    return this.#folded;
  }

  get number(): ExactNumber | undefined {
    if (this.#number === null) this.#number = exactNumber(this.#scalar);
    return this.#number;
  }

  get date(): Millis | undefined {
    if (this.#date === null) this.#date = dateOfProperty(this.#scalar);
    return this.#date;
  }

  get version(): Version | undefined {
    if (this.#version === null) this.#version = parseVersion(this.text);
    return this.#version;
  }

  get #scalar(): unknown {
    return typeof this.value === "string" ? this.text : this.value;
  }
}
