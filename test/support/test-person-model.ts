import { isReservedDistinctId } from "../../src/lib/identifier.ts";
import type { PersonEvent } from "../../src/persons/record-persons.ts";

interface ModelPerson {
  readonly distinctIds: Set<string>;
  readonly properties: Map<string, unknown>;
  isIdentified: boolean;
  createdAt: number;
}

/** For tests: the rules of persons as simple code, one event at a time, for properties with plain keys. */
export class PersonModel {
  readonly persons = new Set<ModelPerson>();
  refused = 0;

  apply({ event, distinctId, timestamp, properties }: PersonEvent): void {
    const key = { $identify: "$anon_distinct_id", $create_alias: "alias" }[event];
    const other = key === undefined ? undefined : (properties[key] as string | undefined);
    if (other !== undefined && other !== distinctId) this.#merge(distinctId, other, timestamp);
    const person = this.#ensure(distinctId, timestamp);
    if (event === "$identify") person.isIdentified = true;
    const { $set, $set_once, $unset } = properties as { [name: string]: object | undefined };
    for (const [name, value] of Object.entries($set_once ?? {})) {
      if (!person.properties.has(name)) person.properties.set(name, value);
    }
    for (const [name, value] of Object.entries($set ?? {})) person.properties.set(name, value);
    for (const name of Object.values($unset ?? {})) person.properties.delete(name);
  }

  /** Returns all persons, ordered by their first distinct id. */
  state() {
    const states = [...this.persons].map((person) => ({
      ...person,
      distinctIds: [...person.distinctIds].toSorted(),
      properties: Object.fromEntries([...person.properties].toSorted()),
    }));
    return states.toSorted((a, b) => ((a.distinctIds[0] ?? "") < (b.distinctIds[0] ?? "") ? -1 : 1));
  }

  #merge(distinctId: string, other: string, at: number): void {
    const theirs = this.#find(other);
    if (isReservedDistinctId(distinctId) || isReservedDistinctId(other)) this.refused += 1;
    else if (!theirs) this.#ensure(distinctId, at).distinctIds.add(other);
    else {
      const own = this.#find(distinctId);
      if (!own) theirs.distinctIds.add(distinctId);
      else if (own !== theirs && theirs.isIdentified) this.refused += 1;
      else if (own !== theirs) this.#join(own, theirs);
    }
  }

  #join(into: ModelPerson, from: ModelPerson): void {
    for (const distinctId of from.distinctIds) into.distinctIds.add(distinctId);
    for (const [name, value] of from.properties) if (!into.properties.has(name)) into.properties.set(name, value);
    into.createdAt = Math.min(into.createdAt, from.createdAt);
    this.persons.delete(from);
  }

  #find(distinctId: string): ModelPerson | undefined {
    return [...this.persons].find(({ distinctIds }) => distinctIds.has(distinctId));
  }

  #ensure(distinctId: string, at: number): ModelPerson {
    const found = this.#find(distinctId);
    if (found) return found;
    const person = { distinctIds: new Set([distinctId]), properties: new Map(), isIdentified: false, createdAt: at };
    this.persons.add(person);
    return person;
  }
}
