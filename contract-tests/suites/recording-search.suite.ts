import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory } from "../support/rrweb-events.ts";
import { createdRecordings, removeCreatedRecordings, sendSession } from "../support/send-session.ts";

const client = new Client();
const { projectApiKey: api_key } = target.tenant;
const mark = randomUUID();
const MINUTE_MS = 60_000;
/** A day without other recordings. */
const start = Date.UTC(2002, 5, 3, 9) + Math.floor(Math.random() * 1000) * 24 * 60 * MINUTE_MS;
const [view, add, buy] = [`view ${mark}`, `add ${mark}`, `buy ${mark}`];
const [ann, annOnTablet, bob] = [`ann ${mark}`, `tablet ${mark}`, `bob ${mark}`];
const email = `ann+${mark}@post.example`;
const page = (path: string) => `https://fjordbikes.example/${mark}/${path}`;
const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => `${name}-${mark}`) as [string, string, string, string];
/** Who was recorded when and for how many seconds, and what happened in each session. */
const RECORDINGS: readonly (readonly [string, string, number, number])[] = [
  [a, annOnTablet, 0, 30],
  [b, bob, 10, 90],
  [c, ann, 20, 120],
  [d, bob, 30, 5],
];
const EVENTS: readonly (readonly [string | null, string, number, string, object?])[] = [
  [a, annOnTablet, 1, view, { $current_url: page("bikes"), price: 10 }],
  [b, bob, 11, view, { $current_url: page("bikes") }],
  [b, bob, 12, add, { $current_url: page("Cart"), price: 25 }],
  [c, ann, 21, add, { $current_url: page("cart"), price: 5 }],
  [c, ann, 22, buy, { $current_url: page("paid") }],
  [null, bob, 31, buy],
];

const day = { date_from: new Date(start).toISOString(), date_to: new Date(start + 60 * MINUTE_MS).toISOString() };
const ask = (query: object) =>
  client.expectStatus("query_create", 200, { json: { query: { kind: "RecordingsQuery", ...day, ...query } } });
const find = async (query: object) => {
  const { results, has_next, next_cursor } = await ask(query);
  assert.deepEqual([has_next, next_cursor], [false, undefined]);
  return (results as readonly { readonly id: string }[]).map(({ id }) => id);
};
const refuse = (query: object, attr: string) =>
  client.expectError("query_create", [400, "invalid_input", attr], {
    json: { query: { kind: "RecordingsQuery", ...query } },
  });
const step = (event: string) => ({ kind: "EventsNode", event });
const leftAfterView = (funnelWindowInterval: number) => ({
  kind: "FunnelsActorsQuery",
  funnelStep: -2,
  source: {
    kind: "FunnelsQuery",
    series: [step(view), step(buy)],
    dateRange: day,
    funnelsFilter: { funnelWindowInterval, funnelWindowIntervalUnit: "minute" },
  },
});

describe("recordings by what happened", needs("state"), () => {
  before(async () => {
    if (target.kind === "prism") return;
    for (const [id, distinctId, minute, seconds] of RECORDINGS) {
      const on = rrwebEventFactory(start + minute * MINUTE_MS);
      await sendSession([{ distinctId, events: [on.mouse(0, 2), on.mouse(seconds * 1000, 2)] }], id);
    }
    for (const [$session_id, distinct_id, minute, event, properties] of EVENTS) {
      const timestamp = new Date(start + minute * MINUTE_MS).toISOString();
      const json = { api_key, event, distinct_id, timestamp, properties: { ...properties, $session_id } };
      await client.expectStatus("capture", 200, { json });
    }
    const properties = { $anon_distinct_id: annOnTablet };
    const json = { api_key, event: "$identify", distinct_id: ann, properties, $set: { email, plan: "pro" } };
    await client.expectStatus("capture", 200, { json });
    for (const node of clientsOfNodes(target, target.tenant)) {
      await eventually("all is stored, and the persons are merged", async () => {
        const columns = "count(), uniq(person_id), countIf(person.properties.plan = 'pro')";
        const query = `SELECT ${columns} FROM events WHERE distinct_id LIKE '%${mark}'`;
        const { body } = await node.request("query_create", { json: { query: { kind: "HogQLQuery", query } } });
        const found = (body as { readonly results?: unknown }).results;
        return JSON.stringify(found) === "[[7,2,4]]" && (await find({})).length === RECORDINGS.length;
      });
    }
  });
  after(removeCreatedRecordings);

  test("events that happened in the session, and events that did not", async () => {
    assert.deepEqual(await find({}), [d, c, b, a]);
    assert.deepEqual(await find({ events: [{ id: view, type: "events" }] }), [b, a]);
    assert.deepEqual(await find({ events: [{ id: view }, { id: add }] }), [b]);
    assert.deepEqual(await find({ events: [{ id: view }, { id: buy }], operand: "OR" }), [c, b, a]);
    assert.deepEqual(await find({ events: [{ id: add }], without_events: [{ id: buy }] }), [b]);
    assert.deepEqual(await find({ without_events: [{ id: view }] }), [d, c], "also without any event");
    const properties = [{ key: "price", operator: "gt", value: 7 }];
    assert.deepEqual(await find({ events: [{ id: add, properties }] }), [b]);
    assert.deepEqual(await find({ without_events: [{ id: null, properties }] }), [d, c]);
  });

  test("a recording by a clock that is a year ahead begins now, and is found by its event", async () => {
    const [ahead, id] = [365 * 24 * 60 * MINUTE_MS, `ahead-${mark}`];
    const clock = Date.now() + ahead;
    const fields = { api_key, distinct_id: bob, sent_at: new Date(clock).toISOString() };
    const properties = { $session_id: id };
    const $snapshot_data = [
      rrwebEventFactory(clock - 5000).mouse(0, 2),
      rrwebEventFactory(clock - 5000).mouse(3000, 2),
    ];
    for (const event of [
      { event: buy, timestamp: new Date(clock - 4000).toISOString(), properties },
      { event: "$snapshot", properties: { ...properties, $snapshot_data } },
    ]) {
      await client.expectStatus("capture", 200, { json: { ...fields, ...event } });
    }
    createdRecordings.add(id);
    const recent = {
      date_from: new Date(Date.now() - 60 * MINUTE_MS).toISOString(),
      date_to: new Date(Date.now() + 60 * MINUTE_MS).toISOString(),
    };
    await eventually("it is found", async () => {
      return (await find({ ...recent, events: [{ id: buy }] })).join() === id;
    });
    const recording = await client.expectStatus("session_recordings_retrieve", 200, { path: { id } });
    assert.equal(recording.recording_duration, 3);
    assert.ok(Math.abs(Date.parse(recording.start_time) - Date.now()) < 10 * MINUTE_MS, recording.start_time);
  });

  test("pages that the session visited", async () => {
    const visited = (operator: string, value?: string) =>
      find({ properties: [{ type: "recording", key: "visited_page", operator, value }] });
    assert.deepEqual(await visited("icontains", `${mark}/CART`), [c, b]);
    assert.deepEqual(await visited("exact", page("cart")), [c]);
    assert.deepEqual(await visited("not_icontains", "/bikes"), [d, c]);
    assert.deepEqual(await visited("is_not_set"), [d]);
  });

  test("properties of events, persons, and the recording", async () => {
    assert.deepEqual(await find({ properties: [{ key: "price", operator: "lt", value: 10 }] }), [c]);
    assert.deepEqual(await find({ properties: [{ type: "person", key: "plan", value: "pro" }] }), [c, a]);
    const duration = (operator: string, value: number) =>
      find({ having_predicates: [{ type: "recording", key: "duration", operator, value }] });
    assert.deepEqual(await duration("gt", 30), [c, b]);
    assert.deepEqual(await duration("lte", 30), [d, a]);
  });

  test("the person, by email and by uuid, and distinct ids", async () => {
    assert.deepEqual(await find({ person_email: email.toUpperCase() }), [c, a]);
    const path = { id: a };
    const { person } = await client.expectStatus("session_recordings_retrieve", 200, { path });
    assert.deepEqual(await find({ person_uuid: person?.uuid, events: [{ id: view }] }), [a]);
    assert.deepEqual(await find({ distinct_ids: [annOnTablet, bob] }), [d, b, a]);
    assert.deepEqual(await find({ session_ids: [a, c, "unknown"] }), [c, a]);
  });

  test("the step of a funnel at which the person left", async () => {
    assert.deepEqual(await find({ funnel: leftAfterView(5) }), [b, a]);
    assert.deepEqual(await find({ funnel: leftAfterView(60) }), [], "all of them bought in time");
    assert.deepEqual(await find({ funnel: { ...leftAfterView(5), funnelStep: 1 }, without_events: [{ id: add }] }), [
      a,
    ]);
  });

  test("on pages that are stable while recordings arrive", async () => {
    const first = await ask({ limit: 2, events: [{ id: add }, { id: view }], operand: "OR" });
    assert.deepEqual([first.has_next, first.results], [true, first.results]);
    const ids = ({ results }: typeof first) => (results as readonly { readonly id: string }[]).map(({ id }) => id);
    assert.deepEqual(ids(first), [c, b]);
    const on = rrwebEventFactory(start + 40 * MINUTE_MS);
    const newer = await sendSession([{ distinctId: bob, events: [on.mouse(0, 2), on.mouse(1000, 2)] }]);
    await eventually("it is listed", async () => (await find({ limit: 100 })).includes(newer));
    const query = { limit: 2, events: [{ id: add }, { id: view }], operand: "OR", after: first.next_cursor };
    const second = await ask(query);
    assert.deepEqual([ids(second), second.has_next], [[a], false]);
  });

  test("a question can be saved", async () => {
    const query = { kind: "RecordingsQuery", ...day, events: [{ id: buy }] };
    const saved = await client.expectStatus("insights_create", 201, { json: { query } });
    const path = { id: saved.short_id };
    const { results } = await client.expectStatus("insights_run", 200, { path, json: {} });
    assert.deepEqual(
      (results as readonly { readonly id: string }[]).map(({ id }) => id),
      [c],
    );
    await client.expectStatus("insights_destroy", 204, { path });
  });

  test("what is wrong is refused with the field", async () => {
    await refuse({ order: "duration" }, "query__order");
    await refuse({ actions: [] }, "query__actions");
    await refuse({ date_from: "soon" }, "query__date_from");
    await refuse({ after: "soon" }, "query__after");
    await refuse(
      { properties: [{ type: "recording", key: "duration", operator: "is_set" }] },
      "query__properties__0__key",
    );
    await refuse({ funnel: { ...leftAfterView(5), funnelStep: 3 } }, "query__funnel__funnelStep");
    const { source } = leftAfterView(5);
    const soon = { ...leftAfterView(5), source: { ...source, dateRange: { date_from: "soon" } } };
    await refuse({ funnel: soon, session_ids: [] }, "query__funnel__source__dateRange__date_from");
    const short = { ...leftAfterView(5), source: { ...source, series: [step(view)] } };
    await refuse({ funnel: short }, "query__funnel__source__series");
  });
});
