import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Client } from "../client/contract-client.ts";
import { target } from "../client/target.ts";
import { eventually } from "./poll.ts";
import { expectedSummary, type RrwebEvent, rrwebEventFactory, snapshotBody } from "./rrweb-events.ts";

const client = new Client();
/** The ids of the recordings that the suites create. */
export const createdRecordings = new Set<string>();

/** Removes the created recordings from a deployment; a suite that creates some calls it at its end. */
export async function removeCreatedRecordings(): Promise<void> {
  if (target.kind !== "url") return;
  for (const id of createdRecordings) await client.request("session_recordings_destroy", { path: { id } });
  createdRecordings.clear();
}

interface SessionPart {
  readonly windowId?: string;
  readonly distinctId?: string;
  readonly events: readonly RrwebEvent[];
}

/** Sends a session in pieces. Returns its id when all are accepted. */
export async function sendSession(
  pieces: readonly SessionPart[],
  sessionId: string = randomUUID(),
  apiKey = target.tenant.projectApiKey,
): Promise<string> {
  createdRecordings.add(sessionId);
  for (const { events, ...piece } of pieces) {
    await client.expectStatus("capture", 200, { json: snapshotBody(apiKey, { sessionId, ...piece }, events) });
  }
  return sessionId;
}

/**
 * Waits until the recording has these events and no others: with several nodes, requests are not stored in the order of
 * their answers.
 */
export async function waitUntilStored(id: string, events: readonly RrwebEvent[]): Promise<void> {
  const figures = expectedSummary(events);
  await eventually("the recording's figures are those of its events", async () => {
    const recording = (await client.request("session_recordings_retrieve", { path: { id } })).body as object;
    assert.deepEqual(recording, { ...recording, ...figures });
    return true;
  });
}

/** Returns a session of two windows with a pause, in three pieces: pages, moves, clicks, keys and console lines. */
export function sampleSession(startMs: number) {
  const on = rrwebEventFactory(startMs);
  const first = [
    on.page(0, "https://shop.example/bikes"),
    on.full(20),
    on.move(1000),
    on.mouse(2000, 2),
    on.mouse(2500, 1),
  ];
  const second = [
    on.input(4000, "a"),
    on.input(6000, "ab"),
    on.console(6100, "log"),
    on.console(6200, "info"),
    on.console(6300, "warn"),
    on.console(6400, "error"),
    on.console(6500, "assert"),
    on.mutation(9000),
  ];
  const third = [
    on.mouse(60_000, 4),
    on.mouse(63_000, 9),
    on.mouse(64_000, 3),
    on.page(65_000, "https://shop.example/cart"),
    on.mutation(96_400),
  ];
  return [first, second, third] as const;
}
