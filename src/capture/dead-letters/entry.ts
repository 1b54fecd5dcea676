import { jsonText, parseExactly } from "../../values/exact-json.ts";
import type { AcceptedEvent } from "../event.ts";
import type { KeptLetter } from "../journal/dead-letters.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { readEntry } from "../read-entry.ts";

/** The request that brings a dead letter's event once more, the same in all that is kept of it. Throws where the letter is damaged. */
export function entryOf({ projectId, event: text }: KeptLetter): JournalEntry {
  const { uuid, event, distinctId, timestamp, receivedAt, properties } = parseExactly(text) as AcceptedEvent;
  const body = { uuid, event, distinct_id: distinctId, timestamp: new Date(timestamp).toISOString(), properties };
  const entry = {
    projectId,
    receivedAt,
    seed: uuid,
    operation: "capture",
    body: Buffer.from(jsonText(body)),
  } as const;
  const { events } = readEntry(entry, { group: 0, place: 0 });
  if (events.length === 0) throw new Error("The event has no name or no distinct id.");
  return entry;
}
