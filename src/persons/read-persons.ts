import { toIdentifier } from "../lib/identifier.ts";
import { problem } from "../lib/problem.ts";
import type { Listed, Page, ProjectId } from "../store/ports/common.ts";
import type { Person, PersonFilter, PersonSummary, Persons } from "../store/ports/persons.ts";
import { parseUuid } from "../store/stored-ids.ts";

/** A person with the first of its distinct ids. */
export interface PersonView extends PersonSummary {
  readonly distinctIds: readonly string[];
}

const MAX_DISTINCT_IDS_SHOWN = 100;

/** Returns a page of the project's persons, latest `createdAt` first. */
export async function listPersons(
  projectId: ProjectId,
  { distinctId, email }: PersonFilter,
  page: Page,
  persons: Pick<Persons, "list" | "firstDistinctIds">,
): Promise<Listed<PersonView>> {
  const filter = { distinctId: distinctId === undefined ? undefined : toIdentifier(distinctId), email };
  const { count, items } = await persons.list(projectId, page, filter);
  return { count, items: await viewPersons(items, persons) };
}

/** Returns the person with this uuid, else the one with this distinct id. Throws `not_found`. */
export async function retrievePerson(
  projectId: ProjectId,
  id: string,
  persons: Pick<Persons, "findByUuid" | "find" | "distinctIds">,
): Promise<PersonView> {
  const person = await findPerson(projectId, id, persons);
  if (!person) throw problem("not_found");
  const distinctIds = await persons.distinctIds(projectId, person.uuid, MAX_DISTINCT_IDS_SHOWN);
  return { ...person, distinctIds };
}

/** Returns the person with this uuid, else the one with this distinct id; null if there is neither. */
export async function findPerson(
  projectId: ProjectId,
  id: string,
  persons: Pick<Persons, "findByUuid" | "find">,
): Promise<Person | null> {
  const uuid = parseUuid(id);
  const found = uuid === null ? null : await persons.findByUuid(projectId, uuid);
  if (found) return found;
  const distinctId = toIdentifier(id);
  return (await persons.find(projectId, [distinctId])).get(distinctId) ?? null;
}

/** Returns the persons of a project in their order, each with the first of its distinct ids. */
export async function viewPersons(
  items: readonly PersonSummary[],
  persons: Pick<Persons, "firstDistinctIds">,
): Promise<PersonView[]> {
  const [first] = items;
  if (!first) return [];
  const uuids = items.map(({ uuid }) => uuid);
  const found = await persons.firstDistinctIds(first.projectId, uuids, MAX_DISTINCT_IDS_SHOWN);
  return items.map((person) => ({ ...person, distinctIds: found.get(person.uuid) ?? [] }));
}
