import { isDeepStrictEqual } from "node:util";
import type { Persons } from "../../../src/store/ports/persons.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { COMPANY, type Visitor } from "../load/visitor.ts";

/** What a visitor sent about its person and its company. */
type SentByVisitor = Pick<Visitor, "id" | "mergedIds" | "unidentifiedIds" | "seen" | "companyValue">;

type Values = Readonly<Record<string, unknown>>;

/** Returns whether properties are as expected. */
export type ComparesProperties = (actual: Values, expected: Readonly<Record<string, number>>) => boolean;

/** Accepts the values that were set last: all requests of a visitor went to one node. */
export const hasLatest: ComparesProperties = (actual, expected) => isDeepStrictEqual({ ...actual }, expected);

/** Accepts any values that were set: several nodes applied a visitor's requests, each of them in its own order. */
export const hasAnyOf: ComparesProperties = (actual, expected) =>
  isDeepStrictEqual(Object.keys(actual).sort(), Object.keys(expected).sort()) &&
  Object.entries(actual).every(([name, value]) => Number(value) >= 1 && Number(value) <= Number(expected[name]));

/**
 * Checks that each visitor's person has exactly the visitor's distinct ids and the properties that were set, that each
 * unidentified distinct id has a person of its own, and that the company has what all visitors set. Returns the
 * violations as sentences.
 */
export async function checkPersons(
  visitors: readonly SentByVisitor[],
  { persons, groups }: Store,
  projectId: string,
  isRight: ComparesProperties = hasLatest,
): Promise<string[]> {
  const violations: string[] = [];
  for (const { id, mergedIds, unidentifiedIds, seen } of visitors) {
    if (mergedIds.size > 0) {
      violations.push(
        ...(await checkPerson(
          [id, ...mergedIds],
          { seen, first: isRight === hasLatest ? 1 : seen },
          persons,
          projectId,
          isRight,
        )),
      );
    }
    for (const unidentifiedId of unidentifiedIds)
      violations.push(...(await checkPerson([unidentifiedId], {}, persons, projectId, isRight)));
  }
  const expected = Object.fromEntries(
    visitors.filter(({ companyValue }) => companyValue > 0).map(({ id, companyValue }) => [id, companyValue]),
  );
  const [company] = await groups.find(projectId, [COMPANY]);
  const actual = { ...company?.properties };
  if (!isRight(actual, expected)) {
    violations.push(`the company has ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
  }
  return violations;
}

async function checkPerson(
  ids: readonly string[],
  properties: Readonly<Record<string, number>>,
  persons: Persons,
  projectId: string,
  isRight: ComparesProperties,
): Promise<string[]> {
  const [id = ""] = ids;
  const person = (await persons.find(projectId, [id])).get(id);
  if (!person) return [`${id} has no person`];
  const violations: string[] = [];
  const storedIds = new Set(await persons.distinctIds(projectId, person.uuid, Number.MAX_SAFE_INTEGER));
  const missing = ids.filter((one) => !storedIds.has(one));
  const unexpected = [...storedIds].filter((one) => !ids.includes(one));
  if (missing.length > 0) violations.push(`the person of ${id} lacks ${missing.join(", ")}`);
  if (unexpected.length > 0) violations.push(`the person of ${id} has ${unexpected.join(", ")}`);
  if (!isRight(person.properties, properties)) {
    violations.push(`the person of ${id} is ${JSON.stringify(person.properties)}, not ${JSON.stringify(properties)}`);
  }
  return violations;
}
