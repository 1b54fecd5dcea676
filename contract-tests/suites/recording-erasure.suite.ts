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

/** Sends a snapshot with the marker that makes no sense, and becomes a dead letter. */
async function sendInvalidSnapshot(client: Client, id: string, marker: string): Promise<void> {
  const json = snapshotBody(own().tenant.projectApiKey, { sessionId: id }, []);
  const properties = { ...json.properties, $snapshot_data: `no sense ${marker}` };
  await client.expectStatus("capture", 200, { json: { ...json, properties } });
}

/** Records a session of small snapshots and large ones, and one that makes no sense, which all have the marker in them. */
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
    "no byte of it is left",
    async () => (await findInStoredData(own().server.environment, marker)).length === 0,
  );

describe("recordings: what is deleted is nowhere any more", needs("settings"), () => {
  const times: [string, (storage: unknown) => boolean][] = [
    ["as soon as it is there", (storage) => storage !== false],
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
        "the search finds what is there",
      );
      await own().client.expectStatus("session_recordings_destroy", 204, { path: { id } });
      await waitUntilErased(marker);
    });
  }

  test("while it is moving to object storage, and while more of it comes", async () => {
    const marker = randomUUID();
    const ids = Array.from({ length: 12 }, () => randomUUID());
    await Promise.all(
      ids.map(async (id, turn) => {
        await sendMarkedSession(id, marker);
        await eventually("it is there", () => storageOf(id));
        await pause(turn * 200); // moves begin after a second
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

  test("a session that calls itself like a path of the contract", async () => {
    const [path, marker] = [{ id: "properties" }, randomUUID()];
    await sendMarkedSession(path.id, marker);
    const lines = () =>
      own().direct.request("session_recordings_snapshots_retrieve", {
        path,
        headers: { accept: "application/x-ndjson" },
      });
    await eventually("it plays", async () => (await lines()).status === 200);
    await own().direct.expectStatus("session_recordings_pin", 200, { path });
    await own().direct.expectStatus("session_recordings_destroy", 204, { path });
    await waitUntilErased(marker);
  });

  test("dead letters that have some of it too, whichever node keeps them", async () => {
    const [id, marker] = [randomUUID(), randomUUID()];
    const nodes = clientsOfNodes(own().client.endpoint, own().tenant);
    const lettersOf = async (node: Client) => (await node.expectStatus("ready", 200)).journal.dead_letters;
    await sendMarkedSession(id, marker);
    for (const node of nodes) {
      await sendInvalidSnapshot(node, id, marker);
      await eventually("it is a dead letter", async () => (await lettersOf(node)) > 0);
    }
    await eventually("it is there", () => storageOf(id));
    await own().client.expectStatus("session_recordings_destroy", 204, { path: { id } });
    await waitUntilErased(marker);
    for (const node of nodes) {
      await eventually("they are counted no more", async () => (await lettersOf(node)) === 0);
      await sendInvalidSnapshot(node, id, marker);
    }
    await waitUntilErased(marker);
  });
});
