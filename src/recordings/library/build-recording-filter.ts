import type { Millis, ProjectId } from "../../storage/ports/common.ts";
import type { Persons } from "../../storage/ports/persons.ts";
import type { RecordingFilter } from "../../storage/ports/recordings.ts";

/** Which recordings somebody wants to see: those of which all of it holds that is there. */
export interface RecordingQuery {
  /** They started then or later, and then or earlier. */
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  readonly personUuid?: string | undefined;
  readonly distinctId?: string | undefined;
  readonly sessionIds?: readonly string[] | undefined;
  /** Their duration, as people read it, has at least so many seconds. */
  readonly minDuration?: number | undefined;
}

/** The person has more distinct ids than a filter can name. */
export class TooManyDistinctIds extends Error {}

const MAX_DISTINCT_IDS = 10_000;

/** Returns the filter that the store applies. Throws `TooManyDistinctIds` for a person with more than 10,000. */
export async function buildRecordingFilter(
  projectId: ProjectId,
  { personUuid, distinctId, minDuration = 0, ...rest }: RecordingQuery,
  persons: Pick<Persons, "distinctIds">,
): Promise<RecordingFilter> {
  const ofPerson = personUuid && (await distinctIdsOfPerson(projectId, personUuid, persons));
  const ofBoth = ofPerson && distinctId !== undefined ? ofPerson.filter((id) => id === distinctId) : ofPerson;
  return {
    ...rest,
    distinctIds: ofBoth || (distinctId === undefined ? undefined : [distinctId]),
    // Half a second less is rounded up to it.
    minDurationMs: minDuration > 0 ? minDuration * 1000 - 500 : undefined,
  };
}

async function distinctIdsOfPerson(projectId: ProjectId, personUuid: string, persons: Pick<Persons, "distinctIds">) {
  const ids = await persons.distinctIds(projectId, personUuid, MAX_DISTINCT_IDS + 1);
  if (ids.length <= MAX_DISTINCT_IDS) return ids;
  throw new TooManyDistinctIds(`This person has more than ${MAX_DISTINCT_IDS} distinct ids. Ask for one of them.`);
}
