import { groupBy } from "../lib/group-by.ts";
import { toIdentifier } from "../lib/identifier.ts";
import { propertyOf } from "../lib/json/json.ts";
import { invalidInput, requireFound } from "../lib/problem.ts";
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
  const person = requireFound(await findPerson(projectId, id, persons));
  const distinctIds = await persons.distinctIds(projectId, person.uuid, MAX_DISTINCT_IDS_SHOWN);
  return { ...person, distinctIds };
}

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

/** Limits all copies of a person in a list together: their properties, and their distinct ids. */
const MAX_LISTED_BYTES = 1024 * 1024;

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
  throw invalidInput(attr, `This person has more than ${MAX_DISTINCT_IDS} distinct ids. Ask for one of them.`);
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
  throw invalidInput(attr, `More than ${MAX_PERSONS} persons, or ${MAX_DISTINCT_IDS} distinct ids, have this email.`);
}
