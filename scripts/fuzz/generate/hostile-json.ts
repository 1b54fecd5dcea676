import type { Random } from "../../seeded-random.ts";
import { pick, randomSize } from "./random-text.ts";

/** Long runs of one thing, as JSON (most of them), `count` times. */
const RUNS: Readonly<Record<string, (count: number) => string>> = {
  spaces: (count) => `[${" ".repeat(count)}]`,
  "empty objects": (count) => `[${"{},".repeat(count)}{}]`,
  "empty arrays": (count) => `[${"[],".repeat(count)}[]]`,
  "nested arrays": (count) => "[".repeat(count) + "]".repeat(count),
  "nested arrays, never closed": (count) => "[".repeat(count),
  "nested objects": (count) => `${'{"a":'.repeat(count)}1${"}".repeat(count)}`,
  "infinite numbers": (count) => `[${"1e999,".repeat(count)}0]`,
  "small numbers": (count) => `[${"1e-999,".repeat(count)}0]`,
  numbers: (count) => `[${"0,".repeat(count)}0]`,
  "numbers beyond 2^53": (count) => `[${"9007199254740993,".repeat(count)}0]`,
  "a long number": (count) => "9".repeat(count),
  "a long fraction": (count) => `0.${"0".repeat(count)}1`,
  "a long string": (count) => `"${"x".repeat(count)}"`,
  "a string of NUL": (count) => `"${"\\u0000".repeat(count)}"`,
  "lone surrogates": (count) => `"${"\\ud800".repeat(count)}"`,
  "escaped quotes": (count) => `"${'\\"'.repeat(count)}"`,
  backslashes: (count) => `"${"\\\\".repeat(count)}"`,
  "a long key": (count) => `{"${"k".repeat(count)}":1}`,
  "many keys": (count) => `{${Array.from({ length: Math.min(count, 1_000_000) }, (_, at) => `"k${at}":0`).join()}}`,
  "objects of two keys": (count) => {
    return `[${Array.from({ length: Math.min(count, 1_000_000) }, (_, at) => `{"a${at}":1,"b${at}":2}`).join()}]`;
  },
  "number keys": (count) =>
    `{${Array.from({ length: Math.min(count, 1_000_000) }, (_, at) => `"${at * 7919}":0`).join()}}`,
  "objects with an index for a key": (count) => `[${'{"34":0},'.repeat(count)}{}]`,
  "sparse lists of keys": (count) => `[${'{"0":0,"1":0,"2":0,"3":0,"4":0,"143":0},'.repeat(count)}{}]`,
  "escaped indexes": (count) => `[${'{"\\u0033\\u0034":0},'.repeat(count)}{}]`,
  "objects of a hundred own keys": (count) => {
    const keys = Array.from(
      { length: Math.min(count, 1_000_000) },
      (_, at) => `"k${at}":0${at % 100 === 99 ? "},{" : ","}`,
    );
    return `[{${keys.join("")}"k":0}]`;
  },
  "one key again and again": (count) => `{${'"k":{},'.repeat(count)}"k":0}`,
  "prototype keys": (count) => `{${'"__proto__":{},'.repeat(count)}"constructor":{"prototype":{"a":1}}}`,
  "regular expression bait": (count) => `"${"a".repeat(count)}!"`,
  "dots and dollars": (count) => `{"${"$a.".repeat(count)}":{"$set":1}}`,
};

/** Around these counts stand limits of depth, long numbers, events, values and shapes. */
const LIMITS = [500, 5000, 20_000, 50_000, 250_000, 800_000, 3_000_000];

/** A run of something, and its name. */
export interface HostileJson {
  readonly name: string;
  readonly json: string;
}

/** Returns up to about `maxBytes` of hostile JSON. */
export function hostileJson(random: Random, maxBytes: number): HostileJson {
  const name = pick(Object.keys(RUNS), random);
  const unit = (RUNS[name]?.(3).length ?? 0) - (RUNS[name]?.(2).length ?? 0);
  const maxCount = maxBytes / Math.max(1, unit);
  const isAtLimit = random.chance(0.2);
  const count = isAtLimit
    ? Math.floor(Math.min(maxCount, pick(LIMITS, random) + random.integer(-1, 1)))
    : randomSize(maxCount, random);
  return { name: `${name} × ${count}`, json: RUNS[name]?.(count) ?? "" };
}
