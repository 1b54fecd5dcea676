import { stat } from "node:fs/promises";

/** Sums the sizes of a database file and its write-ahead log. Throws the system's error. */
export async function sizeOfDatabase(path: string): Promise<number> {
  const { size } = await stat(path);
  const log = await stat(`${path}-wal`).catch(() => null); // absent after the last connection has closed
  return size + (log?.size ?? 0);
}
