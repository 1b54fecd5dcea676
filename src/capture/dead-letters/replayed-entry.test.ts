import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { PropertyMap } from "../../values/json.ts";
import { normalizeEvent, normalizeEvents } from "../normalize-events.ts";
import { toJournalEntry } from "./replay-dead-letters.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
const POSITION = { group: 5, index: 7 };

const time = fc.oneof(
  fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-01-01"), noInvalidDate: true })
    .map((at) => at.toISOString()),
  fc.constantFrom("2026-05-02T10:59:59.999+00:00", "2026-05-03", "not a time", null),
);
/** Any event that a client may send. */
const rawEvent = fc.record(
  {
    event: fc.string({ minLength: 1, unit: "binary" }),
    distinct_id: fc.oneof(fc.string({ minLength: 1, unit: "binary", maxLength: 300 }), fc.integer()),
    uuid: fc.uuid(),
    timestamp: time,
    sent_at: time,
    offset: fc.integer(),
    properties: fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("__proto__", "$set", "uuid", "sent_at")),
      fc.jsonValue(),
    ),
    $set: fc.dictionary(fc.string(), fc.jsonValue()),
    $unset: fc.array(fc.string()),
  },
  { requiredKeys: ["event", "distinct_id"] },
);

test("the entry of any dead letter brings its event unchanged", () => {
  fc.assert(
    fc.property(rawEvent, fc.uuid(), (raw, seed) => {
      const sent = JSON.parse(JSON.stringify(raw)) as PropertyMap;
      const context = { projectId: "3", position: POSITION, receivedAt: NOW, sentAt: undefined, uuid: () => seed };
      const event = normalizeEvent(sent, context);
      assert.ok(event);
      const { position: _, ...kept } = event;
      const text = JSON.stringify(kept);
      const entry = toJournalEntry({ id: 1, projectId: "3", uuid: event.uuid, reason: "r", at: 1, event: text });
      const { events } = normalizeEvents(entry, POSITION);
      assert.equal(JSON.stringify(events), JSON.stringify([{ ...event, request: event.uuid }]));
    }),
    { numRuns: 1000 },
  );
});

const good = { uuid: "u", event: "e", distinctId: "d", timestamp: NOW, receivedAt: NOW, properties: {} };
const damaged: [name: string, text: string][] = [
  ["invalid JSON", "{"],
  ["null", "null"],
  ["no name", JSON.stringify({ ...good, event: "" })],
  ["no distinct id", JSON.stringify({ ...good, distinctId: undefined })],
  ["no time", JSON.stringify({ ...good, timestamp: "noon" })],
];
for (const [name, event] of damaged) {
  test(`rejects a damaged letter: ${name}`, () => {
    assert.throws(() => toJournalEntry({ id: 1, projectId: "3", uuid: "u", reason: "r", at: 1, event }));
  });
}
