import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, directClient } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { openDirectStore } from "../services/open-direct-store.ts";
import { BODY_ENCODINGS } from "../support/body-encodings.ts";
import { eventually } from "../support/poll.ts";
import { readMetrics } from "../support/service-metrics.ts";

const client = new Client();
const direct = directClient();
const { projectApiKey: key, personalApiKey, projectId } = target.tenant;
const ID = "analytics_events";

/** Returns an event as newer server libraries send it. */
function event(more: object = {}) {
  const uuid = randomUUID();
  return { event: "answered", uuid, distinct_id: "server", options: {}, properties: { index: 1 }, ...more };
}

async function send(batch: readonly unknown[], headers: Record<string, string> = {}) {
  const json = { created_at: new Date().toISOString(), batch };
  return client.expectStatus(ID, 200, { json, key, headers });
}

function waitForStored(...uuids: string[]) {
  return eventually("the events are stored", async () => {
    const events = await openDirectStore(environmentOf(target)).findEvents(projectId, uuids);
    return events.length === uuids.length && events;
  });
}

describe("events with results", () => {
  test("a batch is accepted", async () => {
    assert.ok("results" in (await send([event(), event()])));
  });

  test("a body without a batch is refused", async () => {
    for (const json of [{}, { batch: null }, { batch: event() }]) {
      await client.expectError(ID, [400, undefined, "batch"], { json, key });
    }
  });
});

describe("events with results: results", needs("state"), () => {
  test("each event has its result, by its uuid as sent", async () => {
    const [one, two] = [event(), event({ uuid: randomUUID().toUpperCase() })];
    const { results } = await send([one, two]);
    assert.deepEqual(results, { [one.uuid]: { result: "ok" }, [two.uuid]: { result: "ok" } });
    assert.deepEqual(await send([]), { results: {} });
  });

  const refused: [fields: object, details: string][] = [
    [{ event: undefined }, "event: required"],
    [{ event: "" }, "event: required"],
    [{ event: 5 }, "event: invalid_input"],
    [{ distinct_id: null }, "distinct_id: required"],
    [{ distinct_id: "", properties: { distinct_id: "x" } }, "distinct_id: required"],
    [{ distinct_id: {} }, "distinct_id: invalid_input"],
    [{ properties: [] }, "properties: invalid_input"],
    [{ timestamp: 5 }, "timestamp: invalid_input"],
  ];
  test("an unusable event is dropped alone, with the reason", async () => {
    for (const [fields, details] of refused) {
      const [before, wrong, after] = [event(), event(fields), event()];
      const { results } = await send([before, 5, wrong, after]);
      const ok = { result: "ok" };
      assert.deepEqual(results, { [before.uuid]: ok, [wrong.uuid]: { result: "drop", details }, [after.uuid]: ok });
    }
  });

  test("more than 1,000 events with fields of wrong types refuse the batch", async () => {
    const batch = [event(), ...Array(1000).fill(5)];
    assert.deepEqual(await send(batch), { results: { [batch[0].uuid]: { result: "ok" } } });
    const json = { batch: [...batch, event({ timestamp: 5 })] };
    await client.expectError(ID, [400, "invalid_input", "batch__1"], { json, key });
  });

  test("an event without a usable uuid has no result; the best of several with one uuid counts", async () => {
    const { uuid } = event();
    const batch = [event({ uuid: "" }), event({ uuid: "__proto__" }), event({ uuid, event: "" }), event({ uuid })];
    assert.deepEqual(await send(batch), { results: { [uuid]: { result: "ok" } } });
  });

  test("a large batch", async () => {
    const batch = Array.from({ length: 3000 }, (_, index) => event({ distinct_id: index % 1000 === 7 ? "" : "x" }));
    const results = Object.entries((await send(batch)).results);
    assert.deepEqual(
      results.map(([uuid, { result }]) => [uuid, result]),
      batch.map(({ uuid, distinct_id }) => [uuid, distinct_id === "" ? "drop" : "ok"]),
    );
  });

  test("keys", async () => {
    const json = { batch: [event()] };
    await client.expectError(ID, [401, "invalid_api_key", null], { json });
    await client.expectError(ID, [401, "invalid_api_key", null], { json, key: "phc_unknown" });
    await client.expectStatus(ID, 200, { json: { ...json, project_id: projectId }, key: personalApiKey });
    await client.expectStatus(ID, 200, { json: { ...json, api_key: key } });
  });

  test("a read-only key sends none", needs("tenants"), async () => {
    const json = { batch: [event()], project_id: projectId };
    await client.expectError(ID, [403, "permission_denied", null], { json, key: target.readOnlyKey ?? "" });
  });
});

describe("events with results: what is stored", needs("store"), () => {
  test("accepted events once, and no others, which are counted", async () => {
    const batch = [event(), event({ event: "" }), event({ properties: 5 }), event()];
    const before = (await readMetrics(client))("sightline_events_dropped_total");
    for (let time = 0; time < 2; time += 1) await send(batch);
    await waitForStored(batch[0]?.uuid ?? "", batch[3]?.uuid ?? "");
    await eventually("the others are counted as dropped", async () => {
      return (await readMetrics(client))("sightline_events_dropped_total") - before >= 4;
    });
    const uuids = batch.map(({ uuid }) => uuid);
    assert.equal((await openDirectStore(environmentOf(target)).findEvents(projectId, uuids)).length, 2);
  });

  test("fields, options and the library become properties", async () => {
    const options = {
      cookieless_mode: false,
      disable_skew_correction: true,
      process_person_profile: false,
      product_tour_id: "tour",
      other: 1,
    };
    const lifted = {
      $lib: "some-library",
      $lib_version: "1.2.3-beta",
      $session_id: "s",
      $window_id: "w",
      $cookieless_mode: false,
      $ignore_sent_at: true,
      $process_person_profile: false,
      $product_tour_id: "tour",
    };
    const fields = { session_id: "s", window_id: "w", options };
    const batch = [
      event({ ...fields, properties: { blå: "🚲" } }),
      event({ ...fields, properties: {} }),
      event({ ...fields, properties: null }),
      event({ ...fields, properties: undefined }),
      event({ ...fields, properties: { $session_id: "own", $lib: "own", $process_person_profile: true } }),
      event({ session_id: 5, window_id: null, options: { cookieless_mode: "x", product_tour_id: {} } }),
    ];
    await send(batch, { "PostHog-Sdk-Info": "some-library/1.2.3-beta" });
    const stored = await waitForStored(...batch.map(({ uuid }) => uuid));
    const own = { $session_id: "own", $lib: "own", $process_person_profile: true };
    const library = { $lib: "some-library", $lib_version: "1.2.3-beta" };
    const expected = [
      { ...lifted, blå: "🚲" },
      lifted,
      lifted,
      lifted,
      { ...lifted, ...own },
      { ...library, index: 1 },
    ];
    for (const [index, { uuid }] of batch.entries()) {
      const { properties = "" } = stored.find((one) => one.uuid === uuid) ?? {};
      assert.deepEqual(JSON.parse(properties), expected[index]);
      assert.equal(properties.split('"$session_id"').length, index === 5 ? 1 : 2);
    }
  });

  test("the header's time corrects the client's clock", async () => {
    const clock = Date.parse("2020-01-01T12:00:00Z");
    const timestamp = new Date(clock - 3_600_000).toISOString();
    const [corrected, exact] = [event({ timestamp }), event({ timestamp, options: { disable_skew_correction: true } })];
    await send([corrected, exact], { "PostHog-Request-Timestamp": "2020-01-01T12:00:00.000000123+00:00" });
    const stored = await waitForStored(corrected.uuid, exact.uuid);
    const timeOf = ({ uuid }: { uuid: string }) => stored.find((one) => one.uuid === uuid)?.timestamp ?? 0;
    const age = Date.now() - timeOf(corrected);
    assert.ok(age >= 3_600_000 && age < 3_660_000, String(age));
    assert.equal(timeOf(exact), Date.parse(timestamp));
  });

  for (const [encoding, encode] of Object.entries(BODY_ENCODINGS)) {
    test(`${encoding}: events are stored`, needs("wire"), async () => {
      const sent = event();
      const { results } = await direct.expectStatus(ID, 200, { ...encode(JSON.stringify({ batch: [sent] })), key });
      assert.deepEqual(results, { [sent.uuid]: { result: "ok" } });
      await waitForStored(sent.uuid);
    });
  }
});
