import assert from "node:assert/strict";
import { test } from "node:test";
import { newEvent } from "../../test/conformance/samples.ts";
import type { EventPageLimits } from "../store/ports/events.ts";
import { type EventPorts, listEvents } from "./list-events.ts";

const LARGE = "x".repeat(1024 * 1024);

/** Ports of a project with this many events of a megabyte, of which each read returns up to two. */
function portsWith(count: number): EventPorts {
  const events = Array.from({ length: count }, (_, index) => {
    return { ...newEvent("1", { timestamp: -index, properties: LARGE }), key: String(index) };
  });
  const none = async () => new Map();
  return {
    events: {
      latest: async () => [],
      async newest(_project, _filter, before, { events: limit }: EventPageLimits) {
        const start = before === null ? 0 : 1 - before.timestamp;
        const page = events.slice(start, start + Math.min(limit, 2));
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

test("a page without an offset is short if it has 8 MB, and the next one goes on", async () => {
  const ports = portsWith(20);
  const first = await listEvents("1", {}, { before: null, limit: 1000, offset: 0 }, ports);
  assert.deepEqual([first.events.length, first.next], [8, { timestamp: -7, key: "7" }]);
  const rest = await listEvents("1", {}, { before: { timestamp: -15, key: "15" }, limit: 10_000, offset: 0 }, ports);
  assert.deepEqual([rest.events.length, rest.next], [4, null]);
});

test("a page that a tool counts is whole, or refused", async () => {
  const whole = await listEvents("1", {}, { before: null, limit: 10_000, offset: 0 }, portsWith(60));
  assert.deepEqual([whole.events.length, whole.next], [60, null]);
  const skipping = await listEvents("1", {}, { before: null, limit: 20, offset: 30 }, portsWith(60));
  assert.deepEqual([skipping.events[0]?.timestamp, skipping.events.length], [-30, 20]);
  for (const page of [
    { limit: 10_000, offset: 0 },
    { limit: 1000, offset: 1 },
  ]) {
    const refused = listEvents("1", {}, { before: null, ...page }, portsWith(80));
    await assert.rejects(refused, { code: "invalid_input", attr: "limit" });
  }
});
