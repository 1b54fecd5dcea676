import type { StoredEvent } from "../storage/ports/events.ts";

/** An event as a line of JSON, which may stand in the `batch` of a request as it is. The properties are those that are kept, to the letter. */
export function eventToJsonLine({ properties, ...event }: StoredEvent): string {
  const fields = JSON.stringify({
    project_id: event.projectId,
    uuid: event.uuid,
    event: event.event,
    distinct_id: event.distinctId,
    timestamp: new Date(event.timestamp).toISOString(),
    received_at: new Date(event.receivedAt).toISOString(),
  });
  return `${fields.slice(0, -1)},"properties":${properties}}\n`;
}
