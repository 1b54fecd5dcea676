/** What is known of the subjects of a decision, and what has yet to be read from the store. */
import type { Millis } from "../storage/ports/common.ts";
import { type PropertyMap, propertyOf, unwrapLargeNumber } from "../values/json.ts";

export interface KnownProperties {
  /** From the request. They take precedence over stored ones. */
  readonly fromRequest: PropertyMap;
  /** From the store: undefined until read, `{}` for an unknown person or group. */
  readonly stored: PropertyMap | undefined;
}

/** The person and the groups for whom flags are evaluated. */
export interface FlagContext {
  readonly distinctId: string;
  readonly person: KnownProperties;
  /** The groups that the request names: group type to group key. */
  readonly groups: ReadonlyMap<string, string>;
  /** By group type. The stored properties of an absent type have not been read. */
  readonly groupProperties: ReadonlyMap<string, KnownProperties>;
  /** The project's group types, by index. */
  readonly groupTypes: readonly string[];
  /**
   * Stored identifiers that replace the distinct id in the hash (experience continuity), by flag key. A flag without an
   * entry uses the distinct id. Undefined until read.
   */
  readonly identifiers: ReadonlyMap<string, string> | undefined;
  readonly now: Millis;
}

/** Data that a decision depends on: readable from the store or, for `never`, unavailable to this service. */
export type Need =
  | { readonly of: "person" }
  | { readonly of: "group"; readonly type: string }
  | { readonly of: "identifier"; readonly flagKey: string }
  | { readonly of: "never"; readonly why: string };

/** A result that depends on missing data. */
export class Undecided {
  readonly needs: readonly Need[];

  constructor(...needs: Need[]) {
    this.needs = needs;
  }
}

/**
 * Returns false if one test fails, else undecided if one test is, else true. The order of the items does not matter.
 */
export function allHold<T>(items: readonly T[], test: (item: T) => boolean | Undecided): boolean | Undecided {
  const needs: Need[] = [];
  for (const item of items) {
    const result = test(item);
    if (result === false) return false;
    if (result instanceof Undecided) needs.push(...result.needs);
  }
  return needs.length === 0 || new Undecided(...needs);
}

/** The value of a property, whether it is absent, or that this is not known yet. */
export type PropertyLookup = { readonly value: unknown } | "absent" | Undecided;

/** Looks up a property of the person. `distinct_id` is known without the store. */
export function personProperty(key: string, { person, distinctId }: FlagContext): PropertyLookup {
  return lookUpProperty(key, person, { distinct_id: distinctId }) ?? new Undecided({ of: "person" });
}

/** Looks up a property of the request's group of this type. `$group_key` is known without the store. */
export function groupProperty(key: string, type: string | undefined, context: FlagContext): PropertyLookup {
  const known = (type === undefined ? undefined : context.groupProperties.get(type)) ?? UNREAD_PROPERTIES;
  const groupKey = type === undefined ? undefined : context.groups.get(type);
  if (type === undefined || !groupKey)
    return lookUpProperty(key, { fromRequest: known.fromRequest, stored: {} }, {}) ?? "absent";
  return lookUpProperty(key, known, { $group_key: groupKey }) ?? new Undecided({ of: "group", type });
}

const UNREAD_PROPERTIES: KnownProperties = { fromRequest: {}, stored: undefined };

/** Returns undefined if the property may be in the store, which has not been read. */
function lookUpProperty(
  key: string,
  { fromRequest, stored }: KnownProperties,
  implied: PropertyMap,
): Exclude<PropertyLookup, Undecided> | undefined {
  for (const properties of [fromRequest, implied, stored]) {
    if (properties === undefined) return undefined;
    if (Object.hasOwn(properties, key)) return { value: unwrapLargeNumber(propertyOf(properties, key)) };
  }
  return "absent";
}
