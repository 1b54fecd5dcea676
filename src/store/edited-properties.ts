import { type PropertyChange, propertyMap, stringifyExactly } from "../lib/json/json.ts";
import {
  changeProperties,
  entryBytes,
  MAX_PROPERTIES_BYTES,
  mergeProperties,
  readProperties,
} from "./property-text.ts";

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
    if (this.#entries || this.#isChanged) return this.#edit(changes);
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

  #edit(changes: readonly PropertyChange[]): number {
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
