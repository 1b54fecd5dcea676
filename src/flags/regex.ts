import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";

/** Together they bound the time of one match to some tenths of a second, whatever the expression and the text. */
const MAX_PATTERN_LENGTH = 1000;
const MAX_PROGRAM_SIZE = 2500;
const MAX_TEXT_LENGTH = 10_000;

/** Few, for each may come to hold some megabytes of what it has learnt from texts. */
const compiled = new LRUCache<string, RE2JS>({ max: 100 });

/** An expression ready to use, in RE2's syntax. Throws, with the reason, for one that is not valid, not supported or too large. */
export function compileRegex(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  if (pattern.length > MAX_PATTERN_LENGTH) throw new RangeError(`is longer than ${MAX_PATTERN_LENGTH} characters`);
  const regex = RE2JS.compile(pattern);
  if (regex.programSize() > MAX_PROGRAM_SIZE) throw new RangeError("repeats too much");
  compiled.set(pattern, regex);
  return regex;
}

/**
 * True if the expression matches anywhere in the text, in time linear in its length. Throws as `compileRegex` does, and for a
 * text longer than 10,000 characters.
 */
export function regexMatches(pattern: string, text: string): boolean {
  if (text.length > MAX_TEXT_LENGTH) throw new RangeError("a value is too long for a regular expression");
  return compileRegex(pattern).test(text);
}
