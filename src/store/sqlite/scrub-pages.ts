import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

type Page = { readonly pgno: number; readonly data: ArrayBuffer };

/** Reading a batch takes some milliseconds; writers and this thread can work in the pauses. */
const BATCH_PAGES = 256;
const PAUSE_MS = 2;
/** `sqlite_dbpage` finds a page by its number only, and scans the whole file for a range. */
const SELECT_PAGES = `WITH RECURSIVE numbers (number) AS
    (SELECT ?1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?2)
  SELECT pgno, data FROM numbers CROSS JOIN sqlite_dbpage ON pgno = number`;
/** A statement of its own: the driver gave another page to a call for one row after one for all rows of a range. */
const SELECT_PAGE = "SELECT pgno, data FROM sqlite_dbpage WHERE pgno = ?";
const SELECT_LAYOUT = `SELECT page_count AS pages, auto_vacuum AS movesPages
  FROM pragma_page_count, pragma_auto_vacuum`;
/** Pages that are not of a B-tree begin with the number of another page: with more pages it may look like a type. */
const MAX_PAGES = 2 ** 25;
const FILE_HEADER_BYTES = 100;
/** The type of a B-tree's page, in its first byte, and the bytes of its header. */
const HEADER_BYTES: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };

/**
 * Overwrites what the unused middle of pages has of moved rows, which `secure_delete` leaves, and empties the
 * write-ahead log. Works in batches. Returns false if it was aborted or the log is in use.
 */
export async function scrubPages(
  database: Pick<Transactions, "readOnce" | "write" | "purgeDeleted">,
  signal?: AbortSignal,
): Promise<boolean> {
  const { pages, movesPages } = await database.readOnce((sql) =>
    sql.one<{ pages: number; movesPages: number }>(SELECT_LAYOUT),
  );
  if (pages >= MAX_PAGES || movesPages !== 0) throw new Error("The layout of the database's pages is not supported.");
  for (let first = 1; first <= pages; first += BATCH_PAGES) {
    if (signal?.aborted) return false;
    const last = Math.min(first + BATCH_PAGES - 1, pages);
    const dirty = await database.readOnce((sql) => findDirty(sql, first, last));
    if (dirty.length > 0) await database.write((sql) => cleanPages(sql, dirty));
    await sleep(PAUSE_MS);
  }
  return database.purgeDeleted();
}

function findDirty(sql: Sql, first: number, last: number): number[] {
  return sql.all<Page>(SELECT_PAGES, first, last).flatMap((page) => (clean(page) ? [page.pgno] : []));
}

function cleanPages(sql: Sql, numbers: readonly number[]): void {
  for (const number of numbers) {
    const [page] = sql.all<Page>(SELECT_PAGE, number);
    const cleaned = page && clean(page);
    if (cleaned) sql.run("UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?", cleaned, number);
  }
}

/**
 * Zeroes what lies between the list of cells and the first cell, which nothing reads; null if it is clean or no B-tree.
 * See https://sqlite.org/fileformat.html, section 1.6.
 */
function clean({ pgno, data }: Page): Uint8Array | null {
  const page = Buffer.from(data);
  const header = pgno === 1 ? FILE_HEADER_BYTES : 0;
  const headerBytes = HEADER_BYTES[page.readUInt8(header)];
  if (headerBytes === undefined) return null;
  const start = header + headerBytes + 2 * page.readUInt16BE(header + 3);
  const end = page.readUInt16BE(header + 5) || 65_536;
  if (start >= end || end > page.length) return null;
  const middle = page.subarray(start, end);
  if (middle.equals(Buffer.alloc(middle.length))) return null;
  middle.fill(0);
  return page;
}
