import { gzipSync } from "node:zlib";
import type { RrwebEvent } from "./recorder/rrweb.ts";

/** A page that is shown. */
export const meta = (timestamp: number, href: string): RrwebEvent => ({ type: 4, timestamp, data: { href } });

/** Something that happens on it; `source` as rrweb numbers them. */
export const incremental = (timestamp: number, source: number, data: object = {}): RrwebEvent => ({
  type: 3,
  timestamp,
  data: { source, ...data },
});

export const mouseMove = (timestamp: number, note = ""): RrwebEvent => incremental(timestamp, 1, { note });

/** A line in the browser's console. */
export const consoleLine = (timestamp: number, level: unknown, plugin = "rrweb/console@1"): RrwebEvent => ({
  type: 6,
  timestamp,
  data: { plugin, payload: { level, payload: ['"said"'] } },
});

/** A value as new clients pack a part of an rrweb event: gzipped JSON, a character for each byte. */
export const packed = (value: unknown): string => gzipSync(JSON.stringify(value)).toString("latin1");

/** `$snapshot_data` of several events, as old clients sent rrweb events: gzip in base64, cut into so many chunks. */
export function inChunks(
  chunk_id: string,
  events: readonly RrwebEvent[],
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
