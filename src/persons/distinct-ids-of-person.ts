import { problem } from "../lib/problem.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Persons } from "../store/ports/persons.ts";

const MAX_DISTINCT_IDS = 10_000;
const MAX_PERSONS = 100;

/** Throws `invalid_input` for `attr` if the person has above 10,000 distinct ids. */
export async function distinctIdsOfPerson(
  projectId: ProjectId,
  personUuid: string,
  attr: string,
  persons: Pick<Persons, "distinctIds">,
): Promise<string[]> {
  const ids = await persons.distinctIds(projectId, personUuid, MAX_DISTINCT_IDS + 1);
  if (ids.length <= MAX_DISTINCT_IDS) return ids;
  const detail = `This person has more than ${MAX_DISTINCT_IDS} distinct ids. Ask for one of them.`;
  throw problem("invalid_input", { attr, detail });
}

/** Throws `invalid_input` for `attr` above 100 persons or 10,000 distinct ids. */
export async function distinctIdsOfEmail(
  projectId: ProjectId,
  email: string,
  attr: string,
  persons: Pick<Persons, "list" | "distinctIds">,
): Promise<string[]> {
  const { count, items } = await persons.list(projectId, { limit: MAX_PERSONS, offset: 0 }, { email });
  const ids: string[] = [];
  for (const { uuid } of items) {
    ids.push(...(await distinctIdsOfPerson(projectId, uuid, attr, persons)));
    if (ids.length > MAX_DISTINCT_IDS) break;
  }
  if (count <= MAX_PERSONS && ids.length <= MAX_DISTINCT_IDS) return ids;
  const detail = `More than ${MAX_PERSONS} persons, or ${MAX_DISTINCT_IDS} distinct ids, have this email.`;
  throw problem("invalid_input", { attr, detail });
}
