import { randomUUID } from "node:crypto";
import { propertyMap } from "../../src/lib/json/json.ts";
import type { EventFilter, EventPage, EventPosition, Events, StoredEvent } from "../../src/store/ports/events.ts";
import type { Persons } from "../../src/store/ports/persons.ts";
import type { SnapshotPiece, UnflushedPiece } from "../../src/store/ports/recordings.ts";
import type { SnapshotSummary } from "../../src/store/snapshot-summary.ts";
import { attach } from "../support/test-people.ts";

/** Different texts that look alike, have a meaning for a database or JavaScript, or are long. */
export const AWKWARD_TEXTS: readonly string[] = [
  "",
  " ",
  "a",
  "A",
  "a ",
  "\u00e9",
  "e\u0301",
  "__proto__",
  "constructor",
  "toString",
  "$set",
  "$where",
  "a.b",
  "a.$b",
  "'; DROP TABLE events; --",
  '"',
  "\\",
  "%",
  "a/../b",
  "\n\r\t",
  "\u{1f600}",
  "\uffff0000",
  "null",
  "0",
  "x".repeat(200),
];

/** A property map with the keys and values that are hardest to store verbatim. */
export const AWKWARD_PROPERTIES = propertyMap([
  ...AWKWARD_TEXTS.map((text) => [text, text] as const),
  ["__proto__", { polluted: true }],
  ["nul \0", "nul \0"],
  ["half \ud800", "half \udc00"],
  ["numbers", [0, -1.5, 1e-7, 1e21, 2 ** 53 + 2, 0.1]],
  ["nested", { $set: { "a.b": [{ "": [] }, null, true, {}] } }],
]);

let lastProject = 0;

/** Returns a project id that no other test of this process uses. */
export function newProject(): string {
  lastProject += 1;
  return String(lastProject);
}

/** Returns all matching events that the store has, oldest first. */
export async function storedEvents(
  events: Pick<Events, "newest">,
  projectId: string,
  filter: EventFilter = {},
): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  for (let before: EventPosition | null = null; ; ) {
    const page: EventPage = await events.newest(projectId, filter, before, { events: 1000, bytes: 8e6 });
    found.push(...page.events.map(({ key: _, ...event }) => event));
    if (page.next === null) return found.toReversed();
    before = page.next;
  }
}

/** Returns an event with a new uuid. */
export function newEvent(projectId: string, parts: Partial<StoredEvent> = {}): StoredEvent {
  const common = { uuid: randomUUID(), event: "clicked", distinctId: "ada", timestamp: 1000, receivedAt: 2000 };
  return { projectId, properties: "{}", ...common, ...parts };
}

/** Returns a summary without activity. */
export function emptySummary(firstMs: number, lastMs = firstMs): SnapshotSummary {
  const nothing = { clicks: 0, keypresses: 0, mouseActivity: 0, consoleLog: 0, consoleWarn: 0, consoleError: 0 };
  return { firstMs, lastMs, distinctId: "ada", ...nothing, startUrl: null };
}

/** Returns a piece with a new uuid. */
export function newPiece(sessionId: string, parts: Partial<SnapshotPiece> = {}): SnapshotPiece {
  const common = { uuid: randomUUID(), windowId: "window", receivedAt: 5000, activity: [] };
  return { sessionId, summary: emptySummary(1000), data: '[{"type":4}]', ...common, ...parts };
}

/** Returns the piece as read before it is in a file. */
export function asUnflushed({ uuid, windowId, summary, data }: SnapshotPiece): UnflushedPiece {
  return { uuid, windowId, firstMs: summary.firstMs, data };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Assigns 40 more distinct ids to the person, and returns them. MongoDB counts that many before it moves them. */
export async function attachMany(persons: Persons, projectId: string, uuid: string): Promise<string[]> {
  const distinctIds = Array.from({ length: 40 }, (_, index) => `${uuid} ${index}`);
  await Promise.all(distinctIds.map((distinctId) => attach(persons, projectId, distinctId, uuid)));
  return distinctIds;
}
