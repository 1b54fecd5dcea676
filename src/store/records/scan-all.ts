import type { IndexedField, RecordKind, RecordQuery, Records, Stored } from "../ports/records.ts";

const PAGE_SIZE = 1000;

/** Returns all matching records, for lists that stay short. `orderBy` must not be null in any of them. */
export async function scanAll<R extends object, K extends IndexedField<R>>(
  records: Records,
  kind: RecordKind<R, K>,
  query: RecordQuery<R>,
): Promise<Stored<R>[]> {
  const all: Stored<R>[] = [];
  let read: number;
  do {
    const page = await records.scan(kind, query, { limit: PAGE_SIZE, after: all.at(-1) });
    all.push(...page);
    read = page.length;
  } while (read === PAGE_SIZE);
  return all;
}

let inserted = 0;

/** Returns a text that sorts after those returned before, and in any other process before now. */
export function nextOrder(): string {
  inserted += 1;
  return `${Date.now().toString(16).padStart(12, "0")}-${inserted.toString(16).padStart(6, "0")}`;
}
