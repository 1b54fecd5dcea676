import { setTimeout as sleep } from "node:timers/promises";
import { toIdentifier } from "../lib/identifier.ts";
import { isPropertyMap, type PropertyMap, parseExactly, stringifyExactly } from "../lib/json/json.ts";
import { findProblem } from "../lib/problem.ts";
import { isUuid, timeOrderedUuid, uuidFrom } from "../lib/uuid.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { Events } from "../store/ports/events.ts";
import { parseIsoTime } from "./event-time.ts";
import type { JournalDatabase } from "./journal/journal-database.ts";
import { packGroups } from "./journal/journal-entry.ts";
import { WaitingGroups } from "./journal/replay-dead-letters.ts";

export interface ExportedLine {
  /** Null if the line is longer than any event may be. */
  readonly text: string | null;
  readonly location: string;
}

export interface ImportReport {
  imported: number;
  /** Events that were stored before. */
  known: number;
  /** Dead letters now. */
  refused: number;
  /** Skipped lines by reason: how many, and where the first are. */
  readonly skipped: Map<string, { count: number; readonly examples: string[] }>;
}

export interface ImportPorts {
  readonly journal: Pick<JournalDatabase, "append" | "firstGroupId" | "lastGroup" | "deadLetters">;
  readonly events: Pick<Events, "knownUuids">;
  /** Throws the `Problem` of a request's body that the service would refuse. */
  readonly check: (body: Uint8Array) => void;
  readonly now: () => Millis;
  readonly maxWaitingBytes: number;
  /** How long to wait while the drain makes no progress. */
  readonly timeoutMs: number;
}

const MAX_BATCH_EVENTS = 500;
const MAX_BATCH_CHARACTERS = 512 * 1024;
const MAX_EXAMPLES = 3;
const POLL_INTERVAL_MS = 20;

type LocatedEvent = ExportedEvent & { readonly location: string };

type SkipReason =
  | "is no JSON object"
  | "has no event name"
  | "has no distinct id"
  | "has no valid timestamp"
  | "has properties that are no JSON object";

interface ExportedEvent {
  readonly uuid: string;
  /** The event as an item of a request's `batch`. */
  readonly json: string;
}

/** Imports events through the journal. Skips stored uuids, so it may be repeated. Throws if the store takes nothing. */
export async function importEvents(
  project: ProjectId,
  lines: AsyncIterable<ExportedLine>,
  { journal, events: stored, check, now, maxWaitingBytes, timeoutMs }: ImportPorts,
): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, known: 0, refused: 0, skipped: new Map() };
  const waiting = new WaitingGroups(journal);
  let batch: LocatedEvent[] = [];
  let batchCharacters = 0;

  const skip = (reason: string, location: string) => {
    const skipped = report.skipped.get(reason) ?? { count: 0, examples: [] };
    skipped.count += 1;
    if (skipped.examples.length < MAX_EXAMPLES) skipped.examples.push(location);
    report.skipped.set(reason, skipped);
  };

  /** Appends events as one request. If the service would refuse it, looks for the events that it would refuse. */
  const appendEvents = (events: readonly LocatedEvent[]): void => {
    const [first] = events;
    if (!first) return;
    const body = Buffer.from(`{"historical_migration":true,"batch":[${events.map(({ json }) => json).join(",")}]}`);
    const refusal = findProblem(() => check(body));
    if (refusal === null) {
      const receivedAt = now();
      const seed = timeOrderedUuid(receivedAt);
      const entry = { projectId: project, receivedAt, seed, operation: "batch", body } as const;
      const group = journal.append(...packGroups([entry]).groups);
      waiting.add({ group, events: events.map(({ uuid }) => ({ projectId: project, uuid })) }, body.byteLength);
    } else if (events.length === 1) skip(`is refused: ${refusal.message}`, first.location);
    else {
      const middle = Math.ceil(events.length / 2);
      appendEvents(events.slice(0, middle));
      appendEvents(events.slice(middle));
    }
  };

  const waitUntilBelow = async (bytes: number) => {
    let deadline = performance.now() + timeoutMs;
    while (waiting.waitingBytes >= bytes) {
      const before = waiting.waitingBytes;
      waiting.refresh();
      if (waiting.waitingBytes < before) deadline = performance.now() + timeoutMs;
      else if (performance.now() > deadline) {
        throw new Error("The store takes no events now. Those in the journal are stored later: import again then.");
      } else await sleep(POLL_INTERVAL_MS);
    }
  };

  const appendBatch = async () => {
    const byUuid = new Map(batch.map((event) => [event.uuid, event]));
    const known = await stored.knownUuids(project, [...byUuid.keys()]);
    const events = [...byUuid.values()].filter(({ uuid }) => !known.has(uuid));
    report.known += batch.length - events.length;
    batch = [];
    batchCharacters = 0;
    appendEvents(events);
    await waitUntilBelow(maxWaitingBytes);
  };

  // What a killed import left in the journal is then known by its uuids, and not applied again.
  waiting.add({ group: journal.lastGroup(), events: [] }, 1);
  await waitUntilBelow(1);
  for await (const { text, location } of lines) {
    const event = text === null ? "is too long" : readExported(text);
    if (typeof event === "string") {
      skip(event, location);
      continue;
    }
    batch.push({ ...event, location });
    batchCharacters += event.json.length;
    if (batch.length >= MAX_BATCH_EVENTS || batchCharacters >= MAX_BATCH_CHARACTERS) await appendBatch();
  }
  await appendBatch();
  await waitUntilBelow(1);
  return { ...report, imported: waiting.stored, refused: waiting.refused };
}

/** Reads a line of an export, also of PostHog. A missing uuid derives from the line: each run gives the same. */
export function readExported(line: string): ExportedEvent | SkipReason {
  const fields = parseObject(line);
  if (fields === null) return "is no JSON object";
  const { event, timestamp, uuid } = fields;
  const properties = readMap(fields.properties ?? {});
  if (properties === undefined) return "has properties that are no JSON object";
  const distinctId = fields.distinct_id ?? properties.distinct_id;
  if (toIdentifier(event) === "") return "has no event name";
  if (toIdentifier(distinctId) === "") return "has no distinct id";
  const time = parseIsoTime(timestamp);
  if (time === null) return "has no valid timestamp";
  const id = isUuid(uuid) ? uuid.toLowerCase() : uuidFrom(line);
  const json = stringifyExactly({
    uuid: id,
    event,
    distinct_id: distinctId,
    timestamp: new Date(time).toISOString(),
    properties,
    $set: readMap(fields.$set ?? fields.set),
    $set_once: readMap(fields.$set_once ?? fields.set_once),
  });
  return { uuid: id, json };
}

/** Returns an object, also of JSON in a text; undefined for anything else. */
function readMap(value: unknown): PropertyMap | undefined {
  const map = typeof value === "string" ? parseObject(value) : value;
  return isPropertyMap(map) ? map : undefined;
}

function parseObject(text: string): PropertyMap | null {
  try {
    const value = parseExactly(text);
    return isPropertyMap(value) ? value : null;
  } catch {
    return null;
  }
}
