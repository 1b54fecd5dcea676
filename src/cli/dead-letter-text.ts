import type { KeptLetter, LetterHead } from "../capture/journal/dead-letters.ts";
import { table } from "./table.ts";

const REASON_CHARACTERS = 160;

/** Dead letters as a table. */
export function lettersToText(letters: readonly LetterHead[]): string {
  const rows = letters.map(({ at, projectId, name, distinctId, uuid, reason }) => {
    const shown = reason.length > REASON_CHARACTERS ? `${reason.slice(0, REASON_CHARACTERS)}…` : reason;
    return [isoTime(at).slice(0, 19), projectId, uuid, name, distinctId, shown];
  });
  return table(["SET ASIDE (UTC)", "PROJECT", "UUID", "EVENT", "DISTINCT ID", "REASON"], rows);
}

/** A dead letter as a line of JSON: why it is one, and its event as `events export` writes it; the event's own text where it is damaged. */
export function letterLine({ reason, at, projectId, uuid, event }: KeptLetter): string {
  const head = { reason, set_aside_at: isoTime(at), project_id: projectId, uuid };
  return `${JSON.stringify({ ...head, ...fieldsOf(event) })}\n`;
}

function fieldsOf(text: string): object {
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
