import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openFolder } from "../storage/filesystem/folder.ts";
import { NO_COLUMNAR } from "../storage/no-columnar.ts";
import { openSqlite } from "../storage/sqlite/sqlite.ts";
import type { SessionEvent } from "./event.ts";
import { flushDue } from "./flusher.ts";
import { SnapshotMemory } from "./memory.ts";
import { NotedSessions } from "./notes.ts";
import { record } from "./recorder.ts";
import { mouseMove } from "./test-events.ts";

/** Monday, 6 May 2024, 12:00 UTC: when the tests' recordings begin. */
export const NOON = Date.UTC(2024, 4, 6, 12);

/** For tests: real engines in a directory of their own, and a clock that the test moves. `reopen` gives a second node on the same engines. */
export async function openWorld(test: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-recordings-"));
  const clock = { now: NOON };
  const opened: { close(): Promise<void> }[] = [];
  test.after(async () => {
    for (const engine of opened) await engine.close();
    await rm(directory, { recursive: true });
  });
  const reopen = async () => {
    const documents = await openSqlite(directory);
    const store = await openFolder(directory);
    opened.push(documents, store);
    const { recordings, persons } = documents;
    const memory = new SnapshotMemory(recordings, 1_000_000);
    return {
      recordings,
      persons,
      files: store.files,
      memory,
      columnar: NO_COLUMNAR,
      noted: new NotedSessions(),
      now: () => clock.now,
    };
  };
  return { ...(await reopen()), directory, clock, reopen };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

let unlike = 0;

/** A `$snapshot` event of a session, with one rrweb event that is unlike every other. */
export function snapshot(sessionId: string, changes: { at?: number; windowId?: string; distinctId?: string } = {}) {
  const { at = NOON, windowId = "w", distinctId = "ann" } = changes;
  unlike += 1;
  const $snapshot_data = [mouseMove(at, `number ${unlike}`)];
  return sessionEvent("$snapshot", { $session_id: sessionId, $window_id: windowId, $snapshot_data }, { distinctId });
}

/** An event as capture hands it on. */
export function sessionEvent(
  event: string,
  properties: SessionEvent["properties"],
  changes: Partial<SessionEvent> = {},
): SessionEvent {
  return { uuid: randomUUID(), event, distinctId: "ann", timestamp: NOON, receivedAt: NOON, properties, ...changes };
}

/** Records snapshots of project 1 at these seconds after noon; gives the lines in which players find them. */
export async function recordAt(world: Pick<World, "recordings" | "noted">, sessionId: string, seconds: number[]) {
  const events = seconds.map((second) => snapshot(sessionId, { at: NOON + second * 1000 }));
  await record("1", events, world);
  return events.map(lineOf);
}

/** The line that a `$snapshot` event becomes. */
export function lineOf({ properties }: SessionEvent): string {
  return `${JSON.stringify({ window_id: properties.$window_id, data: properties.$snapshot_data })}\n`;
}

/** Moves all snapshots that are not in a file yet to files. */
export async function flushAll(world: Pick<World, "recordings" | "files" | "now">, owner = "flusher"): Promise<number> {
  const report = (error: unknown) => assert.fail(error as Error);
  return flushDue({ ageMs: -1, bytes: 0 }, { owner, leaseMs: 60_000 }, world, report);
}

/** All that a stream gives, as text. */
export async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}
