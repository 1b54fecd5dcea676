import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { endianness } from "node:os";
import type { Random } from "../../seeded-random.ts";

// Offsets in SQLite's index of the write-ahead log, the `-shm` file: https://www.sqlite.org/walformat.html
const INDEX_BYTES = 136;
const IS_INITIALIZED_OFFSET = 12;
const PAGE_SIZE_OFFSET = 14;
const LAST_FRAME_OFFSET = 16;

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Returns the offset in a write-ahead log of SQLite after which data may be unsynced, once the writing process was
 * killed; null if the index is not initialized. With `synchronous = FULL`, SQLite adds a transaction to the index of
 * the log only after syncing it, and no reader sees it before. So only bytes after the last indexed frame may be
 * unsynced.
 */
export function findUnsyncedTail(log: string): number | null {
  const index = readFileSync(log.replace(/-wal$/, "-shm"));
  if (index.length < INDEX_BYTES || index[IS_INITIALIZED_OFFSET] !== 1) return null;
  const isLittle = endianness() === "LE";
  const pageSize = isLittle ? index.readUInt16LE(PAGE_SIZE_OFFSET) : index.readUInt16BE(PAGE_SIZE_OFFSET);
  const lastFrame = isLittle ? index.readUInt32LE(LAST_FRAME_OFFSET) : index.readUInt32BE(LAST_FRAME_OFFSET);
  if (lastFrame === 0) return 0; // the whole log is in the database, which was synced before the log restarts
  return LOG_HEADER_BYTES + lastFrame * (FRAME_HEADER_BYTES + pageSize);
}

const SECTOR_BYTES = 512;
const MAX_SECTORS = 1024;

/**
 * Damages the file after an offset as a power loss may: sectors are written, missing or partial, and the length
 * changes.
 */
export function corrupt(path: string, from: number, random: Random): void {
  const file = openSync(path, "r+");
  try {
    const { size } = fstatSync(file);
    if (size > from && random.chance(0.5)) ftruncateSync(file, random.integer(from, size));
    const sectors = random.integer(1, MAX_SECTORS);
    for (let offset = from; offset < from + sectors * SECTOR_BYTES; offset += SECTOR_BYTES) {
      const sector = Buffer.alloc(SECTOR_BYTES, random.chance(0.5) ? 0 : random.integer(1, 255));
      if (random.chance(0.5)) writeSync(file, sector, 0, random.integer(1, SECTOR_BYTES), offset);
    }
  } finally {
    closeSync(file);
  }
}
