import type { SequencedEvent, StoredEvent } from "./ports/events.ts";

const BATCH_CHARACTERS = 256 * 1024;

/** Replaces half surrogate pairs and NUL by U+FFFD: UTF-8 has no halves, and not every reader takes NUL. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

export function eventLine(stored: StoredEvent & Partial<SequencedEvent>): string {
  const { projectId, uuid, timestamp, receivedAt, sequence } = stored;
  const [event, distinctId, properties] = [stored.event, stored.distinctId, stored.properties].map(cleanText);
  return `${JSON.stringify({ projectId, uuid, event, distinctId, timestamp, receivedAt, properties, sequence })}\n`;
}

/** Implements `Events.storedLines` for an engine that does not make lines itself. */
export async function* linesOf(events: AsyncIterable<SequencedEvent>): AsyncGenerator<string> {
  let lines = "";
  for await (const event of events) {
    lines += eventLine(event);
    if (lines.length < BATCH_CHARACTERS) continue;
    yield lines;
    lines = "";
  }
  if (lines !== "") yield lines;
}
