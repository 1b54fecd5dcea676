import { stat } from "node:fs/promises";

/** Returns the size of a database's files in bytes: its own, and its write-ahead log. Throws the system's error. */
export async function sizeOfDatabase(path: string): Promise<number> {
  const { size } = await stat(path);
  const log = await stat(`${path}-wal`).catch(() => null); // absent after the last connection has closed
  return size + (log?.size ?? 0);
}
