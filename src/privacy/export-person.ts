import { examplesOf } from "../ingest/event-schemas/violations.ts";
import type { ExportedLetter } from "../ingest/journal/request-letter.ts";
import { eventToJsonLine } from "../ingest/json-lines.ts";
import { stringifyExactly } from "../lib/json/json.ts";
import { Problem } from "../lib/problem.ts";
import { isoTime, wireFields } from "../lib/wire-fields.ts";
import { type PlayerPorts, playWhole } from "../recordings/recording-player.ts";
import { computeStats } from "../recordings/recording-view.ts";
import type { EventPage, EventPosition, Events } from "../store/ports/events.ts";
import type { Person, Persons } from "../store/ports/persons.ts";
import type { Recording } from "../store/ports/recordings.ts";
import type { Records } from "../store/ports/records.ts";
import type { Flags } from "../store/ports/stores.ts";

const EXPORT_README = `Everything that this service has stored about one person.

Files that end in .jsonl are JSON lines: each line is one JSON value. Times are in UTC.

person.json             The person: when first seen, whether identified, when exported, and the properties.
distinct_ids.jsonl      All ids by which events named this person.
merged_uuids.jsonl      UUIDs of persons that turned out to be this one.
flag_identifiers.jsonl  Identifiers that keep the person's variants of feature flags.
events.jsonl            All events, with all properties. Newest first; with more than 5,000 distinct ids, sorted
                        for each 5,000 of them.
recordings.jsonl        Session recordings, with their figures and the properties of the session. "snapshots" is
                        the file below with what was recorded. It is absent if the recording was deleted meanwhile.
recordings/             What was recorded: for each line, the window and its rrweb events.
schema_violations.jsonl Examples of events that violate a schema of the project, shortened. They may not be stored.
dead_letters.jsonl      Events that arrived but could not be stored, with the reasons. Only those of the node on
                        which the export ran; requests that may have events of others, too, are missing.

Events of the last seconds may be missing. Not included: backups, logs, and the counts in which the person is one
of many.
`;

/** Contents are read one after the other, each once. */
export interface ArchiveEntry {
  readonly path: string;
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string>;
}

export interface ExportPorts {
  readonly persons: Pick<Persons, "findByUuid" | "findRefs" | "distinctIds" | "mergedUuids">;
  readonly events: Pick<Events, "newest">;
  readonly flags: Pick<Flags, "identifiersOf">;
  readonly recordings: PlayerPorts;
  readonly records: Pick<Records, "find">;
  readonly deadLetters: AsyncIterable<readonly ExportedLetter[]> | Iterable<readonly ExportedLetter[]>;
  readonly now: () => number;
}

/** Each search reads all events of the project. */
const DISTINCT_IDS_PER_SEARCH = 5000;
const EVENTS_PER_PAGE = { events: 2000, bytes: 8 * 1024 * 1024 };
const MAX_MERGED_UUIDS = 1_000_000;
const RECORDINGS_PER_PAGE = 1000;

/** Yields a person's data little by little. Throws if merged or erased meanwhile: something may be missing. */
export async function* exportPerson(person: Person, ports: ExportPorts): AsyncGenerator<ArchiveEntry> {
  const { projectId, uuid } = person;
  const { persons, flags } = ports;
  yield { path: "README.txt", content: [EXPORT_README] };
  yield { path: "person.json", content: [`${stringifyExactly(toExport(person, ports.now()))}\n`] };
  yield { path: "distinct_ids.jsonl", content: distinctIdLines(person, persons) };
  const merged = await persons.mergedUuids(projectId, uuid, MAX_MERGED_UUIDS);
  yield { path: "merged_uuids.jsonl", content: merged.map(toLine) };
  const identifiers = [...(await flags.identifiersOf(projectId, uuid))];
  const flagLines = identifiers.map(([flag, identifier]) => toLine({ flag, identifier }));
  yield { path: "flag_identifiers.jsonl", content: flagLines };
  yield { path: "events.jsonl", content: eventLines(person, ports) };
  const sessionIds: string[] = [];
  yield { path: "recordings.jsonl", content: recordingLines(person, ports, sessionIds) };
  for (const [index, sessionId] of sessionIds.entries()) {
    const content = await playIfPresent({ projectId, sessionId }, ports.recordings);
    if (content) yield { path: snapshotsPath(index), content };
  }
  yield { path: "schema_violations.jsonl", content: violationLines(person, ports) };
  yield { path: "dead_letters.jsonl", content: deadLetterLines(person, ports) };
  const now = await persons.findByUuid(projectId, uuid);
  if (now?.uuid !== uuid) throw new Error("The person was merged or erased meanwhile: export again.");
}

type PersonKey = Pick<Person, "projectId" | "uuid">;

async function* distinctIdBatches({ projectId, uuid }: PersonKey, persons: Pick<Persons, "distinctIds">) {
  for (let after: string | undefined; ; ) {
    const batch: string[] = await persons.distinctIds(projectId, uuid, DISTINCT_IDS_PER_SEARCH, after);
    after = batch.at(-1);
    if (after === undefined) return;
    yield batch;
  }
}

async function* distinctIdLines(person: PersonKey, persons: Pick<Persons, "distinctIds">) {
  for await (const batch of distinctIdBatches(person, persons)) yield batch.map(toLine).join("");
}

async function* eventLines(person: Person, { persons, events }: ExportPorts) {
  for await (const distinctIds of distinctIdBatches(person, persons)) {
    for (let next: EventPosition | null = null, isLast = false; !isLast; isLast = next === null) {
      const page: EventPage = await events.newest(person.projectId, { distinctIds }, next, EVENTS_PER_PAGE);
      if (page.events.length > 0) yield page.events.map(eventToJsonLine).join("");
      next = page.next;
    }
  }
}

async function* violationLines(person: Person, { persons, records }: ExportPorts) {
  for await (const distinctIds of distinctIdBatches(person, persons)) {
    for (const example of await examplesOf(person.projectId, distinctIds, records)) {
      const about = wireFields(example, "uuid", "distinctId", "isStored", "path", "rule", "detail");
      const properties = JSON.parse(example.properties);
      yield toLine({ ...about, timestamp: isoTime(example.timestamp), properties });
    }
  }
}

/** Appends to `sessionIds` in the order of the files with snapshots. */
async function* recordingLines(person: Person, ports: ExportPorts, sessionIds: string[]) {
  const { library } = ports.recordings;
  for await (const recordings of recordingPages(person, ports)) {
    const ids = recordings.map(({ sessionId }) => sessionId);
    const properties = await library.properties(person.projectId, ids);
    for (const recording of recordings) {
      const { sessionId } = recording;
      const snapshots = snapshotsPath(sessionIds.length);
      const session = { properties: properties.get(sessionId) ?? {}, snapshots };
      yield `${stringifyExactly({ ...figuresOf(recording), ...session })}\n`;
      sessionIds.push(sessionId);
    }
  }
}

/** Yields each recording once, latest start first per batch of distinct ids. */
async function* recordingPages(person: Person, { persons, recordings: { library } }: ExportPorts) {
  const seen = new Set<string>();
  for await (const distinctIds of distinctIdBatches(person, persons)) {
    for (let to: number | undefined; ; ) {
      // Offsets would shift: recordings may arrive or be deleted meanwhile.
      const filter = { distinctIds, to };
      const { items } = await library.list(person.projectId, { limit: RECORDINGS_PER_PAGE, offset: 0 }, filter);
      const fresh = items.filter(({ sessionId }) => !seen.has(sessionId));
      for (const { sessionId } of fresh) seen.add(sessionId);
      if (fresh.length > 0) yield fresh;
      to = items.at(-1)?.summary.firstMs;
      if (items.length < RECORDINGS_PER_PAGE || fresh.length === 0) break;
    }
  }
}

function figuresOf(recording: Recording) {
  const { sessionId, summary } = recording;
  const stats = computeStats(recording);
  return {
    id: sessionId,
    distinct_id: summary.distinctId,
    start_time: isoTime(summary.firstMs),
    end_time: isoTime(summary.lastMs),
    ...wireFields(stats, "activeSeconds", "clickCount", "keypressCount", "mouseActivityCount"),
    ...wireFields(stats, "consoleLogCount", "consoleWarnCount", "consoleErrorCount", "startUrl"),
  };
}

async function playIfPresent(session: { projectId: string; sessionId: string }, ports: PlayerPorts) {
  try {
    return await playWhole(session, null, ports);
  } catch (error) {
    if (error instanceof Problem && error.code === "not_found") return null;
    throw error;
  }
}

/** Leaves out whole requests that may have events of others, too. */
async function* deadLetterLines({ projectId, uuid }: Person, { persons, deadLetters }: ExportPorts) {
  for await (const letters of deadLetters) {
    const owners = await persons.findRefs(projectId, [...new Set(letters.flatMap(({ distinctIds }) => distinctIds))]);
    for (const { line, distinctIds } of letters) {
      if (distinctIds.length > 0 && distinctIds.every((id) => owners.get(id)?.uuid === uuid)) yield line;
    }
  }
}

function toExport({ properties, ...person }: Person, exportedAt: number) {
  return {
    ...wireFields({ ...person, exportedAt }, "uuid", "projectId", "createdAt", "isIdentified", "exportedAt"),
    properties,
  };
}

const snapshotsPath = (index: number) => `recordings/${String(index + 1).padStart(6, "0")}.jsonl`;
const toLine = (value: unknown) => `${JSON.stringify(value)}\n`;
