import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, directClient } from "../client/contract-client.ts";
import { exchange } from "../client/exchange.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";

// The specification of the service, row by row and in its order: public endpoints that take events.

const client = new Client();
const direct = directClient();
const isMock = target.kind === "prism";
const { projectApiKey: api_key } = target.tenant;
const ACCEPTED = { status: 1 };

describe("Public endpoints (POST only)", () => {
  for (const path of ["/capture/", "/capture", "/capture/?data=e30=", "/batch/", "/batch", "/decide/", "/decide"]) {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      test(`${method} ${path}: 405, with Allow: POST`, needs("wire"), async () => {
        const response = await direct.sendRaw({ method, path });
        assert.equal(response.status, 405);
        assert.equal(response.headers.allow, "POST");
      });
    }
    test(`HEAD ${path}: 405, with Allow: POST`, needs("wire"), async () => {
      const { status, headers, bytes } = await exchange(direct.endpoint.base, { method: "HEAD", path });
      assert.deepEqual([status, headers.allow, bytes.byteLength], [405, "POST", 0]);
    });
  }
  test("all send Content-Type: application/json", async () => {
    const headers = { "content-type": "application/json" };
    const json = { api_key, event: "e", distinct_id: "d" };
    await client.expectStatus("capture", 200, { headers, json });
    await client.expectStatus("batch", 200, { headers, json: { api_key, batch: [] } });
    await client.expectStatus("decide", 200, { headers, json: { api_key, distinct_id: "d" } });
  });
});

/** Waits until the event that `find` looks for is listed, and returns it. */
function listedEvent(query: Record<string, string>, find: (id: string) => boolean = () => true) {
  return eventually("the event is stored", async () => {
    return (await client.expectStatus("events_list", 200, { query })).results.find(({ id }) => find(id));
  });
}

async function personOf(distinct_id: string) {
  return (await client.expectStatus("persons_list", 200, { query: { distinct_id } })).results[0];
}

describe("POST /capture/: single event", () => {
  const capture = (json: object) => client.expectStatus("capture", 200, { json: { api_key, ...json } });
  const alias = `alias-${randomUUID()}`;
  const $groups = { company: "nordlys" };
  const $group = { $group_type: "company", $group_key: "nordlys", $group_set: { employees: 320 } };
  const kinds: Record<
    string,
    { readonly event: string; readonly properties?: object; readonly [field: string]: unknown }
  > = {
    "Alias: $create_alias, properties.alias (string, the other identifier)": {
      event: "$create_alias",
      properties: { alias },
    },
    "Generic capture: any event name, properties (object)": { event: "bike_configured", properties: { model: "F3" } },
    "Generic capture: properties may be empty": { event: "bike_configured", properties: {} },
    "Group association: any event name, properties.$groups is an object": { event: "ordered", properties: { $groups } },
    "Group identify: $groupidentify, $group_type, $group_key, $group_set": {
      event: "$groupidentify",
      properties: $group,
    },
    "Identify: $identify, $set (object of person properties), context (object)": {
      event: "$identify",
      $set: { plan: "plus" },
      context: { locale: "nb-NO" },
    },
    "Page view: $pageview, properties (object)": {
      event: "$pageview",
      properties: { $current_url: "https://a.example/" },
    },
    "Screen view: $screen, properties (object)": { event: "$screen", properties: { $screen_name: "Checkout" } },
  };
  for (const [row, kind] of Object.entries(kinds)) {
    test(row, async () => {
      const distinct_id = `kind-${randomUUID()}`;
      assert.deepEqual(await capture({ distinct_id, ...kind }), ACCEPTED);
      if (isMock) return;
      const { event, properties = {}, ...fields } = kind;
      const stored = await listedEvent({ distinct_id });
      assert.deepEqual([stored.event, stored.properties], [event, { ...properties, ...fields }]);
      if (event === "$create_alias") assert.equal((await personOf(alias))?.id, (await personOf(distinct_id))?.id);
      if (event === "$identify") assert.deepEqual((await personOf(distinct_id))?.properties, { plan: "plus" });
    });
  }
  test("Response on success: JSON object with status (integer, value 1)", async () => {
    assert.deepEqual(await capture({ event: "e", distinct_id: "d" }), ACCEPTED);
  });
});

describe("POST /batch/: multiple events", () => {
  const event = `in a batch ${randomUUID()}`;
  const uuids = [randomUUID(), randomUUID()];
  const timestamp = "2026-03-12T09:42:18.123Z";
  const batch = uuids.map((uuid, index) => ({
    event,
    uuid,
    properties: { distinct_id: `b-${index}`, index },
    timestamp,
  }));

  test("Body: api_key (string), batch (array of items); response on success: same as /capture/", async () => {
    assert.deepEqual(await client.expectStatus("batch", 200, { json: { api_key, batch } }), ACCEPTED);
    if (isMock) return;
    for (const uuid of uuids) await listedEvent({ event }, (id) => id === uuid);
  });
  test("Item: event (string), properties (object that includes distinct_id), timestamp", needs("state"), async () => {
    const stored = await listedEvent({ event }, (id) => id === uuids[1]);
    assert.deepEqual(
      [stored.event, stored.distinct_id, stored.timestamp, stored.properties],
      [event, "b-1", timestamp, batch[1]?.properties],
    );
  });
  test("Item: timestamp (string, ISO 8601, optional) defaults to current time", needs("state"), async () => {
    const [uuid, from] = [randomUUID(), Date.now()];
    const item = { event, uuid, properties: { distinct_id: "b-2" } };
    await client.expectStatus("batch", 200, { json: { api_key, batch: [item] } });
    const at = Date.parse((await listedEvent({ event }, (id) => id === uuid)).timestamp);
    assert.ok(at >= from - 60_000 && at <= Date.now() + 60_000);
  });
});
