import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { problem } from "../../lib/problem.ts";
import { ALERTS, INSIGHTS } from "../../store/records/saved-kinds.ts";
import { numberOfShortId } from "../../tenants/saved-record.ts";
import { type AlertDefinition, alertDefinition, alertsOf, nextCheckOf } from "./alerts.ts";
import { type CheckPorts, checkAlerts, findingOf, type News } from "./check-alerts.ts";
import { createNotify } from "./notify.ts";
import { alertNotify, newsText } from "./notify-alert.ts";

const MINUTE = 60_000;
/** A Friday. */
const NOW = Date.parse("2026-03-13T10:30:00Z");
const UTC = { timeZone: "UTC", weekStart: 1, now: NOW } as const;
const saved = { projectId: "1", revision: 1, createdAt: 1, createdBy: null, updatedAt: 1, updatedBy: null };
const DAYS = ["2026-03-11", "2026-03-12", "2026-03-13"];
const line = (data: readonly (number | null)[], more: object = {}) => {
  return { label: "order", days: DAYS, data, action: { order: 0 }, ...more };
};

/** Returns an alert on orders, whose chart has `data`, and what checks it `at` a time. */
async function watched(t: TestContext, fields: object = {}) {
  const { store } = await openTestStore(t);
  const { records } = store;
  const [shortId, texts] = ["kT3vQ8xZ", { name: "Orders", description: "", variables: "[]" }];
  const query = JSON.stringify({ kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "order" }] });
  await records.insert(INSIGHTS, { ...saved, shortId, ...texts, query });
  const threshold = { configuration: { type: "absolute" as const, bounds: { lower: 3 } } };
  const request = { insight: numberOfShortId(shortId), threshold, ...fields };
  const alerts = alertsOf(store.tenants);
  const { id } = await alerts.create({ projectId: "1", by: null, now: NOW }, request, store);
  const notified: News["state"][] = [];
  const world = { data: [9, 2, 0] as (number | null)[], isReached: true, targets: 1, failure: null as Error | null };
  const portsAt = (now: number): CheckPorts => ({
    records,
    now: () => now,
    answers: {
      ask: async () => {
        if (world.failure) throw world.failure;
        return { results: [line(world.data)] } as never;
      },
    },
    notify: async (_, news) => {
      notified.push(news.state);
      return { targets: world.targets, isReached: world.isReached, error: null };
    },
  });
  const at = async (now: number) => {
    await checkAlerts(portsAt(now), new AbortController().signal);
    const found = await records.find(ALERTS, { projectId: "1", id });
    assert.ok(found);
    return found;
  };
  return { at, notified, world, records, portsAt, alerts, id, store };
}

test("an alert tells once that it fires, and once that it is over", async (t) => {
  const { at, notified, world } = await watched(t);
  const first = await at(NOW);
  assert.deepEqual([first.state, first.checks[0]?.value], ["Firing", 2]);
  assert.equal(first.dueAt, Date.parse("2026-03-14"));
  await at(NOW + MINUTE);
  assert.equal((await at(NOW + 14 * 60 * MINUTE)).checks.length, 2);
  world.data = [2, 3, 3];
  assert.equal((await at(NOW + 38 * 60 * MINUTE)).state, "Not firing");
  assert.deepEqual(notified, ["Firing", "Not firing"]);
});

test("news that reached nobody are notified again for an hour", async (t) => {
  const { at, notified, world } = await watched(t);
  world.isReached = false;
  for (let minute = 0; minute < 120; minute += 5) await at(NOW + minute * MINUTE + 1);
  assert.equal(notified.length, 12);
  world.isReached = true;
  const reached = await watched(t);
  reached.world.isReached = false;
  await reached.at(NOW);
  reached.world.isReached = true;
  const second = await reached.at(NOW + 5 * MINUTE + 1);
  assert.deepEqual([reached.notified, second.untold, second.toldAt], [["Firing", "Firing"], 0, NOW + 5 * MINUTE + 1]);
  const nobody = await watched(t);
  Object.assign(nobody.world, { targets: 0, isReached: false });
  assert.equal((await nobody.at(NOW)).untold, 0);
});

test("several nodes check an alert once, and another takes over from one that died", async (t) => {
  const { portsAt, notified, records, id } = await watched(t);
  const { signal } = new AbortController();
  await Promise.all([checkAlerts(portsAt(NOW), signal), checkAlerts(portsAt(NOW), signal)]);
  assert.deepEqual(notified, ["Firing"]);
  await records.change(ALERTS, { projectId: "1", id }, (found) => found && { ...found, dueAt: 1 });
  const dying = { ...portsAt(NOW), answers: { ask: () => Promise.reject(new Error("killed")) } };
  await assert.rejects(checkAlerts(dying, signal), /killed/);
  await checkAlerts(portsAt(NOW + MINUTE), signal);
  assert.equal((await records.find(ALERTS, { projectId: "1", id }))?.checks.length, 1);
  await checkAlerts(portsAt(NOW + 6 * MINUTE), signal);
  assert.equal((await records.find(ALERTS, { projectId: "1", id }))?.checks.length, 2);
});

test("a question that fails is notified once, an engine that is busy is waited for", async (t) => {
  const { at, notified, world } = await watched(t);
  world.failure = problem("query_limit_exceeded", { detail: "It takes too long." });
  const failed = await at(NOW);
  assert.deepEqual([failed.state, failed.checks[0]?.error], ["Errored", "It takes too long."]);
  await at(NOW + 14 * 60 * MINUTE);
  assert.deepEqual(notified, ["Errored"]);
  world.failure = problem("throttled", { retryAfter: 1 });
  await assert.rejects(at(NOW + 38 * 60 * MINUTE));
  world.failure = null;
  assert.equal((await at(NOW + (38 * 60 + 1) * MINUTE)).state, "Errored", "it is not due yet");
  assert.equal((await at(NOW + (38 * 60 + 6) * MINUTE)).state, "Firing");
});

test("a stop does not wait for a webhook without an answer, and the news are notified again", {
  timeout: 20_000,
}, async (t) => {
  const silent = createServer().listen(0, "127.0.0.1");
  t.after(() => silent.close().closeAllConnections());
  await once(silent, "listening");
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const { portsAt, records, id, store } = await watched(t, { webhook_url: url });
  const stopping = new AbortController();
  const ids: unknown[] = [];
  silent.on("request", ({ headers }) => {
    ids.push(headers["webhook-id"]);
    stopping.abort();
  });
  const logger = { warn: () => undefined };
  const notify = alertNotify(store.tenants, createNotify({ mailer: null, allowsPrivate: true, logger }));
  await checkAlerts({ ...portsAt(NOW), notify }, stopping.signal);
  const found = await records.find(ALERTS, { projectId: "1", id });
  assert.deepEqual([ids.length, found?.untold, found?.dueAt], [1, 1, NOW + 5 * MINUTE]);
  silent.removeAllListeners("request").on("request", ({ headers }, response) => {
    ids.push(headers["webhook-id"]);
    response.end();
  });
  await checkAlerts({ ...portsAt(NOW + 6 * MINUTE), notify }, new AbortController().signal);
  assert.equal(ids.length, 2);
  assert.equal(ids[0], ids[1], "a receiver can tell that it knows the news");
});

test("an alert that is changed begins anew, one that is snoozed or disabled is not checked", async (t) => {
  const { at, notified, alerts, id, store } = await watched(t);
  const change = (fields: object, now: number) => alerts.update({ projectId: "1", by: null, now }, id, fields, store);
  await at(NOW);
  assert.equal((await change({ name: "Few" }, NOW)).state, "Firing");
  assert.equal((await change({ calculation_interval: "hourly" }, NOW)).state, "Not firing");
  assert.equal((await at(NOW)).dueAt, Date.parse("2026-03-13T11:00:00Z"));
  await change({ snoozed_until: "2026-03-15T12:00:00Z" }, NOW);
  const snoozed = await at(NOW);
  assert.deepEqual([snoozed.state, snoozed.dueAt], ["Snoozed", Date.parse("2026-03-15T12:00:00Z")]);
  assert.equal((await change({ enabled: false }, NOW)).dueAt, null);
  await at(NOW + 1e10);
  assert.deepEqual(notified, ["Firing", "Firing"]);
});

const definition = (fields: object): AlertDefinition => {
  const bounds = { lower: 3, upper: 10 };
  const threshold = { configuration: { type: "absolute", bounds } };
  const all = { threshold, condition: { type: "absolute_value" }, config: { type: "TrendsAlertConfig" } };
  return { ...alertDefinition({ definition: JSON.stringify(all) }), ...fields };
};
const percent = { configuration: { type: "percentage", bounds: { upper: 0.5 } } };

test("the last whole interval is compared, or the one of now with the upper bound", () => {
  const find = (lines: object[], fields: object = {}, calendar: object = UTC) =>
    findingOf(lines as never, {}, definition(fields), calendar as never);
  assert.deepEqual(find([line([9, 2, 99])]), { label: "order", day: "2026-03-12", value: 2, breach: "lower" });
  const ongoing = { config: { type: "TrendsAlertConfig", check_ongoing_interval: true } };
  assert.equal(find([line([9, 2, 11])], ongoing).breach, "upper");
  assert.equal(find([line([9, 2, 0])], ongoing).breach, null);
  assert.equal(find([line([9, 2, 4])], {}, { ...UTC, timeZone: "Pacific/Kiritimati", now: NOW }).day, "2026-03-13");
  const rise = { condition: { type: "relative_increase" }, threshold: percent };
  assert.equal(find([line([2, 4, 0])], rise).value, 1);
  assert.equal(find([line([2, 3, 0])], rise).breach, null);
  assert.deepEqual([find([line([0, 1, 0])], rise).value, find([line([0, 0, 0])], rise).breach], [Infinity, null]);
  const fall = { condition: { type: "relative_decrease" } };
  assert.deepEqual([find([line([20, 4, 0])], fall).value, find([line([20, 4, 0])], fall).breach], [16, "upper"]);
  assert.equal(find([line([null, null, 0])]).value, null);
  const lines = [line([5, 5, 5]), line([5, 1, 5], { label: "of Norway" }), line([0, 0, 0], { action: { order: 1 } })];
  assert.equal(find([...lines, line([0, 0, 0], { compare_label: "previous" })]).label, "of Norway");
  assert.equal(find([{ label: "x", data: [], aggregated_value: 2 }]).breach, "lower");
  assert.throws(() => find([{ label: "x", data: [], aggregated_value: 2 }], fall), /no intervals/);
  assert.throws(() => find([line([1], { days: ["2026-03-13"] })]), /no whole interval/);
  assert.throws(() => find(lines, { config: { type: "TrendsAlertConfig", series_index: 2 } }), /no such series/);
});

test("checks are at the beginning of intervals by the project's clock, without weekends if wanted", () => {
  const next = (fields: object, timeZone = "UTC") => {
    const time = nextCheckOf(definition({ snoozed_until: null, ...fields }), { ...UTC, timeZone });
    return new Date(time).toISOString();
  };
  assert.equal(next({ calculation_interval: "hourly" }), "2026-03-13T11:00:00.000Z");
  assert.equal(next({ calculation_interval: "daily" }, "Europe/Oslo"), "2026-03-13T23:00:00.000Z");
  assert.equal(next({ calculation_interval: "daily", skip_weekend: true }, "Europe/Oslo"), "2026-03-15T23:00:00.000Z");
  assert.equal(next({ calculation_interval: "weekly" }), "2026-03-16T00:00:00.000Z");
  assert.equal(next({ calculation_interval: "monthly" }), "2026-04-01T00:00:00.000Z");
});

test("news are a sentence, in which names stay on one line", () => {
  const finding = { label: "order\nBcc: x", day: "2026-03-12", value: 0.256, breach: "upper" } as const;
  const rise = definition({ condition: { type: "relative_increase" }, threshold: percent });
  const news = { state: "Firing", insight: null, finding, error: null } as const;
  const { title, says } = newsText({ name: "Few\r\nTo: y", insight: 7 }, rise, news);
  assert.equal(title, "Alert: Few To: y");
  assert.equal(says, "“question 7”: order Bcc: x rose by 25.6 % (2026-03-12), more than 50 %.");
});
