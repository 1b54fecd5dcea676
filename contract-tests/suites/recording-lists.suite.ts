import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs, target, tenantDetails } from "../client/target.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";

const client = new Client();
const { projectApiKey } = target.tenant;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe("recordings: filters", needs("state"), () => {
  /** 09:30 UTC on a day without other recordings. */
  const start = Date.UTC(2001, 2, 4, 9, 30) + Math.floor(Math.random() * 1000) * DAY_MS;
  const mark = randomUUID();
  const [ann, bob] = [`ann-${mark}`, `bob-${mark}`];
  const ids = ["a", "b", "c", "d"].map((name) => `${name}-${mark}`);
  const [a = "", b = "", c = "", d = ""] = ids;
  /** The begin of each recording in minutes after `start`, and its duration in seconds. */
  const samples = [
    { id: a, distinctId: ann, minute: 0, seconds: 0 },
    { id: b, distinctId: bob, minute: 10, seconds: 59.4 },
    { id: c, distinctId: ann, minute: 20, seconds: 59.6 },
    { id: d, distinctId: bob, minute: 24 * 60, seconds: 600 },
  ];
  const email = `ann+${mark}@post.example`;
  const at = (minute: number) => new Date(start + minute * MINUTE_MS).toISOString();
  const onDay = (day: number) => new Date(start + day * DAY_MS).toISOString().slice(0, 10);

  const list = async (query: Record<string, string | number | readonly string[]>) => {
    const { count, results } = await client.expectStatus("session_recordings_list", 200, { query });
    assert.equal(count, results.length);
    return results.map(({ id }) => id);
  };

  before(async () => {
    if (target.kind === "prism") return;
    for (const { id, distinctId, minute, seconds } of samples) {
      const on = rrwebEventFactory(start + minute * MINUTE_MS);
      const events = [on.mouse(0, 2), on.mouse(seconds * 1000, 2)];
      const json = snapshotBody(projectApiKey, { sessionId: id, distinctId }, events);
      await client.expectStatus("capture", 200, { json });
    }
    const json = { api_key: projectApiKey, event: "$identify", distinct_id: ann, $set: { mark, email } };
    await client.expectStatus("capture", 200, { json });
    await eventually("all recordings are listed", async () => (await list({ session_ids: ids })).length === 4);
  });
  after(async () => {
    if (target.kind === "url")
      for (const id of ids) await client.request("session_recordings_destroy", { path: { id } });
  });

  test("by time, including the bounds, and by day", async () => {
    const range = (from: string, to: string) => list({ date_from: from, date_to: to });
    assert.deepEqual(await range(at(0), at(24 * 60)), [d, c, b, a]);
    assert.deepEqual(await range(at(0.001), at(24 * 60 - 0.001)), [c, b]);
    assert.deepEqual(await range(at(10).replace("Z", "+00:00"), at(20)), [c, b]);
    assert.deepEqual(await range(onDay(0), onDay(0)), [c, b, a]);
    assert.deepEqual(await range(onDay(1), onDay(1)), [d]);
    assert.deepEqual(await range(onDay(0), onDay(1)), [d, c, b, a]);
    assert.deepEqual(await range(onDay(1), onDay(0)), []);
  });

  test("by duration in whole seconds", async () => {
    const atLeast = async (min_duration: number) => list({ min_duration, session_ids: ids });
    assert.deepEqual(await atLeast(0), [d, c, b, a]);
    assert.deepEqual(await atLeast(59), [d, c, b]);
    assert.deepEqual(await atLeast(60), [d, c]);
    assert.deepEqual(await atLeast(601), []);
  });

  test("by distinct id, by person and by email", async () => {
    assert.deepEqual(await list({ distinct_id: bob }), [d, b]);
    assert.deepEqual(await list({ distinct_id: "nobody" }), []);
    const person = await eventually("the person is known", async () => {
      return (await client.expectStatus("session_recordings_retrieve", 200, { path: { id: a } })).person;
    });
    assert.deepEqual(await list({ person_uuid: person.uuid }), [c, a]);
    assert.deepEqual(await list({ person_uuid: person.uuid.toUpperCase() }), [c, a]);
    assert.deepEqual(await list({ person_uuid: person.uuid, distinct_id: bob }), []);
    assert.deepEqual(await list({ person_uuid: randomUUID() }), []);
    await eventually("the email is known", async () => (await list({ person_email: email })).length === 2);
    assert.deepEqual(await list({ person_email: email.toUpperCase(), person_uuid: person.uuid }), [c, a]);
    assert.deepEqual(await list({ person_email: email, distinct_id: bob }), []);
    assert.deepEqual(await list({ person_email: `x${email}` }), []);
  });

  test("by session ids, in each form of a list", async () => {
    const forms = [[a, c], `${a},${c}`, JSON.stringify([a, c]), [`${a},unknown`, JSON.stringify([c])]];
    for (const session_ids of forms) assert.deepEqual(await list({ session_ids }), [c, a]);
  });

  test("by all filters at once, on all pages", async () => {
    const query = { date_from: at(0), date_to: onDay(1), distinct_id: ann, session_ids: [a, b, c], min_duration: 0 };
    assert.deepEqual(await list(query), [c, a]);
    const first = await client.expectStatus("session_recordings_list", 200, { query: { ...query, limit: 1 } });
    assert.equal(first.count, 2);
    const all = await fetchAllPages<{ id: string }>(first as ListPage<{ id: string }>, target.tenant.personalApiKey);
    assert.deepEqual(
      all.map(({ id }) => id),
      [c, a],
    );
  });
});

describe("recordings: invalid filters", () => {
  const cases: [attr: string, ...values: string[]][] = [
    ["date_from", "yesterday", "2026-02-30", "2026-01-01T10:00:00", "1773308463250"],
    ["date_to", "-7d", "2026-13-01", "null"],
    ["person_uuid", "1", "019c23df-de80-741c-b870-e6a92d5b3f1"],
    ["min_duration", "-1", "1.5", "x"],
  ];
  for (const [attr, ...values] of cases) {
    test(attr, async () => {
      for (const value of values) {
        const query = { [attr]: value };
        await client.expectError("session_recordings_list", [400, "invalid_input", attr], { query });
      }
    });
  }
  test("empty values", needs("state"), async () => {
    for (const [attr] of cases) {
      await client.expectError("session_recordings_list", [400, "invalid_input", attr], { query: { [attr]: "" } });
    }
  });

  test("session_ids and distinct_id", needs("state"), async () => {
    const many = Array.from({ length: 101 }, () => randomUUID()).join(",");
    const withIds = (session_ids: string) => ({ query: { session_ids } });
    await client.expectError("session_recordings_list", [400, "max_length", "session_ids"], withIds(many));
    await client.expectError("session_recordings_list", [400, "invalid_input", "session_ids"], withIds("["));
    const query = { distinct_id: "x".repeat(201) };
    await client.expectError("session_recordings_list", [400, "max_length", "distinct_id"], { query });
  });
});

describe("recordings: pins", needs("tenants"), () => {
  async function createRecording(): Promise<string> {
    const id = randomUUID();
    const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];
    await client.expectStatus("capture", 200, { json: snapshotBody(projectApiKey, { sessionId: id }, events) });
    await eventually("the recording is stored", async () => {
      return (await client.request("session_recordings_retrieve", { path: { id } })).status === 200;
    });
    return id;
  }
  const pinnedCount = async (id: string) =>
    (await client.expectStatus("session_recordings_retrieve", 200, { path: { id } })).pinned_count;

  test("each user pins once, and unpins", async () => {
    const id = await createRecording();
    const key = tenantDetails(target.tenant).memberPersonalApiKey;
    const path = { id };
    assert.equal((await client.expectStatus("session_recordings_pin", 200, { path })).pinned_count, "1");
    assert.equal((await client.expectStatus("session_recordings_pin", 200, { path })).pinned_count, "1");
    assert.equal((await client.expectStatus("session_recordings_pin", 200, { path, key })).pinned_count, "2");
    const listed = await client.expectStatus("session_recordings_list", 200, { query: { session_ids: id } });
    assert.equal(listed.results[0]?.pinned_count, "2");
    const isPinnedBy = async (by: object) =>
      (await client.expectStatus("session_recordings_retrieve", 200, { path, ...by })).pinned_by_me;
    assert.deepEqual([await isPinnedBy({}), await isPinnedBy({ key })], [true, true]);
    for (let times = 0; times < 2; times++) {
      await client.expectStatus("session_recordings_unpin", 204, { path });
      assert.equal(await pinnedCount(id), "1");
    }
    assert.deepEqual([await isPinnedBy({}), await isPinnedBy({ key })], [false, true]);
    await client.expectStatus("session_recordings_unpin", 204, { path, key });
    assert.equal(await pinnedCount(id), "0");
  });

  test("missing and deleted recordings cannot be pinned", async () => {
    const id = await createRecording();
    await client.expectStatus("session_recordings_pin", 200, { path: { id } });
    await client.expectStatus("session_recordings_destroy", 204, { path: { id } });
    for (const path of [{ id }, { id: randomUUID() }]) {
      await client.expectError("session_recordings_pin", [404, "not_found", null], { path });
      await client.expectError("session_recordings_unpin", [404, "not_found", null], { path });
    }
  });
});
