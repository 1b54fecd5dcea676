import { propertyOf } from "../../lib/json/json.ts";
import { ComparedValue, type TextBudget } from "../define/compared-value.ts";
import type { JsonValue } from "../define/flag-definition.ts";
import type { Evaluation } from "./evaluation.ts";
import { type KnownProperties, Undecided } from "./flag-context.ts";
import type { Matcher } from "./match-property.ts";

/** What may have to be read from the store; `more` are groups and identifiers, besides the person. */
export type StoredData = "nothing" | "person" | "more";

export interface Predicate {
  readonly mayRead: StoredData;
  /** Returns whether it holds; undecided if this is not known. */
  test(evaluation: Evaluation): boolean | Undecided;
}

export class ConstantPredicate implements Predicate {
  readonly mayRead = "nothing";
  readonly #result: boolean | Undecided;

  constructor(result: boolean | Undecided) {
    this.#result = result;
  }

  test(): boolean | Undecided {
    return this.#result;
  }
}

/** `true` expects any value except false. */
export class DependencyPredicate implements Predicate {
  readonly mayRead: StoredData;
  readonly #index: number;
  readonly #expected: JsonValue | undefined;

  /** `flag` is evaluated earlier. */
  constructor(flag: { readonly index: number; readonly mayRead: StoredData }, expected: JsonValue | undefined) {
    this.mayRead = flag.mayRead;
    this.#index = flag.index;
    this.#expected = expected;
  }

  test({ outcomes }: Evaluation): boolean | Undecided {
    const outcome = outcomes[this.#index];
    if (outcome === undefined) throw new Error("a flag was evaluated before a flag that it depends on");
    if (outcome instanceof Undecided) return outcome;
    return this.#expected === true ? outcome.value !== false : outcome.value === this.#expected;
  }
}

/** The value of a property, that it is absent, or that this is not known yet. */
export type PropertyLookup = ComparedValue | "absent" | Undecided;

export class Property {
  readonly mayRead: StoredData;
  readonly index: number;
  readonly #find: (evaluation: Evaluation) => PropertyLookup;

  constructor(index: number, mayRead: StoredData, find: (evaluation: Evaluation) => PropertyLookup) {
    this.mayRead = mayRead;
    this.index = index;
    this.#find = find;
  }

  read(evaluation: Evaluation): PropertyLookup {
    const known = evaluation.properties[this.index];
    if (known !== undefined) return known;
    const found = this.#find(evaluation);
    evaluation.properties[this.index] = found;
    return found;
  }
}

export class PropertyPredicate implements Predicate {
  readonly mayRead: StoredData;
  readonly #index: number;
  readonly #property: Property;
  readonly #matches: Matcher;
  readonly #whenAbsent: boolean;

  constructor(index: number, property: Property, matches: Matcher, whenAbsent: boolean) {
    this.mayRead = property.mayRead;
    this.#index = index;
    this.#property = property;
    this.#matches = matches;
    this.#whenAbsent = whenAbsent;
  }

  test(evaluation: Evaluation): boolean | Undecided {
    const { predicates } = evaluation;
    const known = predicates[this.#index];
    if (known !== undefined) return known;
    const value = this.#property.read(evaluation);
    if (value instanceof Undecided) return value;
    const result = value === "absent" ? this.#whenAbsent : this.#compare(value, evaluation);
    predicates[this.#index] = result;
    return result;
  }

  /** Values that are too large, and filters that are invalid, cannot be compared. */
  #compare(value: ComparedValue, evaluation: Evaluation): boolean | Undecided {
    try {
      return this.#matches(value, evaluation);
    } catch (error) {
      return new Undecided({ of: "never", why: error instanceof Error ? error.message : String(error) });
    }
  }
}

const PERSON_UNREAD = new Undecided({ of: "person" });

/** Returns a property of the person. `distinct_id` is known without the store. */
export function personProperty(index: number, key: string): Property {
  const mayRead = key === "distinct_id" ? "nothing" : "person";
  return new Property(index, mayRead, ({ context: { person, distinctId }, texts }) => {
    const implied = key === "distinct_id" ? distinctId : undefined;
    return lookUp(key, person, implied, texts) ?? PERSON_UNREAD;
  });
}

/** Returns the uuid of the person as a property; absent for one who is unknown. */
export function personUuid(index: number): Property {
  return new Property(index, "person", ({ context: { person }, texts }) => {
    if (person.stored === undefined) return PERSON_UNREAD;
    return person.uuid === undefined ? "absent" : new ComparedValue(person.uuid, texts);
  });
}

/** Returns a property of the request's group of a type. `$group_key` is known without the store. */
export function groupProperty(index: number, key: string, type: string): Property {
  const unread = new Undecided({ of: "group", type });
  return new Property(index, "more", ({ context: { groups, groupProperties }, texts }) => {
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
