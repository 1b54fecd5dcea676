import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { storeOf } from "../services/store-of.ts";
import { goesOn } from "../support/alive.ts";
import { duringOutage } from "../support/outage.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = ownServer(() => ({ DURABILITY: "store" }), undefined, { oneNode: true, outages: true });

function event(uuid = randomUUID()) {
  const json = { api_key: own().tenant.projectApiKey, event: "durable", distinct_id: "x", uuid };
  return { uuid, json };
}

function kept(uuids: readonly string[]) {
  return storeOf(own().server.place).events(own().tenant.projectId, uuids);
}

describe("a service that answers only when its store has the events", needs("settings", "store"), () => {
  test("what was answered 200 is there at once", async () => {
    const { client, tenant } = own();
    for (let time = 0; time < 5; time++) {
      const [single, batched] = [event(), event()];
      await client.get("capture", 200, { json: single.json });
      await client.get("batch", 200, { json: { api_key: tenant.projectApiKey, batch: [batched.json, event().json] } });
      assert.equal((await kept([single.uuid, batched.uuid])).length, 2);
    }
  });

  test("while the store is away nothing is answered 200; what is refused at once is not stored later", async () => {
    const { client, tenant } = own();
    const refused: string[] = [];
    await duringOutage(own(), async () => {
      // Once it was tried in vain, the store is known to be away.
      await client.refuse("capture", [503, "service_unavailable", null], { json: event().json });
      for (const id of ["capture", "batch"] as const) {
        const { uuid, json } = event();
        refused.push(uuid);
        const ask = id === "batch" ? { api_key: tenant.projectApiKey, batch: [json] } : json;
        const { headers } = await client.refuse(id, [503, "service_unavailable", null], { json: ask });
        assert.equal(headers["retry-after"], "5");
      }
    });
    await eventually(
      "it takes events again",
      async () => (await client.ask("capture", { json: event().json })).status === 200,
    );
    await goesOn(client, tenant.projectApiKey);
    assert.deepEqual(await kept(refused), []);
  });
});
