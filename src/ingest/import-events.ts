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
  ports: ImportPorts,
): Promise<ImportReport> {
  const run = new ImportRun(project, ports);
  await run.begin();
  for await (const line of lines) await run.add(line);
  await run.end();
  return run.report;
}

class ImportRun {
  readonly report: ImportReport = { imported: 0, known: 0, refused: 0, skipped: new Map() };
  readonly #project: ProjectId;
  readonly #ports: ImportPorts;
  #batch: LocatedEvent[] = [];
  #batchCharacters = 0;
  readonly #waiting: WaitingGroups;

  constructor(project: ProjectId, ports: ImportPorts) {
    this.#project = project;
    this.#ports = ports;
    this.#waiting = new WaitingGroups(ports.journal);
  }

  /** Waits until what a killed import left in the journal is known by its uuids, and not applied again. */
  async begin(): Promise<void> {
    this.#waiting.add({ group: this.#ports.journal.lastGroup(), events: [] }, 1);
    await this.#waitUntilBelow(1);
  }

  async add({ text, location }: ExportedLine): Promise<void> {
    const event = text === null ? "is too long" : readExported(text);
    if (typeof event === "string") {
      this.#skip(event, location);
      return;
    }
    this.#batch.push({ ...event, location });
    this.#batchCharacters += event.json.length;
    if (this.#batch.length >= MAX_BATCH_EVENTS || this.#batchCharacters >= MAX_BATCH_CHARACTERS) await this.#append();
  }

  /** Resolves when all events are stored, or dead letters. */
  async end(): Promise<void> {
    await this.#append();
    await this.#waitUntilBelow(1);
    this.report.imported = this.#waiting.stored;
    this.report.refused = this.#waiting.refused;
  }

  async #append(): Promise<void> {
    const batch = new Map(this.#batch.map((event) => [event.uuid, event]));
    const known = await this.#ports.events.knownUuids(this.#project, [...batch.keys()]);
    const events = [...batch.values()].filter(({ uuid }) => !known.has(uuid));
    this.report.known += this.#batch.length - events.length;
    this.#batch = [];
    this.#batchCharacters = 0;
    this.#appendEvents(events);
    await this.#waitUntilBelow(this.#ports.maxWaitingBytes);
  }

  /** Appends events as one request. If the service would refuse it, looks for the events that it would refuse. */
  #appendEvents(events: readonly LocatedEvent[]): void {
    const [first] = events;
    if (!first) return;
    const body = Buffer.from(`{"historical_migration":true,"batch":[${events.map(({ json }) => json).join(",")}]}`);
    const refusal = findProblem(() => this.#ports.check(body));
    if (refusal === null) this.#appendRequest(body, events);
    else if (events.length === 1) this.#skip(`is refused: ${refusal.message}`, first.location);
    else {
      const middle = Math.ceil(events.length / 2);
      this.#appendEvents(events.slice(0, middle));
      this.#appendEvents(events.slice(middle));
    }
  }

  #appendRequest(body: Uint8Array, events: readonly LocatedEvent[]): void {
    const receivedAt = this.#ports.now();
    const seed = timeOrderedUuid(receivedAt);
    const entry = { projectId: this.#project, receivedAt, seed, operation: "batch", body } as const;
    const group = this.#ports.journal.append(...packGroups([entry]).groups);
    const keys = events.map(({ uuid }) => ({ projectId: this.#project, uuid }));
    this.#waiting.add({ group, events: keys }, body.byteLength);
  }

  #skip(reason: string, location: string): void {
    const skipped = this.report.skipped.get(reason) ?? { count: 0, examples: [] };
    skipped.count += 1;
    if (skipped.examples.length < MAX_EXAMPLES) skipped.examples.push(location);
    this.report.skipped.set(reason, skipped);
  }

  async #waitUntilBelow(bytes: number): Promise<void> {
    let deadline = performance.now() + this.#ports.timeoutMs;
    while (this.#waiting.waitingBytes >= bytes) {
      const before = this.#waiting.waitingBytes;
      this.#waiting.refresh();
      if (this.#waiting.waitingBytes < before) deadline = performance.now() + this.#ports.timeoutMs;
      else if (performance.now() > deadline) {
        throw new Error("The store takes no events now. Those in the journal are stored later: import again then.");
      } else await sleep(POLL_INTERVAL_MS);
    }
  }
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
