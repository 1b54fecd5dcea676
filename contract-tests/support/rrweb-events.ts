import { randomUUID } from "node:crypto";

/** An event of rrweb, as a recorder in a page makes it. */
export interface RrwebEvent {
  readonly type: number;
  readonly timestamp: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Makes events at this many milliseconds after a start. */
export function rrwebEventFactory(startMs: number) {
  const at = (type: number) => (ms: number, data: Readonly<Record<string, unknown>>) => ({
    type,
    timestamp: startMs + ms,
    data,
  });
  const [full, incremental, meta, plugin] = [at(2), at(3), at(4), at(6)];
  return {
    full: (ms: number) => full(ms, { node: { id: 1, type: 0, childNodes: [] }, initialOffset: { top: 0, left: 0 } }),
    page: (ms: number, href: string) => meta(ms, { href, width: 1280, height: 720 }),
    mouse: (ms: number, type: number) => incremental(ms, { source: 2, type, id: 7, x: 10, y: 20 }),
    move: (ms: number) => incremental(ms, { source: 1, positions: [{ x: 1, y: 2, id: 7, timeOffset: 0 }] }),
    input: (ms: number, text: string) => incremental(ms, { source: 5, text, isChecked: false, id: 9 }),
    mutation: (ms: number) => incremental(ms, { source: 0, adds: [], removes: [], texts: [], attributes: [] }),
    console: (ms: number, level: string) =>
      plugin(ms, { plugin: "rrweb/console@1", payload: { level, trace: [], payload: ['"said"'] } }),
  };
}

/** Returns a body for `/capture/` with events of a session. */
export function snapshotBody(
  apiKey: string,
  { sessionId, windowId, distinctId = "visitor" }: { sessionId: string; windowId?: string; distinctId?: string },
  events: readonly RrwebEvent[],
) {
  return {
    api_key: apiKey,
    event: "$snapshot",
    distinct_id: distinctId,
    uuid: randomUUID(),
    properties: {
      $session_id: sessionId,
      ...(windowId !== undefined && { $window_id: windowId }),
      $snapshot_data: events,
    },
  };
}

const ACTIVE_GAP_MS = 5000;

/** Returns the figures that a recording of these events must have, counted from the events alone. */
export function expectedSummary(events: readonly RrwebEvent[]) {
  const times = events.map(({ timestamp }) => timestamp);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const incremental = events.filter(({ type }) => type === 3);
  const withSource = (...sources: number[]) => incremental.filter(({ data }) => sources.includes(Number(data.source)));
  const said = events.filter(({ type, data }) => type === 6 && data.plugin === "rrweb/console@1");
  const levels = said.map(({ data }) => (data.payload as { readonly level: string }).level);
  const isOf = (names: string[]) => levels.filter((level) => names.includes(level)).length;
  const acts = withSource(1, 2, 3, 4, 5, 6, 7, 12).map(({ timestamp }) => timestamp);
  const active = activeSeconds(acts);
  const pages = events.filter(({ data }) => data.href).toSorted((one, other) => one.timestamp - other.timestamp);
  const duration = Math.round((last - first) / 1000);
  return {
    recording_duration: duration,
    active_seconds: active,
    inactive_seconds: duration - active,
    start_time: new Date(first).toISOString(),
    end_time: new Date(last).toISOString(),
    click_count: withSource(2).filter(({ data }) => [2, 3, 4, 9].includes(Number(data.type))).length,
    keypress_count: withSource(5).length,
    mouse_activity_count: withSource(1, 2, 6).length,
    console_log_count: levels.length - isOf(["warn"]) - isOf(["error", "assert"]),
    console_warn_count: isOf(["warn"]),
    console_error_count: isOf(["error", "assert"]),
    start_url: pages[0]?.data.href ?? null,
  };
}

function activeSeconds(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? time));
  return Math.round(gaps.filter((gap) => gap <= ACTIVE_GAP_MS).reduce((sum, gap) => sum + gap, 0) / 1000);
}
