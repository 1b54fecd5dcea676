import { isPropertyMap, type PropertyMap, propertyOf } from "./json.ts";

/** A changed path of a JSON value, such as `filters.groups[0].rollout_percentage`. */
export interface JsonDifference {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Returns the first paths at which the values differ, up to `max`. Reads each value once. */
export function jsonDifferences(before: unknown, after: unknown, max = Number.POSITIVE_INFINITY): JsonDifference[] {
  const found: JsonDifference[] = [];
  addDifferences({ before, after, path: () => "" }, { found, max });
  return found;
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  /** Returns its path: most pairs are equal, and need none. */
  readonly path: () => string;
}

type Result = { readonly found: JsonDifference[]; readonly max: number };

function addDifferences(pair: Pair, result: Result): void {
  const { before, after, path } = pair;
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) addListDifferences(before, after, path, result);
  else if (isPropertyMap(before) && isPropertyMap(after)) addMapDifferences(before, after, path, result);
  else addDifference({ path: path(), before, after }, result);
}

function addDifference(difference: JsonDifference, { found, max }: Result): void {
  if (found.length < max) found.push(difference);
}

function addMapDifferences(before: PropertyMap, after: PropertyMap, path: () => string, result: Result): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (result.found.length >= result.max) return;
    const at = () => joinPath(path(), key);
    if (!Object.hasOwn(before, key)) addDifference({ path: at(), after: propertyOf(after, key) }, result);
    else if (!Object.hasOwn(after, key)) addDifference({ path: at(), before: propertyOf(before, key) }, result);
    else addDifferences({ before: before[key], after: after[key], path: at }, result);
  }
}

function addListDifferences(
  before: readonly unknown[],
  after: readonly unknown[],
  path: () => string,
  result: Result,
): void {
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    if (result.found.length >= result.max) return;
    const at = () => `${path()}[${index}]`;
    if (index >= before.length) addDifference({ path: at(), after: after[index] }, result);
    else if (index >= after.length) addDifference({ path: at(), before: before[index] }, result);
    else addDifferences({ before: before[index], after: after[index], path: at }, result);
  }
}

function joinPath(path: string, key: string): string {
  if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}
