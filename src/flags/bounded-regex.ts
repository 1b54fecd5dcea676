import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { RE2JS } from "re2js";

/** Loaded for the first pattern, because many services have none: a quarter of a megabyte of JavaScript. */
const loadRe2 = (): typeof import("re2js") => createRequire(import.meta.url)("re2js");

/** Together these limit the memory and the time of one step. */
const MAX_PATTERN_LENGTH = 1000;
const MAX_PROGRAM_SIZE = 2500;

/** Few, because a compiled pattern can grow to megabytes: it caches states for the texts it has seen. */
const MAX_COMPILED_PATTERNS = 100;
const compiledPatterns = new LRUCache<string, RE2JS>({ max: MAX_COMPILED_PATTERNS });

/** Returns the compiled RE2 pattern. Throws, with the reason, if it is invalid, unsupported or too large. */
export function compileRegex(pattern: string): RE2JS {
  const cached = compiledPatterns.get(pattern);
  if (cached) return cached;
  if (pattern.length > MAX_PATTERN_LENGTH) throw new RangeError(`is longer than ${MAX_PATTERN_LENGTH} characters`);
  const regex = loadRe2().RE2JS.compile(pattern);
  if (regex.programSize() > MAX_PROGRAM_SIZE) throw new RangeError("repeats too much");
  compiledPatterns.set(pattern, regex);
  return regex;
}

/** Upper bound of the steps that the regular expressions of one decision may take: some ten milliseconds at worst. */
const MAX_STEPS = 500_000;
const EXHAUSTED = new RangeError("values are too long for the regular expressions");

/** Matches regular expressions until they have taken a bounded number of steps together. */
export class RegexBudget {
  #steps = MAX_STEPS;

  /**
   * Returns true if the pattern matches anywhere in the text. Throws as `compileRegex` does, and if the size of the
   * pattern times the length of the text, the most steps that a match can take, exceeds what is left.
   */
  matches(pattern: string, text: string): boolean {
    const regex = compileRegex(pattern);
    const steps = regex.programSize() * text.length;
    if (steps > this.#steps) throw EXHAUSTED;
    this.#steps -= steps;
    return regex.test(text);
  }
}
