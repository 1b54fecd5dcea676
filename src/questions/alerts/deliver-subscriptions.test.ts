import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { problem } from "../../lib/problem.ts";
import { changeSettings } from "../../store/records/project-settings.ts";
import { DASHBOARDS, INSIGHTS, SUBSCRIPTIONS } from "../../store/records/saved-kinds.ts";
import { numberOfShortId } from "../../tenants/saved-record.ts";
import type { Finding } from "../findings.ts";
import { type DeliveryPorts, deliverSubscriptions } from "./deliver-subscriptions.ts";
import { digestRows } from "./digest.ts";
import type { Message } from "./notify.ts";
import { subscriptionsOf } from "./subscriptions.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A Friday. */
const NOW = Date.parse("2026-03-13T10:30:00Z");
const saved = { projectId: "1", revision: 1, createdAt: 1, createdBy: null, updatedAt: 1, updatedBy: null };
const line = (label: string, data: readonly (number | null)[]) => {
  return { label, data, days: ["2026-03-11", "2026-03-12", "2026-03-13"], action: { order: 0 } };
};

const NOTHING = { results: [] as Finding[], tested: 1, until: "2026-03-13" };

/** Returns a subscription to a question about orders, due on 14 March at 8, and what sends it `at` a time. */
async function subscribed(t: TestContext, fields: object = {}) {
  const { store } = await openTestStore(t);
  const { records, tenants } = store;
  const [shortId, texts] = ["kT3vQ8xZ", { name: "Orders", description: "", variables: "[]" }];
  const query = JSON.stringify({ kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "order" }] });
  await records.insert(INSIGHTS, { ...saved, shortId, ...texts, query });
  const request = {
    ...({ insight: numberOfShortId(shortId), target_type: "email", target_value: "ada@example.com" } as const),
    ...({ frequency: "daily", start_date: "2026-03-14T08:00:00Z", ...fields } as const),
  };
  const subscriptions = subscriptionsOf(() => NOW);
  const context = { projectId: "1", by: null, now: NOW };
  const { id } = await subscriptions.create(context, request, store);
  const notified: Message[] = [];
  const world = { isReached: true, failure: null as Error | null, findings: NOTHING };
  const portsAt = (now: number): DeliveryPorts => ({
    ...{ records, tenants, now: () => now },
    answers: {
      ask: async () => {
        if (world.failure) throw world.failure;
        return { results: [line("order", [5, 6, 1])] } as never;
      },
    },
    findings: async () => world.findings,
    notify: async (message) => {
      notified.push(message);
      return { targets: 1, isReached: world.isReached, error: world.isReached ? null : "refused" };
    },
  });
  const at = async (now: number, signal = new AbortController().signal) => {
    await deliverSubscriptions(portsAt(now), signal);
    const found = await records.find(SUBSCRIPTIONS, { projectId: "1", id });
    assert.ok(found);
    return found;
  };
  return { at, notified, world, records, portsAt, id, subscriptions, context, store, shortId };
}

const DUE = Date.parse("2026-03-14T08:00:00Z");

test("it is sent once when it is due, by one of several nodes, and once after a service was off", async (t) => {
  const { at, notified, portsAt } = await subscribed(t);
  assert.equal((await at(NOW)).dueAt, DUE);
  assert.equal(notified.length, 0);
  const { signal } = new AbortController();
  await Promise.all([deliverSubscriptions(portsAt(DUE + 1), signal), deliverSubscriptions(portsAt(DUE + 1), signal)]);
  assert.equal(notified.length, 1);
  const late = await at(DUE + 10 * DAY + MINUTE);
  assert.deepEqual(
    [notified.length, late.dueAt, late.delivered, late.toldAt],
    [2, DUE + 11 * DAY, 2, DUE + 10 * DAY + MINUTE],
  );
});

test("its text has the numbers of each question, on one line each", async (t) => {
  const { at, notified } = await subscribed(t, { title: "Few\r\nTo: y" });
  await at(DUE + 1);
  assert.equal(notified[0]?.title, "Few To: y, 2026-03-14");
  const [intro, tile, hint] = notified[0]?.says ?? [];
  assert.equal(intro, "“Few To: y” on 2026-03-14 08:00 (UTC).");
  assert.deepEqual(tile, {
    insight: numberOfShortId("kT3vQ8xZ"),
    heading: "Orders",
    rows: [
      ["", "2026-03-13", "Change"],
      ["order", "1", "-83.3 %"],
    ],
  });
  assert.match(String(hint), /^A member set up these mails\./);
});

test("what reached nobody is sent again for an hour, and then at its next time", async (t) => {
  const { at, notified, world } = await subscribed(t);
  world.isReached = false;
  for (let minute = 0; minute < 120; minute += 5) await at(DUE + minute * MINUTE + 1);
  assert.equal(notified.length, 12);
  const failed = await at(DUE + 120 * MINUTE);
  assert.deepEqual([failed.dueAt, failed.error, failed.toldAt, failed.delivered], [DUE + DAY, "refused", null, 0]);
});

test("an engine that is busy is waited for, and at last the mail says so", async (t) => {
  const { at, notified, world } = await subscribed(t);
  world.failure = problem("throttled", { retryAfter: 1 });
  for (let attempt = 0; attempt < 11; attempt += 1) {
    assert.equal((await at(DUE + 1 + attempt * (5 * MINUTE + 1))).error, world.failure.message);
  }
  assert.equal(notified.length, 0);
  await at(DUE + 1 + 11 * (5 * MINUTE + 1));
  const tile = notified[0]?.says[1];
  assert.deepEqual(typeof tile === "object" && tile.rows, [[`It could not be answered: ${world.failure.message}`]]);
  world.failure = new Error("killed");
  await assert.rejects(at(DUE + DAY + 1), /killed/);
  world.failure = null;
  await at(DUE + DAY + MINUTE);
  assert.equal(notified.length, 1, "another node takes over later");
  await at(DUE + DAY + 32 * MINUTE);
  assert.equal(notified.length, 2);
});

test("a mail of a dashboard says what changed lately", async (t) => {
  const { at, notified, world, records, subscriptions, context, id, store, shortId } = await subscribed(t);
  const dashboard = { ...saved, id: "hT7mQ2pL", name: "Shop", description: "", tiles: [{ insight: shortId }] };
  await records.insert(DASHBOARDS, dashboard);
  const of = { dashboard: numberOfShortId(dashboard.id), insight: null };
  await subscriptions.update(context, String(id), of, store);
  const lately = {
    kind: "drop",
    type: "events",
    id: "order",
    name: "order",
    since: "2026-03-12",
    until: null,
  } as const;
  const segment = { property: "$browser", value: "Safari", before: 22.44, after: 0 };
  const near = [{ at: "2026-03-12T08:00:00Z", text: "Release\n2" }];
  const found = { ...lately, before: 41.25, after: 17, segment, near };
  world.findings = { ...NOTHING, results: [found, { ...found, since: "2026-03-01" }] };
  await at(DUE + 1);
  assert.deepEqual(notified[0]?.says[2], {
    heading: "What changed",
    rows: [
      ["", "When", "A day", "Usually", "Most of all", "What happened then"],
      ["order", "since 2026-03-12", "17", "41.3", "$browser: Safari", "Release 2"],
    ],
  });
});

test("a stop leaves what was not sent to the next start", async (t) => {
  const { at, notified, world, portsAt, records, id } = await subscribed(t);
  const stopping = new AbortController();
  const ports = portsAt(DUE + 1);
  const ask: DeliveryPorts["answers"]["ask"] = (...asked) => {
    stopping.abort();
    return ports.answers.ask(...asked);
  };
  await deliverSubscriptions({ ...ports, answers: { ask } }, stopping.signal);
  assert.deepEqual([notified.length, (await records.find(SUBSCRIPTIONS, { projectId: "1", id }))?.dueAt], [0, DUE + 1]);
  assert.equal(world.failure, null);
  await at(DUE + 2);
  assert.equal(notified.length, 1);
});

test("it ends after its count, and with its question, of which it tells once", async (t) => {
  const counted = await subscribed(t, { count: 1 });
  assert.equal((await counted.at(DUE + 1)).dueAt, null);
  const { at, notified, records, shortId, id, subscriptions, context, store } = await subscribed(t);
  await records.change(INSIGHTS, { projectId: "1", shortId }, (found) => found && { ...found, deleted: true as const });
  assert.equal((await at(DUE + 1)).dueAt, null);
  assert.equal(notified[0]?.type, "subscription.ended");
  assert.equal(notified[0]?.says[0], "The question was deleted: nothing more is sent.");
  await records.change(INSIGHTS, { projectId: "1", shortId }, (found) => found && { ...found, deleted: null });
  const again = await subscriptions.update(context, String(id), { title: "Again" }, store);
  assert.equal(again.dueAt, DUE);
});

test("its time is that of the clocks of the project", async (t) => {
  const { store, subscriptions, context, id } = await subscribed(t);
  await changeSettings("1", { timeZone: "Europe/Oslo" }, store.records);
  const start_date = "2026-03-28T08:00:00+01:00";
  const { dueAt } = await subscriptions.update(context, String(id), { start_date, frequency: "weekly" }, store);
  assert.equal(dueAt, Date.parse(start_date));
});

test("rows of each kind of answer are bounded, and say plain numbers", () => {
  const calendar = { timeZone: "UTC", weekStart: 1, now: NOW } as const;
  const rows = (question: object, answer: object) => digestRows(question as never, answer as never, calendar);
  const lines = (results: object[], more = {}) => rows({ kind: "TrendsQuery", series: [], ...more }, { results });
  assert.deepEqual(lines([line("a", [0, 5, 9]), line("b", [5, null, 9]), line("c", [0, 0, 9])]), [
    ["", "2026-03-12", "Change"],
    ["a", "5", "from 0"],
    ["b", "", ""],
    ["c", "0", "0 %"],
  ]);
  const total = { label: "all", data: [], days: [] };
  const compared = [
    { ...total, aggregated_value: 1234.567, compare_label: "current" },
    { ...total, aggregated_value: 1000, compare_label: "previous" },
  ];
  assert.deepEqual(lines(compared)[1], ["all", "1234.57", "+23.5 %"]);
  const step = (name: string, order: number, count: number) => ({ name, order, count, custom_name: null });
  assert.deepEqual(rows({ kind: "FunnelsQuery" }, { results: [step("see", 0, 8), step("buy", 1, 2)] }), [
    ["Step", "Persons", "Of the first"],
    ["see", "8", "100 %"],
    ["buy", "2", "25 %"],
  ]);
  const group = { date: "2026-03-11T00:00:00Z", label: "Day 0", values: [{ count: 4, label: "Day 0" }] };
  assert.deepEqual(rows({ kind: "RetentionQuery" }, { results: [group] })[1], ["2026-03-11", "4"]);
  const many = { columns: Array(20).fill("c"), results: Array.from({ length: 30 }, () => Array(20).fill("x\ny")) };
  const shown = rows({ kind: "HogQLQuery" }, many);
  assert.deepEqual([shown.length, shown[1]?.length, shown[1]?.[0], shown.at(-1)], [12, 8, "x y", ["and 20 more"]]);
  assert.deepEqual(rows({ kind: "HogQLQuery" }, { columns: ["c"], results: [] }), [["Nothing yet"]]);
});
