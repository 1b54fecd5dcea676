import type { Millis } from "../storage/ports/common.ts";
import { unwrapLargeNumber } from "../values/exact-json.ts";
import { type PropertyMap, propertyOf } from "../values/properties.ts";
import { Undecided } from "./undecided.ts";

export interface KnownProperties {
  /** From the request. These win. */
  readonly given: PropertyMap;
  /** From the store; undefined where it was not read yet, `{}` where it knows no such person or group. */
  readonly stored: PropertyMap | undefined;
}

/** For whom flags are decided, and what is known of them. */
export interface FlagContext {
  readonly distinctId: string;
  readonly person: KnownProperties;
  /** The groups that the request names: group type to group key. */
  readonly groups: ReadonlyMap<string, string>;
  /** By group type; nothing is known of a type that is absent, and its properties are still to be read. */
  readonly groupProperties: ReadonlyMap<string, KnownProperties>;
  /** The project's group types, by their index. */
  readonly groupTypes: readonly string[];
  /**
   * By flag key, the identifiers that go on deciding for this person (experience continuity); for a flag without one the
   * distinct id decides. Undefined where they were not read yet.
   */
  readonly identifiers: ReadonlyMap<string, string> | undefined;
  readonly now: Millis;
}

/** Whether somebody has a property, and its value. */
export type PropertyLookup = { readonly value: unknown } | "absent" | Undecided;

/** A property of the person. `distinct_id` is known without the store. */
export function personProperty(key: string, { person, distinctId }: FlagContext): PropertyLookup {
  return lookUpProperty(key, person, { distinct_id: distinctId }) ?? new Undecided({ of: "person" });
}

/** A property of the request's group of this type. `$group_key` is known without the store. */
export function groupProperty(key: string, type: string | undefined, context: FlagContext): PropertyLookup {
  const known = (type === undefined ? undefined : context.groupProperties.get(type)) ?? UNKNOWN_PROPERTIES;
  const groupKey = type === undefined ? undefined : context.groups.get(type);
  if (type === undefined || !groupKey) return lookUpProperty(key, { given: known.given, stored: {} }, {}) ?? "absent";
  return lookUpProperty(key, known, { $group_key: groupKey }) ?? new Undecided({ of: "group", type });
}

const UNKNOWN_PROPERTIES: KnownProperties = { given: {}, stored: undefined };

function lookUpProperty(
  key: string,
  { given, stored }: KnownProperties,
  evident: PropertyMap,
): Exclude<PropertyLookup, Undecided> | undefined {
  for (const map of [given, evident, stored]) {
    if (map === undefined) return undefined;
    if (Object.hasOwn(map, key)) return { value: unwrapLargeNumber(propertyOf(map, key)) };
  }
  return "absent";
}
