import { contractOperations } from "../../../generated/operations.ts";
import { problem } from "../../lib/problem.ts";
import type { RecordingQuery } from "../../recordings/play/build-recording-filter.ts";
import type { OperationRequest } from "../contract/operation-types.ts";
import { parseSessionIds } from "./parse-session-ids.ts";

type Query = OperationRequest<"session_recordings_list">["query"];

/** Limit of sessions that a query names, in all its notations. */
export const MAX_SESSION_IDS = contractOperations.session_recordings_list.query.session_ids.maxItems;
const DAY_MS = 24 * 3600 * 1000;
const DATE_LENGTH = "2026-01-01".length;

/** Throws `invalid_input` for a date that does not exist. */
export function readRecordingFilter(query: Query): RecordingQuery {
  return {
    from: parseTime(query, "date_from", 0),
    to: parseTime(query, "date_to", DAY_MS - 1),
    personUuid: query.person_uuid?.toLowerCase(),
    personEmail: query.person_email,
    distinctIds: query.distinct_id === undefined ? undefined : [query.distinct_id],
    sessionIds: query.session_ids && parseSessionIds(query.session_ids, MAX_SESSION_IDS),
    minDuration: query.min_duration,
  };
}

/** Sets a date without time `ofDateMs` after its beginning in UTC. */
function parseTime(query: Query, name: "date_from" | "date_to", ofDateMs: number): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw problem("invalid_input", { attr: name, detail: `${name} is no time.` });
  return text.length === DATE_LENGTH ? time + ofDateMs : time;
}
