import type { Position } from "../storage/ports/checkpoints.ts";
import { decodeUtf8, isPropertyMap, parseExactly, propertyOf } from "../values/json.ts";
import type { JournalEntry } from "./journal/journal-entry.ts";
import { derivedUuid, type NormalizedEvent, normalizeEvent } from "./normalize-event.ts";

/** The events of a journalled request, in order, and how many of it are dropped. `start` is the position of its first. */
export function readEntry(entry: JournalEntry, start: Position): { events: NormalizedEvent[]; dropped: number } {
  const body = parseExactly(decodeUtf8(entry.body));
  if (!isPropertyMap(body)) return { events: [], dropped: 1 };
  const batch = entry.operation === "batch" ? propertyOf(body, "batch") : [body];
  const raw = Array.isArray(batch) ? batch : [];
  const events: NormalizedEvent[] = [];
  raw.forEach((item: unknown, index) => {
    const arrival = {
      projectId: entry.projectId,
      position: { group: start.group, index: start.index + index },
      receivedAt: entry.receivedAt,
      sentAt: propertyOf(body, "sent_at"),
      uuid: () => derivedUuid(entry.seed, index),
    };
    const event = isPropertyMap(item) ? normalizeEvent(item, arrival) : null;
    if (event) events.push(event);
  });
  return { events, dropped: raw.length - events.length };
}
