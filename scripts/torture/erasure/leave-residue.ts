import { join } from "node:path";
import Database from "libsql";

const INTERIOR_TYPES = [2, 5];
const LEAF_TYPES = [10, 13];

/**
 * Writes the text into the unused middle of a page of a stopped node's database, as SQLite does when it moves a row to
 * another page. Throws if there is no page with room.
 */
export function leaveResidue(directory: string, text: string): void {
  const database = new Database(join(directory, "sightline.db"));
  try {
    const pages = database.prepare("SELECT pgno, data FROM sqlite_dbpage WHERE pgno > 1").iterate();
    let changed: { readonly pgno: number; readonly page: Buffer } | undefined;
    // To the last page: else libsql closes the database only when the garbage collector finds the statement.
    for (const { pgno, data } of pages as Iterable<{ pgno: number; data: ArrayBuffer }>) {
      if (changed) continue;
      const page = Buffer.from(data);
      const start = endOfCellPointers(page);
      if (start === null || start + text.length > page.readUInt16BE(5)) continue;
      page.write(text, start);
      changed = { pgno, page };
    }
    if (!changed) throw new Error("no page of the database has room in its middle");
    database.prepare("UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?").run(changed.page, changed.pgno);
  } finally {
    database.close();
  }
}

/** Returns where the unused middle begins; null if the page is not of a B-tree: https://sqlite.org/fileformat.html */
function endOfCellPointers(page: Buffer): number | null {
  const type = page.readUInt8(0);
  if (!INTERIOR_TYPES.includes(type) && !LEAF_TYPES.includes(type)) return null;
  return (LEAF_TYPES.includes(type) ? 8 : 12) + 2 * page.readUInt16BE(3);
}
