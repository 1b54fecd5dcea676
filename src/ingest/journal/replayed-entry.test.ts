import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter, anyJsonValue, anyName } from "../../../test/support/any-json.ts";
import { allPropertiesOf } from "../../recordings/session-properties.ts";
import { type NormalizedEvent, normalizeEvents } from "../normalize-events.ts";
import type { JournalEntry } from "./journal-entry.ts";
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
    event: fc.string({ minLength: 1, unit: anyCharacter }),
    distinct_id: fc.oneof(fc.string({ minLength: 1, unit: anyCharacter, maxLength: 300 }), fc.integer()),
    uuid: fc.uuid(),
    timestamp: time,
    sent_at: time,
    offset: fc.integer(),
    properties: fc.dictionary(fc.oneof(anyName, fc.constantFrom("__proto__", "$set", "uuid", "sent_at")), anyJsonValue),
    $set: fc.dictionary(anyName, anyJsonValue),
    $unset: fc.array(fc.string()),
  },
  { requiredKeys: ["event", "distinct_id"] },
);

const withAllProperties = ({ json, ...event }: NormalizedEvent) => ({
  ...event,
  properties: allPropertiesOf({ ...event, json }),
});

test("the entry of any dead letter brings its event unchanged", () => {
  fc.assert(
    fc.property(rawEvent, fc.uuid(), (raw, seed) => {
      const body = Buffer.from(JSON.stringify(raw));
      const request: JournalEntry = { projectId: "3", receivedAt: NOW, seed, operation: "capture", body };
      const [event] = normalizeEvents(request, POSITION).events.map(withAllProperties);
      assert.ok(event);
      const { position: _, ...kept } = event;
      const text = JSON.stringify(kept);
      const entry = toJournalEntry({
        id: 1,
        projectId: "3",
        uuid: event.uuid,
        reason: "r",
        sessionId: null,
        at: 1,
        event: text,
      });
      const { events } = normalizeEvents(entry, POSITION);
      const expected = { ...event, request: event.uuid };
      assert.equal(JSON.stringify(events.map(withAllProperties)), JSON.stringify([expected]));
    }),
    { numRuns: 300 },
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
    assert.throws(() =>
      toJournalEntry({ id: 1, projectId: "3", uuid: "u", reason: "r", sessionId: null, at: 1, event }),
    );
  });
}
