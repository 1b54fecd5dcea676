import assert from "node:assert/strict";
import { test } from "node:test";
import { newEvent } from "../../test/conformance/samples.ts";
import { type EventPageLimits, HEATMAP_EVENT, type StoredEvent } from "../store/ports/events.ts";
import { type EventPageQuery, type EventPorts, type EventView, listEvents } from "./list-events.ts";

const LARGE = "x".repeat(1024 * 1024);

/** Ports of a project with this many events of a megabyte, of which each read returns up to two. */
const portsWith = (count: number) =>
  portsOf(
    Array.from({ length: count }, () => ({ properties: LARGE })),
    2,
  );

/** Ports of a project with these events, the newest first. Each read returns up to `max`. */
function portsOf(given: readonly Partial<StoredEvent>[], max: number): EventPorts {
  const events = given.map((event, index) => {
    return { ...newEvent("1", { ...event, timestamp: -index }), key: String(index) };
  });
  const none = async () => new Map();
  return {
    events: {
      latest: async () => [],
      async newest(_project, _filter, before, { events: limit }: EventPageLimits) {
        const start = before === null ? 0 : 1 - before.timestamp;
        const page = events.slice(start, start + Math.min(limit, max));
        const last = page.at(-1);
        return {
          events: page,
          next: last && last !== events.at(-1) ? { timestamp: last.timestamp, key: last.key } : null,
        };
      },
    },
    persons: { findByUuid: async () => null, distinctIds: async () => [], firstDistinctIds: none, summarize: none },
  };
}

/** Returns a page, and how many events each part of it has. */
async function pageOf(page: EventPageQuery, ports: EventPorts) {
  const events: EventView[] = [];
  const parts: number[] = [];
  const next = await listEvents("1", {}, page, ports, (part) => {
    events.push(...part);
    parts.push(part.length);
  });
  return { events, parts, next };
}

test("a page without an offset is short if it has 8 MB, and the next one goes on", async () => {
  const ports = portsWith(20);
  const first = await pageOf({ before: null, limit: 1000, offset: 0 }, ports);
  assert.deepEqual([first.events.length, first.next], [8, { timestamp: -7, key: "7" }]);
  const rest = await pageOf({ before: { timestamp: -15, key: "15" }, limit: 10_000, offset: 0 }, ports);
  assert.deepEqual([rest.events.length, rest.next], [4, null]);
});

test("a page that a tool counts is whole, or refused", async () => {
  const whole = await pageOf({ before: null, limit: 10_000, offset: 0 }, portsWith(60));
  assert.deepEqual([whole.events.length, whole.next], [60, null]);
  assert.deepEqual(whole.parts, [8, 8, 8, 8, 8, 8, 8, 4], "no part holds more than 8 MB");
  const skipping = await pageOf({ before: null, limit: 20, offset: 30 }, portsWith(60));
  assert.deepEqual([skipping.events[0]?.timestamp, skipping.events.length], [-30, 20]);
  for (const page of [
    { limit: 10_000, offset: 0 },
    { limit: 1000, offset: 1 },
  ]) {
    const refused = pageOf({ before: null, ...page }, portsWith(80));
    await assert.rejects(refused, { code: "invalid_input", attr: "limit" });
  }
});

test("thousands of positions of the mouse do not hide the event before them", async () => {
  const ports = portsOf([...Array.from({ length: 9000 }, () => ({ event: HEATMAP_EVENT })), { event: "bought" }], 5000);
  const { events, next } = await pageOf({ before: null, limit: 1, offset: 0 }, ports);
  assert.deepEqual([events.map(({ event }) => event), next], [["bought"], null]);
});
