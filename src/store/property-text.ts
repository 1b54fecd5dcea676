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
  const edited = new EditedProperties(text);
  const refused = edited.edit(changes);
  return { text: edited.text, refused };
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

/** Returns the bytes of a key and its value in an object, with the colon and a comma. */
function entryBytes(key: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(stringifyExactly(value)) + 2;
}

type Entry = { readonly value: unknown; readonly bytes: number } | undefined;

/** The properties of a person, parsed at most once. Results are those of `changeProperties` and `mergeProperties`. */
export class EditedProperties {
  #text: string;
  #isChanged = false;
  /** Parsed from the second change on. */
  #entries: Map<string, Entry> | null = null;
  /** The bytes of all entries, each with a comma. */
  #bytes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    if (!this.#entries) return this.#text;
    return stringifyExactly(propertyMap([...this.#entries].map(([key, entry]) => [key, entry?.value])));
  }

  /** True also if the same values were assigned. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Returns how many changes were refused. */
  change(changes: readonly PropertyChange[]): number {
    if (changes.length === 0) return 0;
    if (this.#entries || this.#isChanged) return this.edit(changes);
    const { text, refused } = changeProperties(this.#text, changes);
    this.#isChanged = text !== this.#text;
    this.#text = text;
    return refused;
  }

  /** Adds properties that are missing here. Returns false if together they are too large. */
  addMissing(from: string): boolean {
    if (from === "{}") return true;
    if (!this.#entries && !this.#isChanged) {
      const merged = mergeProperties(this.#text, from);
      this.#isChanged = merged !== null && merged !== this.#text;
      this.#text = merged ?? this.#text;
      return merged !== null;
    }
    const isEmpty = this.#parsed().size === 0;
    if (!isEmpty && this.#size() + Buffer.byteLength(from) > MAX_PROPERTIES_BYTES) return false;
    this.#apply({ setOnce: readProperties(from) });
    return true;
  }

  has(key: string): boolean {
    return this.#parsed().has(key);
  }

  get(key: string): unknown {
    return this.#parsed().get(key)?.value;
  }

  /** Does as `change`, and parses the properties in any case. */
  edit(changes: readonly PropertyChange[]): number {
    const undos = changes.map((change) => this.#apply(change));
    if (this.#size() <= MAX_PROPERTIES_BYTES) return 0;
    for (const undo of undos.toReversed()) undo();
    let refused = 0;
    for (const change of changes) {
      const before = this.#size();
      const undo = this.#apply(change);
      if (this.#size() <= Math.max(before, MAX_PROPERTIES_BYTES)) continue;
      undo();
      refused += 1;
    }
    return refused;
  }

  /** Returns a function that restores what was before. */
  #apply({ set = {}, setOnce = {}, unset = [] }: PropertyChange): () => void {
    const entries = this.#parsed();
    const before = new Map<string, Entry>();
    const put = (key: string, entry: Entry) => {
      const old = entries.get(key);
      if (!before.has(key)) before.set(key, old);
      this.#isChanged = true;
      this.#bytes += (entry?.bytes ?? 0) - (old?.bytes ?? 0);
      if (entry) entries.set(key, entry);
      else entries.delete(key);
    };
    for (const [key, value] of Object.entries(setOnce)) if (!entries.has(key)) put(key, toEntry(key, value));
    for (const [key, value] of Object.entries(set)) put(key, toEntry(key, value));
    for (const key of unset) if (entries.has(key)) put(key, undefined);
    return () => {
      for (const [key, entry] of before) put(key, entry);
    };
  }

  #size(): number {
    return this.#bytes === 0 ? 2 : this.#bytes + 1;
  }

  #parsed(): Map<string, Entry> {
    if (this.#entries) return this.#entries;
    const entries = Object.entries(readProperties(this.#text));
    this.#entries = new Map(entries.map(([key, value]) => [key, toEntry(key, value)]));
    for (const entry of this.#entries.values()) this.#bytes += entry?.bytes ?? 0;
    this.#text = "";
    return this.#entries;
  }
}

function toEntry(key: string, value: unknown): Entry {
  return { value, bytes: entryBytes(key, value) };
}
