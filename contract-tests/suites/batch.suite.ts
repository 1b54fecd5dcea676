import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { openDirectStore } from "../services/open-direct-store.ts";
import { runCliOrThrow } from "../services/sightline-cli.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const { projectApiKey: api_key, projectId } = target.tenant;
const ACCEPTED = { status: 1 };

function events(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    event: "in a batch",
    uuid: randomUUID(),
    properties: { distinct_id: `batch-${index % 10}`, index },
  }));
}

async function countStored(uuids: readonly string[]): Promise<number> {
  return (await openDirectStore(environmentOf(target)).findEvents(projectId, uuids)).length;
}

describe("batch: events are accepted", () => {
  test("with all fields that libraries add to the events", async () => {
    const json = { api_key, batch: events(2), sent_at: new Date().toISOString(), historical_migration: true, lib: "x" };
    assert.deepEqual(await client.expectStatus("batch", 200, { json }), ACCEPTED);
  });

  test("each event of a batch is stored", needs("store"), async () => {
    const batch = events(500);
    await client.expectStatus("batch", 200, { json: { api_key, batch } });
    await eventually("all are stored", async () => (await countStored(batch.map(({ uuid }) => uuid))) === batch.length);
  });

  const unusable = ["", null, "x", "01890a5dac96774bbcceb302099a8057", 5, {}];
  test("a uuid that is unusable counts as absent", async () => {
    const batch = events(unusable.length).map((event, index) => ({ ...event, uuid: unusable[index] }));
    assert.deepEqual(await client.expectStatus("batch", 200, { json: { api_key, batch } }), ACCEPTED);
    for (const json of batch) await client.expectStatus("capture", 200, { json: { api_key, ...json } });
  });

  test("each event with an unusable uuid is stored under a uuid of its own", needs("store"), async () => {
    const name = `without a uuid ${randomUUID()}`;
    const batch = [...unusable, ""].map((uuid) => ({ event: name, distinct_id: "x", uuid }));
    const [last] = events(1);
    await client.expectStatus("batch", 200, { json: { api_key, batch: [...batch, last] } });
    await eventually("the last is stored", async () => (await countStored([last?.uuid ?? ""])) === 1);
    const exported = await runCliOrThrow(environmentOf(target), "events", "export", "--project", projectId);
    assert.equal(exported.split(`"event":"${name}"`).length - 1, batch.length);
  });
});

describe("batch: one invalid event refuses all", () => {
  const wrong: [position: number, fields: Record<string, unknown>, attr: string][] = [
    [17, { event: 5 }, "batch__17__event"],
    [0, { properties: "x" }, "batch__0__properties"],
    [41, { timestamp: 12 }, "batch__41__timestamp"],
    [3, { offset: "x" }, "batch__3__offset"],
    [9, { $set: 1 }, "batch__9__$set"],
  ];
  for (const [position, fields, attr] of wrong) {
    test(`the error names ${attr}`, async () => {
      const batch = events(42).map((event, index) => (index === position ? { ...event, ...fields } : event));
      await client.expectError("batch", [400, "invalid_input", attr], { json: { api_key, batch } });
    });
  }

  test("in a large batch, too", async () => {
    const batch = events(5000).map((event, index) => (index === 4321 ? { ...event, event: 5 } : event));
    await client.expectError("batch", [400, "invalid_input", "batch__4321__event"], { json: { api_key, batch } });
  });

  test("a large batch with an unknown key is refused", needs("state"), async () => {
    await client.expectError("batch", [401, "invalid_api_key", null], {
      json: { api_key: "phc_unknown", batch: events(5000) },
    });
  });

  test("an event that is not an object", async () => {
    await client.expectError("batch", [400, "invalid_input", "batch__1"], { json: { api_key, batch: [{}, "event"] } });
  });

  test("no event of a refused batch is stored", needs("store"), async () => {
    const batch = events(10);
    const [complete] = events(1);
    const invalidBatch = batch.map((event, index) => (index === 9 ? { ...event, event: 1 } : event));
    await client.expectError("batch", [400, "invalid_input", "batch__9__event"], {
      json: { api_key, batch: invalidBatch },
    });
    await client.expectStatus("batch", 200, { json: { api_key, batch: [complete] } });
    await eventually("the next batch is stored", async () => (await countStored([complete?.uuid ?? ""])) === 1);
    assert.equal(await countStored(batch.map(({ uuid }) => uuid)), 0);
  });
});

describe("batch: a body that is not a batch is refused", () => {
  test("no list", async () => {
    await client.expectError("batch", [400, "required", "batch"], { json: { api_key } });
  });
  for (const batch of [null, {}, "events", 3]) {
    test(`${JSON.stringify(batch)} in place of the list`, async () => {
      const { body } = await client.expectError("batch", [400, undefined, "batch"], { json: { api_key, batch } });
      assert.ok(["invalid_input", "null", "required"].includes((body as { code: string }).code));
    });
  }
  test("historical_migration that is not a boolean", async () => {
    const json = { api_key, batch: [], historical_migration: "yes" };
    await client.expectError("batch", [400, "invalid_input", "historical_migration"], { json });
  });
});
