import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { findInStoredData } from "../services/find-in-stored-data.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";

const own = ownServer(() => ({ RECORDING_INGESTION_LIMIT_SECONDS: "1" }));

/** Sends an invalid snapshot with the marker. It becomes a dead letter. */
async function sendInvalidSnapshot(client: Client, id: string, marker: string): Promise<void> {
  const json = snapshotBody(own().tenant.projectApiKey, { sessionId: id }, []);
  const properties = { ...json.properties, $snapshot_data: `invalid ${marker}` };
  await client.expectStatus("capture", 200, { json: { ...json, properties } });
}

/** Records a session of small, large and invalid snapshots that contain the marker. */
async function sendMarkedSession(id: string, marker: string): Promise<void> {
  const { client, tenant } = own();
  const on = rrwebEventFactory(Date.now() - 60_000);
  const texts = ["", " and little more", ` ${"much more ".repeat(20_000)}`];
  const events = [
    on.page(0, `https://shop.example/${marker}`),
    ...texts.map((text, at) => on.input(at, marker + text)),
  ];
  for (const event of events) {
    const json = snapshotBody(tenant.projectApiKey, { sessionId: id, windowId: `window ${marker}` }, [event]);
    await client.expectStatus("capture", 200, { json });
  }
  await sendInvalidSnapshot(client, id, marker);
}

const storageOf = async (id: string) => {
  const { status, body } = await own().client.request("session_recordings_retrieve", { path: { id } });
  return status === 200 && (body as { storage: string }).storage;
};
const waitUntilErased = (marker: string) =>
  eventually(
    "nothing with the marker is left",
    async () => (await findInStoredData(own().server.environment, marker)).length === 0,
  );

describe("recordings: deletion is complete", needs("settings"), () => {
  const times: [string, (storage: unknown) => boolean][] = [
    ["as soon as it is a recording", (storage) => storage !== false],
    ["once it is in object storage", (storage) => storage === "object_storage"],
  ];
  for (const [name, isTime] of times) {
    test(name, async () => {
      const [id, marker] = [randomUUID(), randomUUID()];
      await sendMarkedSession(id, marker);
      await eventually(name, async () => isTime(await storageOf(id)));
      await own().client.expectStatus("session_recordings_snapshots_retrieve", 200, {
        path: { id },
        headers: { accept: "application/x-ndjson" },
      });
      assert.notDeepEqual(
        await findInStoredData(own().server.environment, marker),
        [],
        "the search finds the marker before the deletion",
      );
      await own().client.expectStatus("session_recordings_destroy", 204, { path: { id } });
      await waitUntilErased(marker);
    });
  }

  test("while it moves to object storage and more snapshots arrive", async () => {
    const marker = randomUUID();
    const ids = Array.from({ length: 12 }, () => randomUUID());
    await Promise.all(
      ids.map(async (id, index) => {
        await sendMarkedSession(id, marker);
        await eventually("the recording is stored", () => storageOf(id));
        await pause(index * 200); // moves begin after a second
        await Promise.all([
          own().client.expectStatus("session_recordings_destroy", 204, { path: { id } }),
          sendMarkedSession(id, marker),
        ]);
      }),
    );
    await waitUntilErased(marker);
    for (const id of ids)
      await own().client.expectError("session_recordings_retrieve", [404, "not_found"], { path: { id } });
  });

  test("a session whose id is a path segment of the contract", async () => {
    const [path, marker] = [{ id: "properties" }, randomUUID()];
    await sendMarkedSession(path.id, marker);
    const lines = () =>
      own().direct.request("session_recordings_snapshots_retrieve", {
        path,
        headers: { accept: "application/x-ndjson" },
      });
    await eventually("it can be played", async () => (await lines()).status === 200);
    await own().direct.expectStatus("session_recordings_pin", 200, { path });
    await own().direct.expectStatus("session_recordings_destroy", 204, { path });
    await waitUntilErased(marker);
  });

  test("dead letters with its snapshots, on every node", async () => {
    const [id, marker] = [randomUUID(), randomUUID()];
    const nodes = clientsOfNodes(own().client.endpoint, own().tenant);
    const deadLettersOf = async (node: Client) => (await node.expectStatus("ready", 200)).journal.dead_letters;
    await sendMarkedSession(id, marker);
    for (const node of nodes) {
      await sendInvalidSnapshot(node, id, marker);
      await eventually("it is a dead letter", async () => (await deadLettersOf(node)) > 0);
    }
    await eventually("the recording is stored", () => storageOf(id));
    await own().client.expectStatus("session_recordings_destroy", 204, { path: { id } });
    await waitUntilErased(marker);
    for (const node of nodes) {
      await eventually("they are no longer counted", async () => (await deadLettersOf(node)) === 0);
      await sendInvalidSnapshot(node, id, marker);
    }
    await waitUntilErased(marker);
  });
});
