import { distinctIdsOfEmail, distinctIdsOfPerson } from "../../persons/read-persons.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Persons } from "../../store/ports/persons.ts";
import type { RecordingFilter } from "../../store/ports/recordings.ts";

export interface RecordingQuery {
  /** The earliest start; `to` is the latest. */
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  readonly personUuid?: string | undefined;
  readonly personEmail?: string | undefined;
  readonly distinctIds?: readonly string[] | undefined;
  readonly sessionIds?: readonly string[] | undefined;
  /** Whole seconds, as the API shows. */
  readonly minDuration?: number | undefined;
}

/** Throws `invalid_input` for persons with above 10,000 distinct ids. */
export async function buildRecordingFilter(
  projectId: ProjectId,
  { personUuid, personEmail, distinctIds, minDuration = 0, ...rest }: RecordingQuery,
  persons: Pick<Persons, "list" | "distinctIds">,
): Promise<RecordingFilter> {
  const conditions: (readonly string[])[] = [];
  if (distinctIds !== undefined) conditions.push(distinctIds);
  if (personUuid !== undefined) {
    conditions.push(await distinctIdsOfPerson(projectId, personUuid, "person_uuid", persons));
  }
  if (personEmail !== undefined) {
    conditions.push(await distinctIdsOfEmail(projectId, personEmail, "person_email", persons));
  }
  const [first, ...others] = conditions.map((ids) => new Set(ids));
  return {
    ...rest,
    distinctIds: first && [...first].filter((id) => others.every((ids) => ids.has(id))),
    // The API rounds durations to the nearest second.
    minDurationMs: minDuration > 0 ? minDuration * 1000 - 500 : undefined,
  };
}
