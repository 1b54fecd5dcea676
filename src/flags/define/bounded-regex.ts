import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { RE2JS } from "re2js";
import { estimateRegexCost } from "./regex-cost.ts";

/** Loaded for the first pattern, because many services have none: a quarter of a megabyte of JavaScript. */
const loadRe2 = (): typeof import("re2js") => createRequire(import.meta.url)("re2js");

/** Together these limit the memory and the time of one step. */
const MAX_PATTERN_LENGTH = 1000;
const MAX_PROGRAM_SIZE = 2500;
/** What all patterns of a flag may cost to compile: some ten milliseconds, in which all other requests wait. */
export const MAX_FLAG_COST = 5000;
/** What all patterns of a file of flags may cost: half a second. */
export const MAX_FILE_COST = 100_000;
const PATTERN_COST = 20;
/** Reading a character takes less time than compiling it, but some, such as flags, add nothing to the program. */
const CHARACTERS_PER_COST = 8;
/** What the patterns that one decision compiles may cost. Those of most projects stay compiled. */
const MAX_DECISION_COST = 10_000;

interface CompiledRegex {
  readonly regex: RE2JS;
  readonly cost: number;
}

/** Counts instructions: a compiled pattern can grow to megabytes, because it caches states for texts it has seen. */
const MAX_COMPILED = 100_000;
const compiledPatterns = new LRUCache<string, CompiledRegex>({
  maxSize: MAX_COMPILED,
  sizeCalculation: ({ cost }) => Math.ceil(cost),
});

/** Compiles patterns until they have cost too much together. */
export class RegexCompiler {
  #left: number;
  readonly #file: RegexCompiler | undefined;

  /** `file` counts what the patterns of several flags cost together. */
  constructor(maxCost: number, file?: RegexCompiler) {
    this.#left = maxCost;
    this.#file = file;
  }

  /** Compiles an RE2 pattern, at no cost if done recently. Throws the reason if it is invalid or costs too much. */
  compile(pattern: string): RE2JS {
    const known = compiledPatterns.get(pattern);
    if (known) return known.regex;
    const cost = this.#pay(pattern);
    const regex = loadRe2().RE2JS.compile(pattern);
    if (regex.programSize() > MAX_PROGRAM_SIZE) throw new RangeError("repeats too much");
    compiledPatterns.set(pattern, { regex, cost });
    return regex;
  }

  /** Compiles the pattern, and counts its cost even if it was compiled recently. Throws as `compile` does. */
  check(pattern: string): void {
    if (compiledPatterns.has(pattern)) this.#pay(pattern);
    this.compile(pattern);
  }

  #pay(pattern: string): number {
    if (pattern.length > MAX_PATTERN_LENGTH) throw new RangeError(`is longer than ${MAX_PATTERN_LENGTH} characters`);
    const reading = PATTERN_COST + Math.floor(pattern.length / CHARACTERS_PER_COST);
    const cost = reading + estimateRegexCost(pattern, MAX_FLAG_COST);
    if (cost > MAX_FLAG_COST) throw new RangeError("repeats too much");
    this.#count(cost, "the other regular expressions");
    if (this.#file) this.#file.#count(cost, "those of the other flags");
    return cost;
  }

  #count(cost: number, others: string): void {
    if (cost > this.#left) throw new RangeError(`repeats too much together with ${others}`);
    this.#left -= cost;
  }
}

/** Upper bound of the steps that the regular expressions of one decision may take: some ten milliseconds at worst. */
const MAX_STEPS = 500_000;
const EXHAUSTED = new RangeError("values are too long for the regular expressions");

/** Matches regular expressions until they have taken a bounded number of steps together. */
export class RegexBudget {
  readonly #compiler = new RegexCompiler(MAX_DECISION_COST);
  #steps = MAX_STEPS;

  /** Finds the pattern anywhere. Throws as `RegexCompiler`, and if its size times the text's exceeds what is left. */
  matches(pattern: string, text: string): boolean {
    const regex = this.#compiler.compile(pattern);
    const steps = regex.programSize() * text.length;
    if (steps > this.#steps) throw EXHAUSTED;
    this.#steps -= steps;
    return regex.test(text);
  }
}
