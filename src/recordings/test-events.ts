import type { RrwebEvent } from "./rrweb.ts";

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
