import {
  applyChanges,
  type PropertyChange,
  type PropertyMap,
  parseExactly,
  propertyMap,
  stringifyExactly,
} from "../lib/json/json.ts";

/** The limit for a person or a group, as JSON in UTF-8. */
export const MAX_PROPERTIES_BYTES = 1024 * 1024;
/** Searching long texts for keys costs less than parsing them, unless there are many keys. */
const MIN_SEARCHED_LENGTH = 4096;
const MAX_SEARCHED_KEYS = 16;

export function readProperties(text: string): PropertyMap {
  return parseExactly(text) as PropertyMap;
}

export interface ChangedProperties {
  readonly text: string;
  /** How many changes were refused, each as a whole, because the properties would exceed their limit. */
  readonly refused: number;
}

/** Returns the text after the changes; the same text if they change nothing. */
export function changeProperties(text: string, changes: readonly PropertyChange[]): ChangedProperties {
  if (changes.length === 0) return { text, refused: 0 };
  const appended = text.length < MIN_SEARCHED_LENGTH ? null : appendProperties(text, changes);
  if (appended) return appended;
  const before = readProperties(text);
  const changed = stringifyExactly(applyChanges(before, changes));
  if (changed.length <= MAX_PROPERTIES_BYTES / 3 || Buffer.byteLength(changed) <= MAX_PROPERTIES_BYTES) {
    return { text: changed, refused: 0 };
  }
  return applyFitting(before, Buffer.byteLength(text), changes);
}

/** Joins both; `into` prevails. Returns null above the limit. Does not parse a large `into`: it may get many others. */
export function mergeProperties(into: string, from: string): string | null {
  if (from === "{}") return into;
  if (into === "{}") return from;
  if (Buffer.byteLength(into) + Buffer.byteLength(from) > MAX_PROPERTIES_BYTES) return null;
  const added = readProperties(from);
  if (lacksKeys(into, Object.keys(added))) return `${into.slice(0, -1)},${from.slice(1)}`;
  return stringifyExactly(applyChanges(readProperties(into), [{ setOnce: added }]));
}

/** Returns true if the text has none of the keys, at any depth; false if it may have one. */
function lacksKeys(text: string, keys: readonly string[]): boolean {
  return keys.length <= MAX_SEARCHED_KEYS && !keys.some((key) => text.includes(`${JSON.stringify(key)}:`));
}

/** Applies changes of new properties without parsing the text; null if it may have one of them. */
function appendProperties(text: string, changes: readonly PropertyChange[]): ChangedProperties | null {
  if (changes.length > MAX_SEARCHED_KEYS) return null;
  let [changed, bytes, refused] = [text, Buffer.byteLength(text), 0];
  for (const { set = {}, setOnce = {}, unset = [] } of changes) {
    const added = propertyMap([...Object.entries(setOnce), ...Object.entries(set)]);
    const keys = Object.keys(added);
    if (!lacksKeys(changed, [...keys, ...unset]) || unset.some((key) => Object.hasOwn(added, key))) return null;
    if (keys.length === 0) continue;
    const part = stringifyExactly(added).slice(1);
    const grown = bytes + Buffer.byteLength(part);
    if (grown > MAX_PROPERTIES_BYTES) {
      refused += 1;
      continue;
    }
    changed = `${changed.slice(0, -1)},${part}`;
    bytes = grown;
  }
  return { text: changed, refused };
}

/** Applies changes that fit, or make the properties no larger, in time in proportion to the sizes. */
function applyFitting(before: PropertyMap, bytes: number, changes: readonly PropertyChange[]): ChangedProperties {
  const map = new Map(Object.entries(before));
  const sizes = new Map<string, number>();
  const sizeOf = (key: string) => sizes.get(key) ?? (map.has(key) ? entryBytes(key, map.get(key)) : 0);
  let [total, refused] = [bytes, 0];
  for (const change of changes) {
    const written = new Map<string, unknown>();
    for (const [key, value] of Object.entries(change.setOnce ?? {})) if (!map.has(key)) written.set(key, value);
    for (const [key, value] of Object.entries(change.set ?? {})) written.set(key, value);
    for (const key of change.unset ?? []) written.delete(key);
    const removed = new Set(change.unset?.filter((key) => map.has(key)));
    const added = new Map([...written].map(([key, value]) => [key, entryBytes(key, value)]));
    let growth = 0;
    for (const [key, size] of added) growth += size - sizeOf(key);
    for (const key of removed) growth -= sizeOf(key);
    if (growth > 0 && total + growth > MAX_PROPERTIES_BYTES) {
      refused += 1;
      continue;
    }
    total += growth;
    for (const [key, value] of written) map.set(key, value);
    for (const [key, size] of added) sizes.set(key, size);
    for (const key of removed) {
      map.delete(key);
      sizes.delete(key);
    }
  }
  return { text: stringifyExactly(propertyMap(map)), refused };
}

/** Returns the bytes of a key and its value in an object, with the colon and a comma. */
export function entryBytes(key: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(stringifyExactly(value)) + 2;
}
