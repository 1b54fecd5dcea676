import { toIdentifier } from "../../lib/identifier.ts";
import { parseExactly } from "../../lib/json/json.ts";
import { uuidFrom } from "../../lib/uuid.ts";
import { mergedDistinctId } from "../../persons/person-batch.ts";
import type { Millis } from "../../store/ports/common.ts";
import { deadLetterToJsonLine } from "../json-lines.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
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

export interface ExportedLetter {
  readonly id: number;
  /** A letter is exported if all of these are the person's: a whole request may also have events of others. */
  readonly distinctIds: readonly string[];
  readonly line: string;
}

/** The distinct ids in the body of a request that nothing could parse without harm. */
const DISTINCT_IDS = /"(?:\$?(?:anon_)?distinct_id|distinctId|alias)"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s",}\]]+)/g;

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

export function toExportedLetter(letter: StoredDeadLetter): ExportedLetter {
  const { distinctIds } = subjectOf(letter);
  const own = readRequestLetter(letter) ? [...new Set(distinctIds)] : distinctIds.slice(0, 1);
  return { id: letter.id, distinctIds: own, line: deadLetterToJsonLine(letter) };
}

/** Returns whom a dead letter is about; for a whole request, everyone that it may be about. */
export function subjectOf(letter: StoredDeadLetter) {
  const request = readRequestLetter(letter);
  if (request) return { receivedAt: request.receivedAt, distinctIds: distinctIdsIn(letter.event) };
  try {
    const event = parseExactly(letter.event) as NormalizedEvent;
    return {
      receivedAt: event.receivedAt,
      distinctIds: [toIdentifier(event.distinctId), mergedDistinctId(event) ?? []].flat(),
    };
  } catch {
    return { receivedAt: letter.at, distinctIds: distinctIdsIn(letter.event) };
  }
}

function distinctIdsIn(text: string): string[] {
  return [...text.matchAll(DISTINCT_IDS)].flatMap(([, value = ""]) => {
    try {
      return [toIdentifier(parseExactly(value))];
    } catch {
      return [];
    }
  });
}
