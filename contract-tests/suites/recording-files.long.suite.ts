import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { decodeBody } from "../client/exchange.ts";
import { needs } from "../client/target.ts";
import { recordingFileNames } from "../services/recording-file-names.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { expectedSummary, type RrwebEvent, rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";

/** The time between two events of a live session. */
const EVENT_INTERVAL_MS = 50;

const own = sharedServer("files");

interface Source {
  readonly source: string;
  readonly key: string | null;
  readonly start_timestamp: string;
  readonly end_timestamp: string;
}

interface SnapshotLine {
  readonly window_id: string;
  readonly data: readonly RrwebEvent[];
}

async function send(sessionId: string, windowId: string, events: readonly RrwebEvent[]): Promise<void> {
  const { client, tenant } = own();
  await client.expectStatus("capture", 200, {
    json: snapshotBody(tenant.projectApiKey, { sessionId, windowId }, events),
  });
}

/** Sends snapshots in one request, so that they go to the same file even on a busy machine. */
async function sendInOneBatch(sessionId: string, parts: readonly SnapshotLine[]): Promise<void> {
  const { client, tenant } = own();
  const batch = parts.map(({ window_id: windowId, data }) => {
    const { api_key, ...event } = snapshotBody(tenant.projectApiKey, { sessionId, windowId }, data);
    return event;
  });
  await client.expectStatus("batch", 200, { json: { api_key: tenant.projectApiKey, batch } });
}

async function sourcesOf(id: string): Promise<readonly Source[]> {
  const body = await own().client.expectStatus("session_recordings_snapshots_retrieve", 200, { path: { id } });
  return (body as { sources: readonly Source[] }).sources;
}

/** Waits until all snapshots are in files, and there are `count` files. */
function waitForFiles(id: string, count: number): Promise<readonly Source[]> {
  return eventually(`${count} files`, async () => {
    const { status, body } = await own().client.request("session_recordings_retrieve", { path: { id } });
    if (status !== 200 || (body as { storage: string }).storage !== "object_storage") return undefined;
    const sources = await sourcesOf(id);
    return sources.length === count && sources.every(({ source }) => source === "object_storage") && sources;
  });
}

describe("recordings in object storage", needs("settings"), () => {
  test("sessions older than the ingestion limit move to files and play from there as from memory", async () => {
    const { client } = own();
    const id = randomUUID();
    const on = rrwebEventFactory(Date.now() - 60_000);
    const parts = [
      { window_id: "left", data: [on.page(0, "https://shop.example/"), on.mouse(1000, 2)] },
      { window_id: "right", data: [on.input(2000, "ä🚲"), on.mutation(3000)] },
      { window_id: "left", data: [on.mouse(30_000, 2)] },
    ] as const;
    await sendInOneBatch(id, parts.slice(0, 2));
    const [first, ...others] = await waitForFiles(id, 1);
    assert.deepEqual(others, []);
    const filedEvents = parts.slice(0, 2).flatMap(({ data }): readonly RrwebEvent[] => data);
    const { start_time, end_time } = expectedSummary(filedEvents);
    assert.deepEqual([first?.start_timestamp, first?.end_timestamp], [start_time, end_time]);
    assert.equal(typeof first?.key, "string");

    const path = { id };
    const query = { source: "object_storage", key: first?.key ?? "" };
    assert.deepEqual(
      await client.expectStatus("session_recordings_snapshots_retrieve", 200, { path, query }),
      parts.slice(0, 2),
    );
    const headers = { "accept-encoding": "gzip" };
    const gzipped = await own().direct.request("session_recordings_snapshots_retrieve", { path, query, headers });
    assert.equal(gzipped.headers["content-encoding"], "gzip");
    assert.match(decodeBody(gzipped.raw), /^\{"window_id":"left"/);
    assert.deepEqual(gzipped.body, parts.slice(0, 2));
    for (const missing of [
      "?source=in_memory",
      "?source=object_storage&key=1-2",
      "?source=object_storage&key=..%2F..",
    ]) {
      await client.expectError("session_recordings_snapshots_retrieve", [404, "not_found", null], {
        path,
        query: missing,
      });
    }

    await send(id, "left", parts[2].data);
    await waitForFiles(id, 2);
    const all = parts.flatMap(({ data }): readonly RrwebEvent[] => data);
    const recording = await client.expectStatus("session_recordings_retrieve", 200, { path });
    const { person: _person, ...rest } = recording;
    const viewed = "true";
    const figures = expectedSummary(all);
    assert.deepEqual(rest, {
      id,
      distinct_id: "visitor",
      viewed,
      storage: "object_storage",
      pinned_count: "0",
      pinned_by_me: false,
      ...figures,
    });
    const whole = { path, headers: { accept: "application/x-ndjson" } };
    assert.deepEqual(await client.expectStatus("session_recordings_snapshots_retrieve", 200, whole), parts);
    const objectStorage = { path, query: { source: "object_storage" } };
    assert.deepEqual(await client.expectStatus("session_recordings_snapshots_retrieve", 200, objectStorage), parts);
  });

  test("a recording plays completely while it moves, each event once and in order", async () => {
    const { client } = own();
    const id = randomUUID();
    const on = rrwebEventFactory(Date.now() - 60_000);
    const whole = { path: { id }, headers: { accept: "application/x-ndjson" } };
    const sent: RrwebEvent[] = [];
    for (
      let files = 0;
      files < 2;
      files = (await sourcesOf(id)).filter(({ source }) => source === "object_storage").length
    ) {
      const event = on.mouse(sent.length * 100, 2);
      await send(id, "one", [event]);
      sent.push(event);
      const played = await eventually("the event plays", async () => {
        const { status, body } = await client.request("session_recordings_snapshots_retrieve", whole);
        const lines = body as readonly { readonly data: readonly RrwebEvent[] }[];
        const events = status === 200 ? lines.flatMap(({ data }) => data) : [];
        return events.length >= sent.length && events;
      });
      assert.deepEqual(played, sent);
      await pause(EVENT_INTERVAL_MS);
    }
  });

  test("deleting a recording deletes its files", async () => {
    const { client, server } = own();
    const id = `erase-${randomUUID()}`;
    await send(id, "one", [rrwebEventFactory(Date.now() - 60_000).mouse(0, 2)]);
    await waitForFiles(id, 1);
    assert.ok((await recordingFileNames(server.environment, id)).length > 0, "there is a file to delete");
    await client.expectStatus("session_recordings_destroy", 204, { path: { id } });
    for (const query of ["", "?source=object_storage"]) {
      await client.expectError("session_recordings_snapshots_retrieve", [404, "not_found"], { path: { id }, query });
    }
    await eventually("the files are gone", async () => (await recordingFileNames(server.environment, id)).length === 0);
  });
});
