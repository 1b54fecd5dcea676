import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { openDirectStore } from "../services/open-direct-store.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { duringOutage } from "../support/store-outage.ts";

const own = ownServer(() => ({ DURABILITY: "store" }), undefined, { oneNode: true, outages: true });

function durableEvent(uuid = randomUUID()) {
  const json = { api_key: own().tenant.projectApiKey, event: "durable", distinct_id: "x", uuid };
  return { uuid, json };
}

function findStored(uuids: readonly string[]) {
  return openDirectStore(own().server.environment).findEvents(own().tenant.projectId, uuids);
}

describe("a service that answers only after storing the events", needs("settings", "store"), () => {
  test("events answered with 200 are stored at once", async () => {
    const { client, tenant } = own();
    for (let round = 0; round < 5; round++) {
      const [single, batched] = [durableEvent(), durableEvent()];
      await client.expectStatus("capture", 200, { json: single.json });
      await client.expectStatus("batch", 200, {
        json: { api_key: tenant.projectApiKey, batch: [batched.json, durableEvent().json] },
      });
      assert.equal((await findStored([single.uuid, batched.uuid])).length, 2);
    }
  });

  test("while the store is unavailable, events are refused and not stored later", async () => {
    const { client, tenant } = own();
    const refused: string[] = [];
    await duringOutage(own(), async () => {
      // After the first failure the service knows that the store is unavailable.
      await client.expectError("capture", [503, "service_unavailable", null], { json: durableEvent().json });
      for (const id of ["capture", "batch"] as const) {
        const { uuid, json } = durableEvent();
        refused.push(uuid);
        const body = id === "batch" ? { api_key: tenant.projectApiKey, batch: [json] } : json;
        const { headers } = await client.expectError(id, [503, "service_unavailable", null], { json: body });
        assert.equal(headers["retry-after"], "5");
      }
      assert.equal((await client.expectStatus("ready", 503)).status, "unavailable");
    });
    await eventually(
      "events are accepted again",
      async () => (await client.request("capture", { json: durableEvent().json })).status === 200,
    );
    await assertStillServing(client, tenant.projectApiKey);
    assert.deepEqual(await findStored(refused), []);
  });
});
