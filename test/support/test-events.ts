import { gzipSync } from "node:zlib";
import type { RrwebEvent } from "../../src/recordings/rrweb.ts";

/** Returns a page view. */
export const meta = (timestamp: number, href: string): RrwebEvent => ({ type: 4, timestamp, data: { href } });

/** Returns an incremental snapshot; `source` as rrweb numbers it. */
export const incremental = (timestamp: number, source: number, data: object = {}): RrwebEvent => ({
  type: 3,
  timestamp,
  data: { source, ...data },
});

export const mouseMove = (timestamp: number, note = ""): RrwebEvent => incremental(timestamp, 1, { note });

/** Returns a line in the browser's console. */
export const consoleLine = (timestamp: number, level: unknown, plugin = "rrweb/console@1"): RrwebEvent => ({
  type: 6,
  timestamp,
  data: { plugin, payload: { level, payload: ['"said"'] } },
});

/** Returns a value as current clients pack a part of an rrweb event: gzipped JSON, one character per byte. */
export const packed = (value: unknown): string => gzipSync(JSON.stringify(value)).toString("latin1");

/** Returns text of this length that gzip makes a few times smaller. */
export const compressibleText = (length: number): string =>
  Array.from({ length: Math.ceil(length / 10) }, (_, index) => `${(index * 2_654_435_761) % 999_999_937}`.padEnd(10))
    .join("")
    .slice(0, length);

/** Returns the `$snapshot_data` of `count` chunks, as old clients sent rrweb events: gzip in base64, split. */
export function inChunks(
  chunk_id: string,
  events: readonly object[],
  count: number,
  encoding: "utf8" | "utf16le" = "utf16le",
) {
  const data = gzipSync(Buffer.from(JSON.stringify(events), encoding)).toString("base64");
  const size = Math.ceil(data.length / count);
  return Array.from({ length: count }, (_, chunk_index) => ({
    chunk_id,
    chunk_index,
    chunk_count: count,
    data: data.slice(chunk_index * size, (chunk_index + 1) * size),
    compression: "gzip-base64",
    has_full_snapshot: false,
  }));
}
