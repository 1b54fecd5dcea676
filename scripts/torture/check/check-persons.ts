import { isDeepStrictEqual } from "node:util";
import type { Persons } from "../../../src/storage/ports/persons.ts";
import type { Store } from "../../../src/storage/ports/stores.ts";
import { COMPANY, type Visitor } from "../load/visitor.ts";

/**
 * Looks at everybody's person: it has exactly the distinct ids that were said to be its own, and what was said of it last; who was not said to be
 * anybody is a person apart. Looks at the company of all, too. Gives what is wrong, in sentences.
 */
export async function checkPersons(
  visitors: readonly Visitor[],
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
