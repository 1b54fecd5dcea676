import { groupBy } from "../lib/group-by.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Persons } from "../store/ports/persons.ts";
import { type PersonView, viewPersons } from "./read-persons.ts";

/** Limits all copies of a person in a list together: their properties, and their distinct ids. */
const MAX_LISTED_BYTES = 1024 * 1024;

/** Maps distinct ids to their persons, as `find` reads them. */
export async function viewOwners(
  projectId: ProjectId,
  distinctIds: readonly string[],
  find: Persons["summarize"],
  persons: Pick<Persons, "firstDistinctIds">,
): Promise<Map<string, PersonView>> {
  if (distinctIds.length === 0) return new Map();
  const found = await find(projectId, [...new Set(distinctIds)]);
  const unique = new Map([...found.values()].map((person) => [person.uuid, person]));
  const views = new Map((await viewPersons([...unique.values()], persons)).map((view) => [view.uuid, view]));
  return new Map(
    [...found].flatMap(([distinctId, { uuid }]) => {
      const view = views.get(uuid);
      return view ? [[distinctId, view] as const] : [];
    }),
  );
}

/** Maps the distinct ids of a list's items to summaries; each item has a copy of its person. */
export async function summarizeOwners(
  projectId: ProjectId,
  distinctIds: readonly string[],
  persons: Pick<Persons, "summarize" | "firstDistinctIds">,
): Promise<Map<string, PersonView>> {
  const owners = await viewOwners(projectId, distinctIds, persons.summarize, persons);
  const copies = groupBy(distinctIds, (id) => owners.get(id)?.uuid ?? "");
  return new Map(
    [...owners].map(([id, owner]) => [
      id,
      limitPerson(owner, MAX_LISTED_BYTES / (copies.get(owner.uuid)?.length ?? 1)),
    ]),
  );
}

function limitPerson(person: PersonView, maxBytes: number): PersonView {
  let bytes = 0;
  const distinctIds = person.distinctIds.filter((id) => {
    bytes += id.length;
    return bytes <= maxBytes;
  });
  const isLarge = JSON.stringify(person.properties).length > maxBytes;
  return { ...person, distinctIds, properties: isLarge ? null : person.properties };
}
