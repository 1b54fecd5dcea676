import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { endianness } from "node:os";
import type { Random } from "../seeded-random.ts";

// Of the index that SQLite keeps of its write-ahead log in memory, shared as a file beside it: https://www.sqlite.org/walformat.html
const INDEX_BYTES = 136;
const IS_INITIALIZED_OFFSET = 12;
const PAGE_SIZE_OFFSET = 14;
const LAST_FRAME_OFFSET = 16;

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Where in a write-ahead log of SQLite begins what need not be synced yet, after the process that wrote it was killed. With `synchronous = FULL` a
 * transaction comes into the log's index after it was synced, and nobody acts upon it before; so it is what lies behind the last frame of the index.
 * Null where the index does not say.
 */
export function findUnsyncedTail(log: string): number | null {
  const index = readFileSync(log.replace(/-wal$/, "-shm"));
  if (index.length < INDEX_BYTES || index[IS_INITIALIZED_OFFSET] !== 1) return null;
  const isLittle = endianness() === "LE";
  const pageSize = isLittle ? index.readUInt16LE(PAGE_SIZE_OFFSET) : index.readUInt16BE(PAGE_SIZE_OFFSET);
  const lastFrame = isLittle ? index.readUInt32LE(LAST_FRAME_OFFSET) : index.readUInt32BE(LAST_FRAME_OFFSET);
  if (lastFrame === 0) return 0; // all of the log is in the database, which was synced before the log begins anew
  return LOG_HEADER_BYTES + lastFrame * (FRAME_HEADER_BYTES + pageSize);
}

const SECTOR_BYTES = 512;
const MAX_SECTORS = 1024;

/** Does to the file from here on what a power loss may do to what was being written: sectors are there, or not, or half, and it may be shorter or longer. */
export function corrupt(path: string, from: number, random: Random): void {
  const file = openSync(path, "r+");
  try {
    const { size } = fstatSync(file);
    if (size > from && random.chance(0.5)) ftruncateSync(file, random.integer(from, size));
    const sectors = random.integer(1, MAX_SECTORS);
    for (let place = from; place < from + sectors * SECTOR_BYTES; place += SECTOR_BYTES) {
      const sector = Buffer.alloc(SECTOR_BYTES, random.chance(0.5) ? 0 : random.integer(1, 255));
      if (random.chance(0.5)) writeSync(file, sector, 0, random.integer(1, SECTOR_BYTES), place);
    }
  } finally {
    closeSync(file);
  }
}
