import { isDeepStrictEqual } from "node:util";
import type { Persons } from "../../../src/storage/ports/persons.ts";
import type { Store } from "../../../src/storage/ports/stores.ts";
import { COMPANY, type Visitor } from "../load/visitor.ts";

/** What a visitor sent about its person and its company. */
type SentByVisitor = Pick<Visitor, "id" | "mergedIds" | "unidentifiedIds" | "seen" | "companyValue">;

/**
 * Checks that each visitor's person has exactly the visitor's distinct ids and the properties that were set last, that
 * each unidentified distinct id has a person of its own, and that the company has what all visitors set. Returns what
 * is wrong, in sentences.
 */
export async function checkPersons(
  visitors: readonly SentByVisitor[],
  { persons, groups }: Store,
  projectId: string,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, mergedIds: merged, unidentifiedIds: strangers, seen } of visitors) {
    if (merged.size > 0) {
      wrong.push(...(await checkPerson([id, ...merged], { seen, first: 1 }, persons, projectId)));
    }
    for (const stranger of strangers) wrong.push(...(await checkPerson([stranger], {}, persons, projectId)));
  }
  const told = Object.fromEntries(
    visitors.filter(({ companyValue: told }) => told > 0).map(({ id, companyValue: told }) => [id, told]),
  );
  const [company] = await groups.find(projectId, [COMPANY]);
  const known = { ...company?.properties };
  if (!isDeepStrictEqual(known, told)) {
    wrong.push(`the company knows ${JSON.stringify(known)} and was told ${JSON.stringify(told)}`);
  }
  return wrong;
}

async function checkPerson(
  ids: readonly string[],
  properties: Readonly<Record<string, number>>,
  persons: Persons,
  projectId: string,
): Promise<string[]> {
  const [id = ""] = ids;
  const person = (await persons.find(projectId, [id])).get(id);
  if (!person) return [`${id} has no person`];
  const wrong: string[] = [];
  const theirs = new Set(await persons.distinctIds(projectId, person.uuid, Number.MAX_SAFE_INTEGER));
  const missing = ids.filter((one) => !theirs.has(one));
  const strange = [...theirs].filter((one) => !ids.includes(one));
  if (missing.length > 0) wrong.push(`the person of ${id} lacks ${missing.join(", ")}`);
  if (strange.length > 0) wrong.push(`the person of ${id} has ${strange.join(", ")}`);
  if (!isDeepStrictEqual({ ...person.properties }, properties)) {
    wrong.push(`the person of ${id} is ${JSON.stringify(person.properties)}, not ${JSON.stringify(properties)}`);
  }
  return wrong;
}
