import type { Millis, ProjectId } from "../../storage/ports/common.ts";
import type { Persons } from "../../storage/ports/persons.ts";
import type { RecordingFilter } from "../../storage/ports/recording-library.ts";

/** Selects recordings that meet every condition present. */
export interface RecordingQuery {
  /** The earliest and the latest start. */
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  readonly personUuid?: string | undefined;
  readonly distinctId?: string | undefined;
  readonly sessionIds?: readonly string[] | undefined;
  /** The shortest duration, in the whole seconds that the API shows. */
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
    // The API rounds durations to the nearest second.
    minDurationMs: minDuration > 0 ? minDuration * 1000 - 500 : undefined,
  };
}

async function distinctIdsOfPerson(projectId: ProjectId, personUuid: string, persons: Pick<Persons, "distinctIds">) {
  const ids = await persons.distinctIds(projectId, personUuid, MAX_DISTINCT_IDS + 1);
  if (ids.length <= MAX_DISTINCT_IDS) return ids;
  throw new TooManyDistinctIds(`This person has more than ${MAX_DISTINCT_IDS} distinct ids. Ask for one of them.`);
}
