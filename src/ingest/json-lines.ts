import { parseJsonText } from "../lib/json/parse-json-text.ts";
import type { StoredEvent } from "../store/ports/events.ts";
import type { StoredDeadLetter } from "./journal/dead-letters.ts";
import type { NormalizedEvent } from "./normalize-events.ts";

/** Returns the event in the format of a request's `batch`. The stored properties are returned verbatim. */
export function eventToJsonLine({ properties, ...event }: StoredEvent): string {
  const fields = JSON.stringify({
    project_id: event.projectId,
    uuid: event.uuid,
    event: event.event,
    distinct_id: event.distinctId,
    timestamp: isoTime(event.timestamp),
    received_at: isoTime(event.receivedAt),
  });
  return `${fields.slice(0, -1)},"properties":${properties}}\n`;
}

/** Returns the reason and the event, in the format of `eventToJsonLine`. A damaged event is returned verbatim. */
export function deadLetterToJsonLine({ reason, at, projectId, uuid, event }: StoredDeadLetter): string {
  const head = { reason, set_aside_at: isoTime(at), project_id: projectId, uuid };
  return `${JSON.stringify({ ...head, ...eventFields(event) })}\n`;
}

function eventFields(text: string): object {
  try {
    const { event, distinctId, timestamp, receivedAt, properties } = parseJsonText(text) as NormalizedEvent;
    const times = { timestamp: isoTime(timestamp), received_at: isoTime(receivedAt) };
    return { event, distinct_id: distinctId, ...times, properties };
  } catch {
    return { damaged: text };
  }
}

const isoTime = (millis: number) => new Date(millis).toISOString();
