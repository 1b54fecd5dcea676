import { randomBytes } from "node:crypto";
import { escapeText, unescapeText } from "../escape-text.ts";
import type { IndexedField, RecordKind, RecordKindSpec, Stored } from "../ports/records.ts";

/** Takes up to 12 MB in UTF-8, a document 16 MB. Only flags of earlier versions come near. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
const VERSION_BYTES = 9;

/** A record's fields as engines store them: without the version, texts escaped. */
export type StoredFields = Readonly<Record<string, unknown>>;

export interface NewVersion<R> {
  readonly stored: R & { readonly version: string };
  readonly fields: StoredFields;
  readonly json: string;
}

/** Adds a version to the record that no other has. Throws `RangeError` if it is too large. */
export function newVersion<R extends object>(kind: RecordKindSpec, record: R): NewVersion<R> {
  const { version: _, ...rest } = record as R & { version?: unknown };
  const fields = mapTexts(rest, escapeText) as StoredFields;
  const json = JSON.stringify(fields);
  if (json.length > MAX_CHARACTERS) throw new RangeError(`A record of ${kind.name} has more than 4 MB.`);
  return { stored: { ...record, version: randomBytes(VERSION_BYTES).toString("base64url") }, fields, json };
}

/** The kind only tells the type. */
export function toRecord<R extends object, K extends IndexedField<R>>(
  _kind: RecordKind<R, K>,
  fields: StoredFields,
  version: string,
): Stored<R> {
  return { ...(unescapeFields(fields) as R), version };
}

export function unescapeFields(fields: StoredFields): StoredFields {
  return mapTexts(fields, unescapeText) as StoredFields;
}

/** Returns a copy of a JSON value with changed texts and names, without what is undefined. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  const present = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(present.map(([name, item]) => [change(name), mapTexts(item, change)]));
}
