import assert from "node:assert/strict";
import { test } from "node:test";
import { newEvent } from "../../../test/conformance/samples.ts";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import type { Project } from "../../store/records/tenant-kinds.ts";
import { type EventRetentionPorts, removeExpiredEvents } from "./event-retention.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const HOUR_MS = 3_600_000;
const RUNNING = new AbortController().signal;

test("events expire by their timestamp, after their project's retention or the default", async (t) => {
  const { store } = await openTestStore(t);
  const ports = { ...store, now: () => NOW };
  const timesLeft: (() => Promise<unknown[]>)[] = [];
  for (const seconds of [null, 60, 0]) {
    const project = await store.tenants.addProject({ organizationId: "o", name: "p", createdAt: 0 });
    await store.tenants.setEventRetention(project.id, seconds);
    const at = (timestamp: number) => newEvent(project.id, { timestamp, receivedAt: NOW });
    const times = [Date.parse("0001-01-01"), NOW - HOUR_MS - 1, NOW - HOUR_MS, NOW - 60_000, NOW, NOW + HOUR_MS];
    await store.events.insert(times.map(at));
    timesLeft.push(async () => {
      const events = await store.events.latest(project.id, {}, 10);
      return events.map(({ timestamp }) => (timestamp < 0 ? "ancient" : (NOW - timestamp) / 1000));
    });
  }
  const left = () => Promise.all(timesLeft.map((times) => times()));
  const all = [-3600, 0, 60, 3600, 3600.001, "ancient"];
  assert.deepEqual(await removeExpiredEvents(0, ports, RUNNING), { events: 3, isComplete: true });
  assert.deepEqual(await left(), [all, [-3600, 0, 60], all]);
  assert.deepEqual(await removeExpiredEvents(3600, ports, RUNNING), { events: 2, isComplete: true });
  assert.deepEqual(await left(), [[-3600, 0, 60, 3600], [-3600, 0, 60], all]);
  const later = { ...ports, now: () => NOW + 2 * HOUR_MS };
  assert.deepEqual(await removeExpiredEvents(3600, later, RUNNING), { events: 6, isComplete: true });
  assert.deepEqual(await left(), [[-3600], [], all]);
});

/** Returns ports with two projects that have `counts` expired events each. */
function portsWith(counts: Record<string, number>): EventRetentionPorts {
  const common = { organizationId: "o", name: "p", createdAt: 0, eventRetentionSeconds: null };
  return {
    tenants: { listProjects: async () => Object.keys(counts).map((id): Project => ({ id, ...common })) },
    events: {
      async delete(projectId, _filter, limit) {
        const deleted = Math.min(limit, 200, counts[projectId] ?? 0);
        counts[projectId] = (counts[projectId] ?? 0) - deleted;
        return deleted;
      },
    },
    records: { change: async () => null },
    now: () => NOW,
  };
}

test("a run removes a bounded number of each project, and the next ones the rest", async () => {
  const counts = { "1": 25_000, "2": 300 };
  const ports = portsWith(counts);
  assert.deepEqual(await removeExpiredEvents(1, ports, RUNNING), { events: 10_300, isComplete: false });
  assert.deepEqual(counts, { "1": 15_000, "2": 0 });
  assert.deepEqual(await removeExpiredEvents(1, ports, RUNNING), { events: 10_000, isComplete: false });
  assert.deepEqual(await removeExpiredEvents(1, ports, RUNNING), { events: 5000, isComplete: true });
});

test("a run ends when it is aborted, and is then not complete", async () => {
  const stopping = new AbortController();
  const ports = portsWith({ "1": 1000, "2": 1000 });
  const events: EventRetentionPorts["events"] = {
    delete(...args) {
      stopping.abort();
      return ports.events.delete(...args);
    },
  };
  const run = await removeExpiredEvents(1, { ...ports, events }, stopping.signal);
  assert.deepEqual(run, { events: 200, isComplete: false });
});

test("a run that pauses ends when it is aborted", { timeout: 5000 }, async (t) => {
  const times = [0, 1000];
  t.mock.method(performance, "now", () => times.shift() ?? 1000);
  const stopping = new AbortController();
  setImmediate(() => stopping.abort());
  const run = await removeExpiredEvents(1, portsWith({ "1": 1000 }), stopping.signal);
  assert.deepEqual(run, { events: 200, isComplete: false });
});
