import type { DeadLetterSummary, StoredDeadLetter } from "../capture/journal/dead-letters.ts";
import { formatTable } from "./table.ts";

const MAX_REASON_CHARACTERS = 160;

/** Dead letters as a table. */
export function deadLettersToText(letters: readonly DeadLetterSummary[]): string {
  const rows = letters.map(({ at, projectId, name, distinctId, uuid, reason }) => {
    const shown = reason.length > MAX_REASON_CHARACTERS ? `${reason.slice(0, MAX_REASON_CHARACTERS)}…` : reason;
    return [isoTime(at).slice(0, 19), projectId, uuid, name, distinctId, shown];
  });
  return formatTable(["SET ASIDE (UTC)", "PROJECT", "UUID", "EVENT", "DISTINCT ID", "REASON"], rows);
}

/** A dead letter as a line of JSON: why it is one, and its event as `events export` writes it; the event's own text where it is damaged. */
export function deadLetterToJsonLine({ reason, at, projectId, uuid, event }: StoredDeadLetter): string {
  const head = { reason, set_aside_at: isoTime(at), project_id: projectId, uuid };
  return `${JSON.stringify({ ...head, ...eventFields(event) })}\n`;
}

function eventFields(text: string): object {
  try {
    const { event, distinctId, timestamp, receivedAt, properties } = JSON.parse(text);
    const times = { timestamp: isoTime(timestamp), received_at: isoTime(receivedAt) };
    return { event, distinct_id: distinctId, ...times, properties };
  } catch {
    return { damaged: text };
  }
}

/** Throws for what is no time. */
const isoTime = (millis: number) => new Date(millis).toISOString();
