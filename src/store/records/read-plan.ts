import type { IndexedValue, RecordKindSpec } from "../ports/records.ts";

export type FieldValue = readonly [field: string, value: IndexedValue];

/** Reads the records with the fields of `equal`, ordered by the fields of `order`. */
export interface ReadPlan {
  readonly equal: readonly FieldValue[];
  readonly order: readonly string[];
  readonly descending: boolean;
  /** Bounds of the first field of `order`. */
  readonly from: IndexedValue | undefined;
  readonly before: IndexedValue | undefined;
  /** The values of `order` after which the page begins. */
  readonly after: readonly IndexedValue[] | undefined;
}

interface Query {
  readonly where?: object;
  readonly orderBy?: string;
  readonly descending?: boolean;
  readonly from?: IndexedValue;
  readonly before?: IndexedValue;
}

/** Plans a read. Throws if no index of the kind supports it, or if a value is undefined. */
export function planRead(kind: RecordKindSpec, query: Query, after?: object): ReadPlan {
  const { where = {}, orderBy, descending = false, from, before } = query;
  const fields = Object.keys(where);
  requireIndex(kind, fields, orderBy);
  const rest = kind.key.filter((field) => field !== orderBy && !fields.includes(field));
  const order = orderBy === undefined ? rest : [orderBy, ...rest];
  return {
    equal: valuesOf(where, fields),
    order,
    descending,
    from,
    before,
    after: after && valuesOf(after, order).map(([, value]) => value),
  };
}

/** Returns the fields with their values. Throws if one is undefined: a query must not match more than was meant. */
export function valuesOf(record: object, fields: readonly string[]): FieldValue[] {
  const values = new Map<string, IndexedValue | undefined>(Object.entries(record));
  return fields.map((field) => {
    const value = values.get(field);
    if (value === undefined) throw new TypeError(`The field ${field} has no value.`);
    return [field, value];
  });
}

/** Returns all indexes without the key. Each ends with the key, by which equal records are ordered. */
export function indexesOf({ key, indexes = [] }: RecordKindSpec): (readonly string[])[] {
  return indexes.map((fields) => [...new Set([...fields, ...key])]);
}

function requireIndex(kind: RecordKindSpec, where: readonly string[], orderBy: string | undefined): void {
  const first = new Set(where);
  const supports = (index: readonly string[]) =>
    index.slice(0, first.size).every((field) => first.has(field)) &&
    (orderBy === undefined || index[first.size] === orderBy);
  if ([kind.key, ...indexesOf(kind), ...(kind.unique ?? [])].some(supports)) return;
  const read = `where ${where.join(", ") || "anything"}${orderBy === undefined ? "" : `, ordered by ${orderBy}`}`;
  throw new TypeError(`No index of ${kind.name} supports a read ${read}.`);
}
