import assert from "node:assert/strict";
import { test } from "node:test";
import type { JournalEntry } from "./journal/journal-entry.ts";
import { readEntry } from "./read-entry.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const SEED = "0d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d";

const entry = (operation: JournalEntry["operation"], body: unknown): JournalEntry => ({
  projectId: "7",
  receivedAt: NOW,
  seed: SEED,
  operation,
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

const read = (request: JournalEntry) => readEntry(request, { group: 5, index: 10 });

test("a captured request is one event, whose uuid is the entry's seed", () => {
  const { events, dropped } = read(
    entry("capture", { api_key: "phc_1", event: "e", distinct_id: "d", properties: { a: 1 } }),
  );
  assert.deepEqual(events, [
    {
      ...{ projectId: "7", position: { group: 5, index: 10 }, uuid: SEED, event: "e", distinctId: "d" },
      ...{ timestamp: NOW, receivedAt: NOW, properties: { a: 1 } },
    },
  ]);
  assert.equal(dropped, 0);
});

test("a captured request with a field called batch is still one event", () => {
  const { events } = read(entry("capture", { event: "e", distinct_id: "d", batch: [{ event: "x" }] }));
  assert.deepEqual(
    events.map(({ event }) => event),
    ["e"],
  );
});

test("a batch keeps its order, and what has no name or nobody's id is dropped and counted", () => {
  const batch = [
    { event: "a", properties: { distinct_id: "d" } },
    { event: "", distinct_id: "d" },
    { event: "b", distinct_id: 5 },
    { event: "no id" },
    { event: "c", distinct_id: "" },
    { event: "d", distinct_id: "d", uuid: SEED.toUpperCase() },
  ];
  const { events, dropped } = read(entry("batch", { batch }));
  assert.deepEqual(
    events.map(({ event, distinctId, position }) => [event, distinctId, position.index]),
    [
      ["a", "d", 10],
      ["b", "5", 12],
      ["d", "d", 15],
    ],
  );
  assert.equal(dropped, 3);
  assert.equal(events[2]?.uuid, SEED);
});

test("an event without a uuid gets the same one in every reading, by its place in the batch", () => {
  const event = { event: "e", distinct_id: "d" };
  const uuids = (batch: object[]) => read(entry("batch", { batch })).events.map(({ uuid }) => uuid);
  const first = uuids([event, event, event]);
  assert.equal(new Set(first).size, 3);
  assert.deepEqual(uuids([event, event, event]), first);
  assert.deepEqual(uuids([{ event: "dropped" }, event, event]), first.slice(1));
});

test("a batch's sent_at corrects the times of its events", () => {
  const batch = [{ event: "e", distinct_id: "d", timestamp: "2026-05-01T10:59:00Z" }];
  const { events } = read(entry("batch", { batch, sent_at: "2026-05-01T11:00:00Z" }));
  assert.equal(events[0]?.timestamp, NOW - 60_000);
});

test("properties come through to the letter", () => {
  const properties = `{"__proto__":{"a":[null,{"":1}]},"$set":{"a.b":"\\u0000"},"lone":"\\ud83d","":false}`;
  const { events } = read(
    entry("batch", `{"batch": [{"event": "e", "distinct_id": "d", "properties": ${properties}}]}`),
  );
  assert.equal(JSON.stringify(events[0]?.properties), properties);
});
