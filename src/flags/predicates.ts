/** The predicates of conditions, prepared for repeated evaluation. */
import { type PropertyMap, propertyOf, unwrapLargeNumber } from "../values/json.ts";
import { ComparedValue } from "./compared-value.ts";
import type { Evaluation } from "./evaluation.ts";
import { type FlagContext, type KnownProperties, Undecided } from "./flag-context.ts";
import type { JsonValue } from "./flag-definition.ts";
import type { Matcher } from "./match-property.ts";

/** What may have to be read from the store; `more` are groups and identifiers, besides the person. */
export type StoredData = "nothing" | "person" | "more";

export interface Predicate {
  readonly mayRead: StoredData;
  /** Returns whether it holds; undecided if this is not known. */
  test(evaluation: Evaluation): boolean | Undecided;
}

/** A predicate with the same result in every evaluation. */
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

  /** `flag` is the flag that is tested. It is evaluated earlier. */
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
type Lookup = ComparedValue | "absent" | Undecided;

/** A property that flags test. */
export class Property {
  readonly mayRead: StoredData;
  readonly index: number;
  readonly #find: (context: FlagContext) => Lookup;

  constructor(index: number, mayRead: StoredData, find: (context: FlagContext) => Lookup) {
    this.mayRead = mayRead;
    this.index = index;
    this.#find = find;
  }

  read({ properties, context }: Evaluation): Lookup {
    const known = properties[this.index];
    if (known !== undefined) return known;
    const found = this.#find(context);
    properties[this.index] = found;
    return found;
  }
}

/** Holds if the property matches. */
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
  const find = ({ person, distinctId }: FlagContext) => lookUp(key, person, "distinct_id", distinctId) ?? PERSON_UNREAD;
  return new Property(index, mayRead, find);
}

/** Returns a property of the request's group of a type. `$group_key` is known without the store. */
export function groupProperty(index: number, key: string, type: string): Property {
  const unread = new Undecided({ of: "group", type });
  return new Property(index, "more", ({ groups, groupProperties }) => {
    const { fromRequest, stored } = groupProperties.get(type) ?? UNREAD_PROPERTIES;
    const groupKey = groups.get(type);
    if (!groupKey) return lookUp(key, { fromRequest, stored: {} }, "", undefined) ?? unread;
    return lookUp(key, { fromRequest, stored }, "$group_key", groupKey) ?? unread;
  });
}

const UNREAD_PROPERTIES: KnownProperties = { fromRequest: {}, stored: undefined };

/** Returns undefined if the property may be in the store, which has not been read. */
function lookUp(
  key: string,
  { fromRequest, stored }: KnownProperties,
  impliedKey: string,
  implied: string | undefined,
): ComparedValue | "absent" | undefined {
  if (Object.hasOwn(fromRequest, key)) return compared(fromRequest, key);
  if (implied !== undefined && key === impliedKey) return new ComparedValue(implied);
  if (stored === undefined) return undefined;
  return Object.hasOwn(stored, key) ? compared(stored, key) : "absent";
}

function compared(properties: PropertyMap, key: string): ComparedValue {
  return new ComparedValue(unwrapLargeNumber(propertyOf(properties, key)));
}
