import { toIdentifier } from "../../lib/identifier.ts";
import { parseExactly } from "../../lib/json/json.ts";
import { mergedDistinctId } from "../../persons/merge-request.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import type { StoredDeadLetter } from "./dead-letters.ts";
import { readRequestLetter } from "./request-letter.ts";

/** The distinct ids in the body of a request that nothing could parse without harm. */
const DISTINCT_IDS = /"(?:\$?(?:anon_)?distinct_id|distinctId|alias)"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s",}\]]+)/g;

export interface LetterSubject {
  readonly receivedAt: Millis;
  readonly distinctIds: readonly string[];
}

/** Returns whom a dead letter is about; for a whole request, everyone that it may be about. */
export function subjectOf(letter: StoredDeadLetter): LetterSubject {
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
