import { randomUUID } from "node:crypto";
import type { Random } from "../random.ts";
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
export function eventOf(owner: string, name: string, more: object, withUuid: boolean, ledger: Ledger): MarkedEvent {
  const mark = ledger.enter("event", owner);
  return { mark, event: { event: name, ...uuid(withUuid), properties: { distinct_id: owner, mark, ...more } } };
}

const MOST_PADDING = 5000;

/** A click in a recording, with something around it. */
export function snapshotOf(
  session: string,
  visitor: string,
  withUuid: boolean,
  ledger: Ledger,
  random: Random,
): MarkedEvent {
  const mark = ledger.enter("snapshot", session);
  const data = { source: 2, type: 2, id: mark, padding: "x".repeat(random.whole(0, MOST_PADDING)) };
  const properties = { $session_id: session, $snapshot_data: [{ type: 3, timestamp: Date.now(), data }] };
  return { mark, event: { event: "$snapshot", distinct_id: visitor, ...uuid(withUuid), properties } };
}

/** One event goes to `/capture/`, mostly; several to `/batch/`. */
export function requestOf(events: readonly MarkedEvent[], apiKey: string, random: Random): MarkedRequest {
  const marks = events.map(({ mark }) => mark);
  const [first] = events;
  if (first && events.length === 1 && random.chance(0.8)) {
    return { path: "/capture/", body: { api_key: apiKey, ...first.event }, marks };
  }
  return { path: "/batch/", body: { api_key: apiKey, batch: events.map(({ event }) => event) }, marks };
}

function uuid(wanted: boolean): { uuid?: string } {
  return wanted ? { uuid: randomUUID() } : {};
}
