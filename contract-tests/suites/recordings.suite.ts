import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { Client, directClient } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import { expectedSummary, type RrwebEvent, rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";
import {
  createdRecordings,
  removeCreatedRecordings,
  sampleSession,
  sendSession,
  waitUntilStored,
} from "../support/send-session.ts";

const client = new Client();
const direct = directClient();
const { projectApiKey } = target.tenant;

after(removeCreatedRecordings);

describe("recordings: from snapshots to a recording", needs("state"), () => {
  test("large numbers in the person's properties are returned unchanged", async () => {
    const distinctId = `visitor-${randomUUID()}`;
    const numbers = '{"account":9007199254740993,"huge":1e999}';
    const person = `"event": "$identify", "distinct_id": "${distinctId}", "$set": ${numbers}`;
    await direct.expectStatus("capture", 200, { text: `{"api_key": "${projectApiKey}", ${person}}` });
    const [events] = sampleSession(Date.now() - 10_000);
    const id = await sendSession([{ distinctId, events }]);
    await eventually("the person has its properties", async () => {
      const { raw } = await direct.request("session_recordings_retrieve", { path: { id } });
      assert.ok(raw.bytes.toString().includes(`"properties":${numbers}`), raw.bytes.toString());
      return true;
    });
  });

  test("a repeated snapshot counts once", async () => {
    const on = rrwebEventFactory(Date.now() - 60_000);
    const events = [on.mouse(0, 2), on.mouse(1000, 2)];
    const sessionId = randomUUID();
    createdRecordings.add(sessionId);
    const part = snapshotBody(projectApiKey, { sessionId }, events);
    for (const json of [part, part, { ...part }]) await client.expectStatus("capture", 200, { json });
    const { uuid, ...unsent } = snapshotBody(projectApiKey, { sessionId }, [on.mouse(2000, 2)]);
    const batch = [part, { ...unsent, uuid }];
    await client.expectStatus("batch", 200, { json: { api_key: projectApiKey, batch } });
    await waitUntilStored(sessionId, [...events, on.mouse(2000, 2)]);
    const recording = await client.expectStatus("session_recordings_retrieve", 200, { path: { id: sessionId } });
    assert.equal(recording.click_count, 3);
  });

  test("counts match all events, however they are split, ordered and repeated", async () => {
    const start = Date.now() - 8_000_000;
    const on = rrwebEventFactory(start);
    const at = fc.oneof(fc.nat(7_500_000), fc.integer({ min: 3_590_000, max: 3_610_000 }));
    const event = fc.tuple(at, fc.nat(9)).map(([ms, kind]): RrwebEvent => {
      if (kind === 0) return on.page(ms, `https://shop.example/${ms % 7}`);
      if (kind === 1) return on.console(ms, ["log", "warn", "error"][ms % 3] ?? "");
      if (kind === 2) return on.mutation(ms);
      return kind < 5 ? on.input(ms, "a") : on.mouse(ms, kind);
    });
    const part = fc.record({
      events: fc.array(event, { minLength: 1, maxLength: 30 }),
      distinctId: fc.constantFrom("ann", "bob"),
      times: fc.integer({ min: 1, max: 3 }),
    });
    const property = fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), async (parts) => {
      const sessionId = randomUUID();
      createdRecordings.add(sessionId);
      const bodies = parts.map(({ events, distinctId }) =>
        snapshotBody(projectApiKey, { sessionId, distinctId }, events),
      );
      const repeated = parts.flatMap(({ times }, index) => Array.from({ length: times }, () => bodies[index]));
      await Promise.all(repeated.map((json) => client.expectStatus("capture", 200, { json })));
      const expected = expectedSummary(parts.flatMap(({ events }) => events));
      const recording = await eventually("all events are counted", async () => {
        const { status, body } = await client.request("session_recordings_retrieve", { path: { id: sessionId } });
        const { id, distinct_id, viewed, person, storage, pinned_count, pinned_by_me, ...rest } = body as Record<
          string,
          unknown
        >;
        return status === 200 && isDeepStrictEqual(rest, expected) && { distinct_id };
      });
      const first = Math.min(...parts.flatMap(({ events }) => events.map(({ timestamp }) => timestamp)));
      const owners = parts.filter(({ events }) => events.some(({ timestamp }) => timestamp === first));
      assert.equal(recording.distinct_id, owners.map(({ distinctId }) => distinctId).toSorted()[0]);
    });
    await fc.assert(property, { numRuns: 10, endOnFailure: true });
  });

  test("a single event instead of a list is accepted; invalid snapshots are ignored", async () => {
    const on = rrwebEventFactory(Date.now() - 60_000);
    const sessionId = randomUUID();
    createdRecordings.add(sessionId);
    const shape = snapshotBody(projectApiKey, { sessionId }, []);
    for (const $snapshot_data of [null, "text", [], [{ type: "x" }], { timestamp: 1 }, on.mouse(5000, 2)]) {
      const json = { ...shape, uuid: randomUUID(), properties: { ...shape.properties, $snapshot_data } };
      await client.expectStatus("capture", 200, { json });
    }
    await waitUntilStored(sessionId, [on.mouse(5000, 2)]);
    const recording = await client.expectStatus("session_recordings_retrieve", 200, { path: { id: sessionId } });
    assert.equal(recording.click_count, 1);
    assert.equal(recording.start_url, null);
    assert.equal(recording.recording_duration, 0);
  });

  test("session ids with special characters are found by their path", async () => {
    for (const name of ["a b", "a%2Fb?c#d", "ä/🚲", "..", "__proto__", "properties"]) {
      const id = name === "properties" ? `properties-${randomUUID()}` : `${randomUUID()}-${name}`;
      const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];
      await sendSession([{ events }], id);
      await waitUntilStored(id, events);
      assert.equal((await client.expectStatus("session_recordings_retrieve", 200, { path: { id } })).id, id);
    }
  });
});

describe("recordings: properties", needs("state"), () => {
  /** Creates a recording with this start, and an event with properties of its session. */
  async function browse(startMs: number, $browser: string): Promise<string> {
    const id = randomUUID();
    const properties = { $session_id: id, $browser, $os: "Linux", $current_url: "https://shop.example/", private: 1 };
    await client.expectStatus("capture", 200, {
      json: { api_key: projectApiKey, event: "$pageview", distinct_id: "visitor", properties },
    });
    const events = [rrwebEventFactory(startMs).mouse(0, 2)];
    await sendSession([{ events }], id);
    await waitUntilStored(id, events);
    await eventually("the properties of its session are stored, which may follow its snapshots", async () => {
      const query = { session_ids: id };
      const { results } = await client.expectStatus("session_recordings_properties_retrieve", 200, { query });
      return Object.keys(results[0]?.properties ?? {}).length > 0;
    });
    return id;
  }

  test("of several recordings, in each form of a list, newest first", async () => {
    const older = await browse(Date.now() - 9000, "Firefox");
    const newer = await browse(Date.now() - 1000, "Safari");
    const forms = [
      { session_ids: [older, newer] },
      { session_ids: `${older},${newer}` },
      { session_ids: JSON.stringify([older, newer]) },
      { session_ids: [`${older},${randomUUID()}`, JSON.stringify([newer, older])] },
    ];
    for (const query of forms) {
      const body = await client.expectStatus("session_recordings_properties_retrieve", 200, { query });
      assert.equal(body.id, newer);
      assert.deepEqual(body.results, [
        { id: newer, properties: { $browser: "Safari", $os: "Linux", $current_url: "https://shop.example/" } },
        { id: older, properties: { $browser: "Firefox", $os: "Linux", $current_url: "https://shop.example/" } },
      ]);
    }
  });

  test("without a list, of the newest recording", async () => {
    const events = [rrwebEventFactory(Date.now() + 3_600_000).mouse(0, 2)];
    const id = await sendSession([{ events }]);
    await waitUntilStored(id, events);
    const body = await client.expectStatus("session_recordings_properties_retrieve", 200);
    assert.equal(body.id, id);
    assert.deepEqual(body.results, [{ id, properties: {} }]);
    await client.expectStatus("session_recordings_destroy", 204, { path: { id } });
  });

  test("of recordings that do not exist: 404", async () => {
    const query = { session_ids: [randomUUID(), randomUUID()] };
    await client.expectError("session_recordings_properties_retrieve", [404, "not_found", null], { query });
  });

  test("100 ids are accepted, 101 ids in any form are refused", async () => {
    const ids = Array.from({ length: 101 }, () => randomUUID());
    const hundred = { session_ids: ids.slice(1).join(",") };
    await client.expectError("session_recordings_properties_retrieve", [404, "not_found", null], { query: hundred });
    for (const session_ids of [ids, ids.join(","), JSON.stringify(ids)]) {
      const query = { session_ids };
      await client.expectError("session_recordings_properties_retrieve", [400, "max_length", "session_ids"], { query });
    }
  });

  test("of an invalid JSON list: 400", async () => {
    for (const session_ids of ['["a"', "[1, {}]", '[["a"]]']) {
      const query = { session_ids };
      await client.expectError("session_recordings_properties_retrieve", [400, undefined, "session_ids"], { query });
    }
  });
});

describe("recordings: deleting", needs("state"), () => {
  test("a deleted recording is not found, and late snapshots do not restore it", async () => {
    const on = rrwebEventFactory(Date.now() - 60_000);
    const id = await sendSession([{ events: [on.mouse(0, 2)] }]);
    await waitUntilStored(id, [on.mouse(0, 2)]);
    const before = await client.expectStatus("session_recordings_list", 200, { query: { limit: 1000 } });
    assert.ok(before.results.some((listed) => listed.id === id));
    const { body } = await client.request("session_recordings_destroy", { path: { id } });
    assert.equal(body, undefined);
    await sendSession([{ events: [on.mouse(1000, 2)] }], id);
    const marker = await sendSession([{ events: [on.mouse(2000, 2)] }]);
    await waitUntilStored(marker, [on.mouse(2000, 2)]);
    const path = { id };
    await client.expectError("session_recordings_retrieve", [404, "not_found", null], { path });
    await client.expectError("session_recordings_destroy", [404, "not_found", null], { path });
    for (const query of ["", "?source=in_memory", "?source=object_storage"]) {
      await client.expectError("session_recordings_snapshots_retrieve", [404, "not_found", null], { path, query });
    }
    await client.expectError("session_recordings_properties_retrieve", [404, "not_found", null], {
      query: { session_ids: id },
    });
    const after = await client.expectStatus("session_recordings_list", 200, { query: { limit: 1000 } });
    assert.ok(!after.results.some((listed) => listed.id === id));
  });
});
