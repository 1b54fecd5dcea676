import assert from "node:assert/strict";
import fc from "fast-check";
import type { PropertyMap } from "../../src/lib/json/json.ts";
import { recordGroups } from "../../src/persons/record-groups.ts";
import { KnownIds, type PersonEvent, recordPersons } from "../../src/persons/record-persons.ts";
import type { Persons } from "../../src/store/ports/persons.ts";
import type { StorePorts } from "../../src/store/ports/stores.ts";

/** Monday, 6 May 2024, 12:00 UTC: the default time of events. */
export const NOON = Date.UTC(2024, 4, 6, 12);

/** For tests: an event at the first position of a journal. */
export function personEvent(event: string, distinctId: string, properties: PropertyMap = {}, at = NOON): PersonEvent {
  return { position: { group: 1, index: 0 }, event, distinctId, timestamp: at, properties };
}

/** For tests: applies events to persons and groups, as the drain does. Returns the refused merges. */
export async function recordEvents(
  projectId: string,
  events: readonly PersonEvent[],
  { persons, groups }: Pick<StorePorts, "persons" | "groups">,
) {
  const { refusedMerges: refused } = await recordPersons(projectId, events, {
    persons,
    knownDistinctIds: new KnownIds(),
    beforeMerge: async () => undefined,
  });
  await recordGroups(projectId, events, { groups, knownGroups: new KnownIds() });
  return refused;
}

/** For tests: gives the distinct id the person with this uuid, unless it has one. Returns the owner's uuid. */
export async function attach(persons: Persons, projectId: string, distinctId: string, uuid: string): Promise<string> {
  const person = await persons.findByUuid(projectId, uuid);
  const [sameAs = assert.fail(`${uuid} has no distinct id`)] = await persons.distinctIds(
    projectId,
    person?.uuid ?? "",
    1,
  );
  return (await persons.ensure(projectId, [{ distinctId, at: 1, sameAs }])).get(distinctId)?.uuid ?? assert.fail();
}

/** For tests: few distinct ids, so that they are often merged; the last one is reserved. */
export const DISTINCT_IDS = ["a", "b", "c", "d", "e", "f", "guest"];

const distinctId = fc.constantFrom(...DISTINCT_IDS);
const name = fc.constantFrom("x", "y", "z");
const values = fc.dictionary(name, fc.nat(9), { noNullPrototype: true });
const changes = fc.record(
  { $set: values, $set_once: values, $unset: fc.array(name, { maxLength: 1 }) },
  { requiredKeys: [] },
);
const eventType = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ event: "seen", named: {} }) },
  { weight: 3, arbitrary: distinctId.map((alias) => ({ event: "$create_alias", named: { alias } })) },
  { weight: 2, arbitrary: distinctId.map((id) => ({ event: "$identify", named: { $anon_distinct_id: id } })) },
  { weight: 1, arbitrary: fc.constant({ event: "$identify", named: {} }) },
);

/** For tests: any event that changes persons. */
export const anyPersonEvent: fc.Arbitrary<PersonEvent> = fc
  .record({ distinctId, eventType, changes, at: fc.nat(5) })
  .map(({ distinctId, eventType: { event, named }, changes, at }) =>
    personEvent(event, distinctId, { ...changes, ...named }, at),
  );

/**
 * For tests: returns the store's persons as `PersonModel.state` does. Fails if the lookups by person and by distinct id
 * differ.
 */
export async function readPersonStates(projectId: string, persons: Persons) {
  const found = await persons.find(projectId, DISTINCT_IDS);
  const byUuid = new Map([...found.values()].map((person) => [person.uuid, person]));
  const states = [];
  for (const { uuid, properties, isIdentified, createdAt } of byUuid.values()) {
    const own = DISTINCT_IDS.filter((id) => found.get(id)?.uuid === uuid);
    assert.deepEqual((await persons.distinctIds(projectId, uuid, 100)).toSorted(), own);
    const sorted = Object.fromEntries(Object.entries(properties).toSorted());
    states.push({ distinctIds: own, properties: sorted, isIdentified, createdAt });
  }
  return states.toSorted((a, b) => ((a.distinctIds[0] ?? "") < (b.distinctIds[0] ?? "") ? -1 : 1));
}
