import { randomUUID } from "node:crypto";
import type { Random } from "../../seeded-random.ts";
import type { Ledger } from "./ledger.ts";

/** An event with the mark that identifies it. */
export interface MarkedEvent {
  readonly mark: number;
  readonly event: object;
}

export interface MarkedRequest {
  readonly path: "/capture/" | "/batch/";
  readonly body: object;
  readonly marks: readonly number[];
}

/** Creates an event of a distinct id. With a uuid it is repeatable. */
export function markedEvent(
  owner: string,
  name: string,
  extraProperties: object,
  withUuid: boolean,
  ledger: Ledger,
): MarkedEvent {
  const mark = ledger.add("event", owner);
  return {
    mark,
    event: { event: name, ...optionalUuid(withUuid), properties: { distinct_id: owner, mark, ...extraProperties } },
  };
}

const MAX_PADDING = 5000;
/** What the service ignores makes some bodies so large that they take several rows of the journal. */
const IGNORED = { share: 0.03, minBytes: 50_000, maxBytes: 400_000 };

/** Creates a snapshot with one click and random padding. */
export function markedSnapshot(
  session: string,
  visitor: string,
  withUuid: boolean,
  ledger: Ledger,
  random: Random,
): MarkedEvent {
  const mark = ledger.add("snapshot", session);
  const data = { source: 2, type: 2, id: mark, padding: "x".repeat(random.integer(0, MAX_PADDING)) };
  const properties = { $session_id: session, $snapshot_data: [{ type: 3, timestamp: Date.now(), data }] };
  return { mark, event: { event: "$snapshot", distinct_id: visitor, ...optionalUuid(withUuid), properties } };
}

/** Creates the request for these events: usually `/capture/` for one event, `/batch/` for several. */
export function markedRequest(events: readonly MarkedEvent[], apiKey: string, random: Random): MarkedRequest {
  const marks = events.map(({ mark }) => mark);
  const [first] = events;
  if (first && events.length === 1 && random.chance(0.8)) {
    return { path: "/capture/", body: { api_key: apiKey, ...first.event }, marks };
  }
  const size = random.chance(IGNORED.share) ? random.integer(IGNORED.minBytes, IGNORED.maxBytes) : 0;
  const body = { api_key: apiKey, ignored: "x".repeat(size), batch: events.map(({ event }) => event) };
  return { path: "/batch/", body, marks };
}

function optionalUuid(withUuid: boolean): { uuid?: string } {
  return withUuid ? { uuid: randomUUID() } : {};
}
