import { randomUUID } from "node:crypto";
import type { Random } from "../seeded-random.ts";
import type { Ledger } from "./ledger.ts";

/** An event as it is sent, and the mark by which it is found again. */
export interface MarkedEvent {
  readonly mark: number;
  readonly event: object;
}

export interface MarkedRequest {
  readonly path: "/capture/" | "/batch/";
  readonly body: object;
  readonly marks: readonly number[];
}

/** An event of a distinct id. With a uuid it may be sent again. */
export function markedEvent(owner: string, name: string, more: object, withUuid: boolean, ledger: Ledger): MarkedEvent {
  const mark = ledger.add("event", owner);
  return { mark, event: { event: name, ...optionalUuid(withUuid), properties: { distinct_id: owner, mark, ...more } } };
}

const MAX_PADDING = 5000;

/** A click in a recording, with something around it. */
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

/** One event goes to `/capture/`, mostly; several to `/batch/`. */
export function markedRequest(events: readonly MarkedEvent[], apiKey: string, random: Random): MarkedRequest {
  const marks = events.map(({ mark }) => mark);
  const [first] = events;
  if (first && events.length === 1 && random.chance(0.8)) {
    return { path: "/capture/", body: { api_key: apiKey, ...first.event }, marks };
  }
  return { path: "/batch/", body: { api_key: apiKey, batch: events.map(({ event }) => event) }, marks };
}

function optionalUuid(wanted: boolean): { uuid?: string } {
  return wanted ? { uuid: randomUUID() } : {};
}
