import { toIdentifier } from "../lib/identifier.ts";
import { propertyOf } from "../lib/json/json.ts";
import { problem } from "../lib/problem.ts";
import type { Listed, Page, ProjectId } from "../store/ports/common.ts";
import type { Person, PersonFilter, PersonSummary, Persons } from "../store/ports/persons.ts";
import { parseUuid } from "../store/stored-ids.ts";

export interface PersonView extends PersonSummary {
  readonly distinctIds: readonly string[];
}

const MAX_DISTINCT_IDS_SHOWN = 100;

/** The best first. */
const NAME_PROPERTIES = ["email", "name", "username"];
/** Five groups, as in a UUID: libraries name visitors so until they are identified. */
const ANONYMOUS_ID = /^(?:[a-z0-9]+-){4}[a-z0-9]+$/i;

/** Lists persons, latest `createdAt` first. */
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

/** Finds a person by uuid, else by distinct id. Throws `not_found`. */
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

/** Finds a person by uuid, else by distinct id. */
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

/** Adds the first distinct ids to persons of one project. */
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

/** Returns undefined if neither properties nor distinct ids tell a name. */
export function nameOf({
  properties,
  distinctIds,
}: Pick<PersonView, "properties" | "distinctIds">): string | undefined {
  const names = NAME_PROPERTIES.map((key) => propertyOf(properties ?? {}, key));
  const name = names.find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? name : chooseNamingId(distinctIds);
}

/** Prefers an id that the application chose. */
export function chooseNamingId(distinctIds: readonly string[]): string | undefined {
  return distinctIds.find((id) => !ANONYMOUS_ID.test(id)) ?? distinctIds[0];
}
