import { createHash } from "node:crypto";
import type { Filter, IndexDescription, Sort } from "mongodb";
import { escapeText } from "../escape-text.ts";
import type { RecordKindSpec } from "../ports/records.ts";
import { type FieldValue, indexesOf, type ReadPlan, valuesOf } from "../records/read-plan.ts";

export interface RecordRow {
  readonly _id: string | number;
  readonly version: string;
  readonly [field: string]: unknown;
}

/** Some servers reject keys of about 3 KB. */
const MAX_KEY_BYTES = 512;
const HASHED_KEY = /^#[\w-]{43}$/;

/** Makes the key of a document: a value as it is, the JSON of several, or the hash of long ones. */
export function recordKey(kind: RecordKindSpec, record: object): string | number {
  const values = valuesOf(record, kind.key).map(([, value]) => value);
  const [first] = values;
  if (values.length === 1 && typeof first === "number") return first;
  const key = values.length === 1 && typeof first === "string" ? escapeText(first) : JSON.stringify(values);
  if (Buffer.byteLength(key) <= MAX_KEY_BYTES && !HASHED_KEY.test(key)) return key;
  return `#${createHash("sha256").update(JSON.stringify(values)).digest("base64url")}`;
}

/** Lists the indexes of a kind. A unique one leaves out documents without one of its fields. */
export function recordIndexes(kind: RecordKindSpec): IndexDescription[] {
  const present = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, { $exists: true }]));
  return [
    ...[kind.key, ...indexesOf(kind)].map((fields) => ({ key: toSort(fields, 1) })),
    ...(kind.unique ?? []).map((fields) => {
      return { key: toSort(fields, 1), unique: true, partialFilterExpression: present(fields) };
    }),
  ];
}

export function filterOf({ equal, order, descending, from, before, after }: ReadPlan): Filter<RecordRow> {
  const [first = ""] = order;
  const conditions: Filter<RecordRow>[] = [equalTo(equal)];
  if (from !== undefined) conditions.push({ [first]: { $gte: toField(from) } });
  if (before !== undefined) conditions.push({ [first]: { $lt: toField(before) } });
  if (after !== undefined) {
    const beyond = descending ? "$lt" : "$gt";
    const alternatives = order.map((field, index) => ({
      ...Object.fromEntries(order.slice(0, index).map((same, at) => [same, toField(after[at])])),
      [field]: { [beyond]: toField(after[index]) },
    }));
    conditions.push({ $or: alternatives });
  }
  return { $and: conditions };
}

function equalTo(fields: readonly FieldValue[]): Filter<RecordRow> {
  return Object.fromEntries(fields.map(([field, value]) => [field, toField(value)]));
}

export function sortOf({ order, descending }: ReadPlan): Sort {
  return toSort(order, descending ? -1 : 1);
}

function toSort(fields: readonly string[], direction: 1 | -1): Record<string, 1 | -1> {
  return Object.fromEntries(fields.map((field) => [field, direction]));
}

export const toField = (value: unknown) => (typeof value === "string" ? escapeText(value) : value);
