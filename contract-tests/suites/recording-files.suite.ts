import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { textOf } from "../client/exchange.ts";
import { needs } from "../client/target.ts";
import { fileNames } from "../services/files.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { figuresOf, type RrwebEvent, recorder, snapshot } from "../support/rrweb.ts";

/** Between two events of a session that goes on. */
const PACE_MS = 50;

const own = ownServer(() => ({ RECORDING_INGESTION_LIMIT_SECONDS: "1" }));

interface Source {
  readonly source: string;
  readonly key: string | null;
  readonly start_timestamp: string;
  readonly end_timestamp: string;
}

async function send(sessionId: string, windowId: string, events: readonly RrwebEvent[]): Promise<void> {
  const { client, tenant } = own();
  await client.get("capture", 200, { json: snapshot(tenant.projectApiKey, { sessionId, windowId }, events) });
}

async function sourcesOf(id: string): Promise<readonly Source[]> {
  const body = await own().client.get("session_recordings_snapshots_retrieve", 200, { path: { id } });
  return (body as { sources: readonly Source[] }).sources;
}

/** Waits until all that was sent lies in files, so many of them. */
function filed(id: string, count: number): Promise<readonly Source[]> {
  return eventually(`${count} files`, async () => {
    const { status, body } = await own().client.ask("session_recordings_retrieve", { path: { id } });
    if (status !== 200 || (body as { storage: string }).storage !== "object_storage") return undefined;
    const sources = await sourcesOf(id);
    return sources.length === count && sources.every(({ source }) => source === "object_storage") && sources;
  });
}

describe("recordings in object storage", needs("settings"), () => {
  test("what is older than the ingestion limit moves to files, and plays from there as from memory", async () => {
    const { client } = own();
    const id = randomUUID();
    const on = recorder(Date.now() - 60_000);
    const parts = [
      { window_id: "left", data: [on.page(0, "https://shop.example/"), on.mouse(1000, 2)] },
      { window_id: "right", data: [on.input(2000, "ä🚲"), on.mutation(3000)] },
      { window_id: "left", data: [on.mouse(30_000, 2)] },
    ] as const;
    // In one request, so that however slow the machine is they go into one file.
    const batch = parts.slice(0, 2).map(({ window_id: windowId, data }) => {
      return snapshot(own().tenant.projectApiKey, { sessionId: id, windowId }, data);
    });
    await client.get("batch", 200, { json: { api_key: own().tenant.projectApiKey, batch } });
    const [first, ...others] = await filed(id, 1);
    assert.deepEqual(others, []);
    const filedEvents = parts.slice(0, 2).flatMap(({ data }): readonly RrwebEvent[] => data);
    const { start_time, end_time } = figuresOf(filedEvents);
    assert.deepEqual([first?.start_timestamp, first?.end_timestamp], [start_time, end_time]);
    assert.equal(typeof first?.key, "string");

    const path = { id };
    const query = { source: "object_storage", key: first?.key ?? "" };
    assert.deepEqual(
      await client.get("session_recordings_snapshots_retrieve", 200, { path, query }),
      parts.slice(0, 2),
    );
    const headers = { "accept-encoding": "gzip" };
    const packed = await own().direct.ask("session_recordings_snapshots_retrieve", { path, query, headers });
    assert.equal(packed.headers["content-encoding"], "gzip");
    assert.match(textOf(packed.raw), /^\{"window_id":"left"/);
    assert.deepEqual(packed.body, parts.slice(0, 2));
    for (const gone of ["?source=in_memory", "?source=object_storage&key=1-2", "?source=object_storage&key=..%2F.."]) {
      await client.refuse("session_recordings_snapshots_retrieve", [404, "not_found", null], { path, query: gone });
    }

    await send(id, "left", parts[2].data);
    await filed(id, 2);
    const all = parts.flatMap(({ data }): readonly RrwebEvent[] => data);
    const recording = await client.get("session_recordings_retrieve", 200, { path });
    const { person: _person, ...rest } = recording;
    const viewed = "true";
    const figures = figuresOf(all);
    assert.deepEqual(rest, {
      id,
      distinct_id: "visitor",
      viewed,
      storage: "object_storage",
      pinned_count: "0",
      ...figures,
    });
    const whole = { path, headers: { accept: "application/x-ndjson" } };
    assert.deepEqual(await client.get("session_recordings_snapshots_retrieve", 200, whole), parts);
    const place = { path, query: { source: "object_storage" } };
    assert.deepEqual(await client.get("session_recordings_snapshots_retrieve", 200, place), parts);
  });

  test("the whole recording plays while it moves, each event once and in order", async () => {
    const { client } = own();
    const id = randomUUID();
    const on = recorder(Date.now() - 60_000);
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
        const { status, body } = await client.ask("session_recordings_snapshots_retrieve", whole);
        const lines = body as readonly { readonly data: readonly RrwebEvent[] }[];
        const events = status === 200 ? lines.flatMap(({ data }) => data) : [];
        return events.length >= sent.length && events;
      });
      assert.deepEqual(played, sent);
      await pause(PACE_MS);
    }
  });

  test("deleting erases the files", async () => {
    const { client, server } = own();
    const id = `erase-${randomUUID()}`;
    await send(id, "one", [recorder(Date.now() - 60_000).mouse(0, 2)]);
    await filed(id, 1);
    assert.ok((await fileNames(server.place, id)).length > 0, "there is a file to erase");
    await client.get("session_recordings_destroy", 204, { path: { id } });
    for (const query of ["", "?source=object_storage"]) {
      await client.refuse("session_recordings_snapshots_retrieve", [404, "not_found"], { path: { id }, query });
    }
    await eventually("the files are gone", async () => (await fileNames(server.place, id)).length === 0);
  });
});
