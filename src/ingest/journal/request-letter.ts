import { uuidFrom } from "../../lib/uuid.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { DeadLetter, StoredDeadLetter } from "./dead-letters.ts";
import type { JournalEntry } from "./journal-entry.ts";

/** What a dead letter has in place of an event's fields if it is a whole request, which could not be parsed. */
interface RequestHead {
  readonly event: string;
  readonly request: Pick<JournalEntry, "receivedAt" | "seed" | "operation">;
}

const EVENT_NAME = "whole request";
/** Separates the head from the body, which is written and read without being parsed. */
const BODY_KEY = ',"body":';
/** A request has the snapshots of one session as a rule. */
const SESSION_ID = /"\$session_id"\s*:\s*("(?:[^"\\]|\\.){1,1200}")/;

/** Makes a dead letter of a request that cannot be processed; `reason` is a sentence. */
export function requestLetter({ projectId, body, ...request }: JournalEntry, at: Millis, reason: string): DeadLetter {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  const head: RequestHead = { event: EVENT_NAME, request };
  const event = `${JSON.stringify(head).slice(0, -1)}${BODY_KEY}${text}}`;
  const sessionId = SESSION_ID.exec(text)?.[1];
  return {
    ...{ projectId, uuid: uuidFrom(`${request.seed}/request`), reason, at, event },
    sessionId: sessionId === undefined ? null : parseText(sessionId),
  };
}

/** Returns the request of a dead letter, unchanged; null if the letter is an event. */
export function readRequestLetter({ projectId, event }: StoredDeadLetter): JournalEntry | null {
  if (!event.startsWith(JSON.stringify({ event: EVENT_NAME }).slice(0, -1))) return null;
  const end = event.indexOf(BODY_KEY);
  if (end === -1) return null;
  const { request } = JSON.parse(`${event.slice(0, end)}}`) as Partial<RequestHead>;
  return request ? { projectId, ...request, body: Buffer.from(event.slice(end + BODY_KEY.length, -1)) } : null;
}

function parseText(json: string): string | null {
  try {
    return JSON.parse(json) as string;
  } catch {
    return null;
  }
}
