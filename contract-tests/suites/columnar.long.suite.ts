import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { type ColumnarTable, clickHouseUnavailable, createColumnarTable } from "../services/columnar-table.ts";
import { runCliOrThrow } from "../services/sightline-cli.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { expectedSummary, type RrwebEvent, rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";

const START_MS = Date.UTC(2024, 4, 6, 12);
const { skip } = needs("settings");

let table: ColumnarTable;
const own = ownServer(async () => {
  if (clickHouseUnavailable) return {};
  table = await createColumnarTable();
  return { ...table.settings, RECORDING_INGESTION_LIMIT_SECONDS: "1" };
});
after(async () => {
  if (!skip && !clickHouseUnavailable) await table.drop();
});

function sampleEvents(startMs: number): RrwebEvent[] {
  const at = rrwebEventFactory(startMs);
  return [
    at.page(0, "https://shop.example/"),
    at.full(10),
    at.mouse(900, 2),
    at.input(2100, "a"),
    at.console(3000, "error"),
  ];
}

const insertSession = (sessionId: string, events: readonly RrwebEvent[]) =>
  table.insert(own().tenant.projectId, sessionId, events);

function waitForRecording(id: string, storage: string) {
  return eventually(`${id} is in ${storage}`, async () => {
    const { status, body } = await own().client.request("session_recordings_retrieve", { path: { id } });
    return status === 200 && (body as { storage: string }).storage === storage && (body as Record<string, unknown>);
  });
}

async function fetchRecordedEvents(id: string, query: Record<string, string> = {}): Promise<RrwebEvent[]> {
  const headers = { accept: "application/x-ndjson" };
  const response = await own().client.request("session_recordings_snapshots_retrieve", {
    path: { id },
    query,
    headers,
  });
  assert.equal(response.status, 200);
  return (response.body as readonly { readonly data: readonly RrwebEvent[] }[]).flatMap(({ data }) => data);
}

describe("recordings of the old ingestion method", { skip: skip || clickHouseUnavailable }, () => {
  test("are read from the columnar database like all others", async () => {
    const events = sampleEvents(START_MS);
    await insertSession("old", events);
    const recording = await waitForRecording("old", "columnar");
    for (const [name, value] of Object.entries(expectedSummary(events))) assert.deepEqual(recording[name], value, name);
    const body = await own().client.expectStatus("session_recordings_snapshots_retrieve", 200, { path: { id: "old" } });
    const [source, ...others] = (body as { sources: readonly { source: string; key: null }[] }).sources;
    assert.deepEqual([source?.source, source?.key, others], ["columnar", null, []]);
    assert.deepEqual(await fetchRecordedEvents("old"), events);
    assert.deepEqual(await fetchRecordedEvents("old", { source: "columnar" }), events);
    const query = { session_ids: "old" };
    const { id } = await own().client.expectStatus("session_recordings_properties_retrieve", 200, { query });
    assert.equal(id, "old");
  });

  test("are listed among the others on every page, with an exact count", async () => {
    const { client, tenant } = own();
    for (const hour of [1, 3, 5, 7]) await insertSession(`columnar ${hour}`, sampleEvents(START_MS + hour * 3_600_000));
    for (const hour of [2, 4, 6]) {
      const events = sampleEvents(START_MS + hour * 3_600_000);
      await client.expectStatus("capture", 200, {
        json: snapshotBody(tenant.projectApiKey, { sessionId: `sent ${hour}` }, events),
      });
    }
    for (const hour of [1, 3, 5, 7]) await waitForRecording(`columnar ${hour}`, "columnar");
    for (const hour of [2, 4, 6]) await waitForRecording(`sent ${hour}`, "object_storage");
    const pages = [0, 2, 4, 6].map((offset) =>
      client.expectStatus("session_recordings_list", 200, { query: { limit: 2, offset } }),
    );
    const listed = await Promise.all(pages);
    const ids = listed.flatMap(({ results }) => results.map(({ id }) => id)).slice(0, 7);
    assert.deepEqual(ids, ["columnar 7", "sent 6", "columnar 5", "sent 4", "columnar 3", "sent 2", "columnar 1"]);
    for (const { count } of listed) assert.equal(count, 8);
  });

  test("do not affect the others while their database is unavailable", async () => {
    const { client } = own();
    await insertSession("away", sampleEvents(START_MS + 50_000));
    await waitForRecording("away", "columnar");
    const columnarState = async () => (await client.expectStatus("ready", 200)).engines.columnar;
    assert.equal(await columnarState(), "ok");
    await table.whileUnreachable(async () => {
      assert.equal(await columnarState(), "unavailable");
      const { results } = await client.expectStatus("session_recordings_list", 200);
      assert.ok(results.some(({ id }) => id === "away"));
      await client.expectError("session_recordings_snapshots_retrieve", [503], { path: { id: "away" } });
    });
    assert.equal(await columnarState(), "ok");
    assert.deepEqual(await fetchRecordedEvents("away"), sampleEvents(START_MS + 50_000));
    await client.expectStatus("session_recordings_destroy", 204, { path: { id: "away" } });
  });

  test("are deleted with their rows", async () => {
    await insertSession("gone", sampleEvents(START_MS));
    await waitForRecording("gone", "columnar");
    await own().client.expectStatus("session_recordings_destroy", 204, { path: { id: "gone" } });
    await own().client.expectError("session_recordings_retrieve", [404, "not_found"], { path: { id: "gone" } });
    await eventually("the rows are gone", async () => (await table.count("gone")) === 0);
  });

  test("move to object storage by a command and are read from there", async () => {
    const events = sampleEvents(START_MS + 100_000);
    await insertSession("moved", events);
    await waitForRecording("moved", "columnar");
    const { environment } = own().server;
    const migrationEnvironment = {
      ...environment,
      engineSettings: { ...environment.engineSettings, ...table.settings, RECORDING_INGESTION_LIMIT_SECONDS: "1" },
    };
    assert.match(await runCliOrThrow(migrationEnvironment, "recordings", "migrate"), /^Moved \d+; left 0\.$/m);
    await waitForRecording("moved", "object_storage");
    assert.equal(await table.count("moved"), 0);
    assert.deepEqual(await fetchRecordedEvents("moved"), events);
    assert.match(await runCliOrThrow(migrationEnvironment, "recordings", "migrate"), /^Moved 0; left 0\.$/m);
  });
});
