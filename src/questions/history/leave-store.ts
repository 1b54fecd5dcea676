import { rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { groupBy } from "../../lib/group-by.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Events, EventToken, LeavingEvent } from "../../store/ports/events.ts";
import type { LeftPosition } from "../../store/records/history-kinds.ts";
import { sqlText } from "./duckdb-process.ts";
import { fromFiles } from "./event-columns.ts";
import { dayName, dayNumber, holding } from "./history-keys.ts";
import type { HistoryRecords, Versioned } from "./history-records.ts";
import type { WriterPorts } from "./table-log.ts";

export interface LeaveStorePorts extends Pick<WriterPorts, "records" | "local" | "workshop" | "now"> {
  readonly events: Pick<Events, "leavable" | "leave">;
  /** Called before each part. Returns false if another node does the work, or events must stay for now. */
  readonly isClaimed: () => Promise<boolean>;
}

export interface LeaveStoreOptions {
  /** Time that events stay after they were received. */
  readonly storeMs: number;
  /** Time that they stay after they were filed, because readers may still use an older list of files. */
  readonly graceMs: number;
}

const PART_EVENTS = 50_000;
const BATCH_EVENTS = 200;
const PAUSE_FACTOR = 2;

/**
 * Removes old events from the store that are certainly in live files. Returns how many.
 * Only those filed before the last run may leave, so whoever reads files and store, in any order, finds each of them.
 * Before a part leaves, its uuids are looked up in the files and the position is moved: so whoever finds no event in
 * the store is told that files have more. Any node may repeat every step.
 */
export async function leaveStore(options: LeaveStoreOptions, ports: LeaveStorePorts, signal: AbortSignal) {
  const { records, now } = ports;
  let total = 0;
  let position = await nextPosition(ports);
  if (!position?.value.next || position.value.next.at + options.graceMs > now()) return total;
  while (!signal.aborted && position && (await ports.isClaimed())) {
    const { leftUpTo, next } = position.value;
    if (!next || leftUpTo === next.token) break;
    const range = { after: leftUpTo, until: next.token };
    const part = await ports.events.leavable(range, now() - options.storeMs, PART_EVENTS);
    if (!part) break;
    const leaving = await filedOnly(part.events, ports);
    position = await announce(position, leaving, part.until, records);
    if (!position) break;
    const left = await leaveInBatches(leaving, ports.events, signal);
    total += left;
    if (signal.aborted) break;
    const { events } = position.value;
    position = await move({ ...position.value, leftUpTo: part.until, events: events + left }, position, records);
  }
  return total;
}

/** Returns the position, with a new `next` if all events up to the former have left; null if it changed meanwhile. */
async function nextPosition({ records, now }: LeaveStorePorts): Promise<Versioned<LeftPosition> | null> {
  const position = await records.left();
  const { next, leftUpTo } = position.value;
  if (next && next.token !== leftUpTo) return position;
  const { filedUpTo } = (await records.position()).value;
  if (filedUpTo === null || filedUpTo === leftUpTo) return null;
  return move({ ...position.value, next: { token: filedUpTo, at: now() } }, position, records);
}

async function filedOnly(events: readonly LeavingEvent[], ports: LeaveStorePorts): Promise<LeavingEvent[]> {
  const unfiled = new Map<string, ReadonlySet<string>>();
  for (const [project, own] of groupBy(events, ({ projectId }) => projectId)) {
    unfiled.set(project, await findUnfiled(project, own, ports));
  }
  return events.filter(({ projectId, uuid }) => !unfiled.get(projectId)?.has(uuid));
}

/** Returns the uuids of events that are in no live file of their days. Throws if a file cannot be read. */
async function findUnfiled(
  projectId: ProjectId,
  events: readonly LeavingEvent[],
  ports: LeaveStorePorts,
): Promise<Set<string>> {
  const { files } = (await ports.records.manifest(projectId)).value;
  const days = new Set(events.map(({ timestamp }) => dayName(dayNumber(timestamp))));
  const needed = files.filter(({ day }) => days.has(day));
  if (needed.length === 0) return new Set(events.map(({ uuid }) => uuid));
  const workshop = await ports.workshop();
  const { duckdb } = workshop;
  const path = workshop.newPath("csv");
  try {
    await writeFile(path, events.map(({ uuid }) => `${uuid}\n`).join(""), { mode: 0o600 });
    const wanted = `read_csv(${sqlText(path)}, header = false, columns = {uuid: 'UUID'})`;
    await duckdb.run(`CREATE OR REPLACE TEMP TABLE wanted AS SELECT uuid FROM ${wanted}`);
    const rows = await holding(ports.local, projectId, needed, (paths) => {
      const filed = `SELECT uuid FROM ${fromFiles(paths)} SEMI JOIN wanted USING (uuid)`;
      return duckdb.run(`SELECT uuid::VARCHAR AS uuid FROM wanted ANTI JOIN (${filed}) AS filed USING (uuid)`);
    });
    return new Set(rows.map(({ uuid }) => String(uuid)));
  } finally {
    await rm(path, { force: true });
  }
}

/** Moves the position before the first of these events leaves. */
async function announce(
  position: Versioned<LeftPosition>,
  leaving: readonly LeavingEvent[],
  leavingUpTo: EventToken,
  records: HistoryRecords,
) {
  if (leaving.length === 0) return position;
  const before = position.value.receivedUntil ?? -Infinity;
  const receivedUntil = leaving.reduce((max, { receivedAt }) => Math.max(max, receivedAt), before);
  return move({ ...position.value, receivedUntil, leavingUpTo }, position, records);
}

async function move(value: LeftPosition, { version }: Versioned<LeftPosition>, records: HistoryRecords) {
  return (await records.moveLeft(value, version)) ? records.left() : null;
}

async function leaveInBatches(
  leaving: readonly LeavingEvent[],
  events: Pick<Events, "leave">,
  signal: AbortSignal,
): Promise<number> {
  let left = 0;
  for (let start = 0; start < leaving.length && !signal.aborted; start += BATCH_EVENTS) {
    const begin = performance.now();
    left += await events.leave(leaving.slice(start, start + BATCH_EVENTS));
    await sleep((performance.now() - begin) * PAUSE_FACTOR);
  }
  return left;
}
