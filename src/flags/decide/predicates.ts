import { propertyOf } from "../../lib/json/json.ts";
import { ComparedValue, type TextBudget } from "../define/compared-value.ts";
import type { Evaluation } from "./evaluation.ts";
import { type KnownProperties, Undecided } from "./flag-context.ts";
import type { Matcher } from "./match-property.ts";

/** What may have to be read from the store; `more` are groups and identifiers, besides the person. */
export type StoredData = "nothing" | "person" | "more";

export interface Predicate {
  readonly mayRead: StoredData;
  /** Returns whether it holds; undecided if this is not known. */
  readonly test: (evaluation: Evaluation) => boolean | Undecided;
}

export const constant = (result: boolean | Undecided): Predicate => ({ mayRead: "nothing", test: () => result });

/** Tests the value of a flag that is evaluated earlier. `true` expects any value except false. */
export function dependency(
  { index, mayRead }: { readonly index: number; readonly mayRead: StoredData },
  expected: unknown,
): Predicate {
  return {
    mayRead,
    test: ({ outcomes }) => {
      const outcome = outcomes[index];
      if (outcome === undefined) throw new Error("a flag was evaluated before a flag that it depends on");
      if (outcome instanceof Undecided) return outcome;
      return expected === true ? outcome.value !== false : outcome.value === expected;
    },
  };
}

export function not({ mayRead, test }: Predicate): Predicate {
  return {
    mayRead,
    test: (evaluation) => {
      const result = test(evaluation);
      return result instanceof Undecided ? result : !result;
    },
  };
}

/** Holds if one predicate does (`isAny`), or all do. An undecided one matters only if no other one decides. */
export function group(isAny: boolean, predicates: readonly Predicate[]): Predicate {
  return {
    mayRead: predicates.some(({ mayRead }) => mayRead === "person") ? "person" : "nothing",
    test: (evaluation) => {
      let open: Undecided | undefined;
      for (const { test } of predicates) {
        const result = test(evaluation);
        if (result === isAny) return result;
        if (result instanceof Undecided) open = open === undefined ? result : open.and(result);
      }
      return open ?? !isAny;
    },
  };
}

/** Remembers the result of an evaluation by this index: many flags test the same. */
export function shared(index: number, { mayRead, test }: Predicate): Predicate {
  return {
    mayRead,
    test: (evaluation) => {
      const { predicates } = evaluation;
      const known = predicates[index];
      if (known !== undefined) return known;
      const result = test(evaluation);
      predicates[index] = result;
      return result;
    },
  };
}

/** The value of a property, that it is absent, or that this is not known yet. */
export type PropertyLookup = ComparedValue | "absent" | Undecided;

/** A property by its index in a flag set. */
export interface Property {
  readonly mayRead: StoredData;
  readonly index: number;
  readonly read: (evaluation: Evaluation) => PropertyLookup;
}

function property(index: number, mayRead: StoredData, find: Property["read"]): Property {
  const read = (evaluation: Evaluation) => {
    const { properties } = evaluation;
    const known = properties[index];
    if (known !== undefined) return known;
    const found = find(evaluation);
    properties[index] = found;
    return found;
  };
  return { mayRead, index, read };
}

/** Compares a property. Values that are too large, and filters that are invalid, cannot be compared. */
export function comparison({ mayRead, read }: Property, matches: Matcher, whenAbsent: boolean): Predicate {
  return {
    mayRead,
    test: (evaluation) => {
      const value = read(evaluation);
      if (value === "absent") return whenAbsent;
      if (value instanceof Undecided) return value;
      try {
        return matches(value, evaluation);
      } catch (error) {
        return new Undecided({ of: "never", why: error instanceof Error ? error.message : String(error) });
      }
    },
  };
}

const PERSON_UNREAD = new Undecided({ of: "person" });

/** Returns a property of the person. `distinct_id` is known without the store. */
export function personProperty(index: number, key: string): Property {
  const mayRead = key === "distinct_id" ? "nothing" : "person";
  return property(index, mayRead, ({ context: { person, distinctId }, texts }) => {
    const implied = key === "distinct_id" ? distinctId : undefined;
    return lookUp(key, person, implied, texts) ?? PERSON_UNREAD;
  });
}

/** Returns the uuid of the person as a property; absent for one who is unknown. */
export function personUuid(index: number): Property {
  return property(index, "person", ({ context: { person }, texts }) => {
    if (person.stored === undefined) return PERSON_UNREAD;
    return person.uuid === undefined ? "absent" : new ComparedValue(person.uuid, texts);
  });
}

/** Returns a property of the request's group of a type. `$group_key` is known without the store. */
export function groupProperty(index: number, key: string, type: string): Property {
  const unread = new Undecided({ of: "group", type });
  return property(index, "more", ({ context: { groups, groupProperties }, texts }) => {
    const { fromRequest, stored } = groupProperties.get(type) ?? UNREAD_PROPERTIES;
    const groupKey = groups.get(type);
    if (!groupKey) return lookUp(key, { fromRequest, stored: {} }, undefined, texts) ?? unread;
    const implied = key === "$group_key" ? groupKey : undefined;
    return lookUp(key, { fromRequest, stored }, implied, texts) ?? unread;
  });
}

const UNREAD_PROPERTIES: KnownProperties = { fromRequest: {}, stored: undefined };

/** Returns undefined if the property may be in the store, which has not been read. */
function lookUp(
  key: string,
  { fromRequest, stored }: KnownProperties,
  implied: string | undefined,
  texts: TextBudget,
): ComparedValue | "absent" | undefined {
  const compared = (value: unknown) => new ComparedValue(value, texts);
  if (Object.hasOwn(fromRequest, key)) return compared(propertyOf(fromRequest, key));
  if (implied !== undefined) return compared(implied);
  if (stored === undefined) return undefined;
  return Object.hasOwn(stored, key) ? compared(propertyOf(stored, key)) : "absent";
}
