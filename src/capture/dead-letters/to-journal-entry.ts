import { parseExactly, stringifyExactly } from "../../values/json.ts";
import type { StoredDeadLetter } from "../journal/dead-letters.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import type { NormalizedEvent } from "../normalize-event.ts";
import { readEntry } from "../read-entry.ts";

/** The request that brings a dead letter's event once more, the same in all that is kept of it. Throws where the letter is damaged. */
export function toJournalEntry({ projectId, event: text }: StoredDeadLetter): JournalEntry {
  const { uuid, event, distinctId, timestamp, receivedAt, properties } = parseExactly(text) as NormalizedEvent;
  const body = { uuid, event, distinct_id: distinctId, timestamp: new Date(timestamp).toISOString(), properties };
  const entry = {
    projectId,
    receivedAt,
    seed: uuid,
    operation: "capture",
    body: Buffer.from(stringifyExactly(body)),
  } as const;
  const { events } = readEntry(entry, { group: 0, index: 0 });
  if (events.length === 0) throw new Error("The event has no name or no distinct id.");
  return entry;
}
