import type { IndexedField, RecordKind, RecordQuery, Records, Stored } from "../ports/records.ts";

const PAGE_SIZE = 1000;

/** Yields all matching records, some at a time. `orderBy` must not be null in any of them. */
export async function* scanPages<R extends object, K extends IndexedField<R>>(
  records: Records,
  kind: RecordKind<R, K>,
  query: RecordQuery<R>,
  limit = PAGE_SIZE,
): AsyncGenerator<Stored<R>[]> {
  for (let page: Stored<R>[] | undefined; page === undefined || page.length === limit; ) {
    page = await records.scan(kind, query, { limit, after: page?.at(-1) });
    yield page;
  }
}

/** Returns all matching records, for lists that stay short. `orderBy` must not be null in any of them. */
export async function scanAll<R extends object, K extends IndexedField<R>>(
  records: Records,
  kind: RecordKind<R, K>,
  query: RecordQuery<R>,
): Promise<Stored<R>[]> {
  const all: Stored<R>[] = [];
  for await (const page of scanPages(records, kind, query)) all.push(...page);
  return all;
}

/** Deletes all matching records. */
export async function deleteAll<R extends object, K extends IndexedField<R>>(
  records: Records,
  kind: RecordKind<R, K>,
  query: RecordQuery<R>,
): Promise<void> {
  for (const record of await scanAll(records, kind, query)) await records.delete(kind, record);
}

let inserted = 0;

/** Returns a text that sorts after those returned before, and in any other process before now. */
export function nextOrder(): string {
  inserted += 1;
  return `${Date.now().toString(16).padStart(12, "0")}-${inserted.toString(16).padStart(6, "0")}`;
}
