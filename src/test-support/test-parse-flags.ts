import assert from "node:assert/strict";
import { parseFlags } from "../flags/define/parse-flags.ts";
import { InvalidFlags } from "../flags/define/validation.ts";

/** Returns a minimal flag with these filters. */
export function flagWithFilters(filters: unknown, more: object = {}): object {
  return { key: "f", filters, ...more };
}

/** Returns the problems of flag definitions: none if they are valid. */
export function problemsOf(value: unknown): readonly string[] {
  try {
    parseFlags(value);
    return [];
  } catch (error) {
    assert.ok(error instanceof InvalidFlags);
    assert.equal(error.message, error.problems.join("\n"));
    return error.problems;
  }
}
