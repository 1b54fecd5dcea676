import { isPropertyMap, type PropertyMap } from "../values/properties.ts";
import type { Condition, FlagDefinition, FlagFilters } from "./flag-definition.ts";
import { checkFilters } from "./parse-filters.ts";
import { checkOptional, expectObject, InvalidFlags, isBoolean, ValidationPath } from "./validation.ts";

const KEY = /^[\w.:/-]{1,400}$/;

export interface ParsedFlags {
  readonly flags: FlagDefinition[];
  /** Keys of the flags that are marked as deleted, as exports may contain them; they are not looked at. */
  readonly skipped: string[];
}

/**
 * Reads flag definitions: one flag, a list of them, or what servers of this family export (a list under `flags` or `results`).
 * Unknown fields of `filters` are kept, other unknown fields are dropped. Throws `InvalidFlags`, naming every place that is wrong.
 */
export function parseFlags(value: unknown): ParsedFlags {
  const problems: string[] = [];
  const list = findFlagList(value);
  const all = list
    ? list.map((item, index) => [item, new ValidationPath(`flags[${index}]`, problems)] as const)
    : [[value, new ValidationPath("flag", problems)] as const];
  const skipped = all.filter(([item]) => isDeleted(item));
  const present = all.filter(([item]) => !isDeleted(item));
  const places = new Map<unknown, string>();
  for (const [item, place] of present) checkFlag(item, place, places);
  if (problems.length > 0) throw new InvalidFlags(problems);
  const wires = present.map(([item]) => item as PropertyMap);
  const keys = keysByReference(wires);
  return {
    flags: wires.map((wire) => toDefinition(wire, keys)),
    skipped: skipped.map(([item]) => String((item as PropertyMap).key)),
  };
}

function findFlagList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isPropertyMap(value) || Object.hasOwn(value, "key")) return undefined;
  return [value.flags, value.results].find((list) => Array.isArray(list));
}

function isDeleted(item: unknown): boolean {
  return isPropertyMap(item) && item.deleted === true;
}

/** Notes what is wrong with one flag; `places` holds the keys that were seen, and where. */
function checkFlag(value: unknown, place: ValidationPath, places: Map<unknown, string>): void {
  const flag = expectObject(value, place);
  if (!flag) return;
  if (typeof flag.key !== "string" || !KEY.test(flag.key)) {
    place.at("key").addProblem("must be 1 to 400 letters, digits or any of _ - . : /");
  } else if (places.has(flag.key)) {
    place.at("key").addProblem(`${flag.key} is the key of ${places.get(flag.key)} already`);
  }
  places.set(flag.key, place.path);
  checkOptional(flag.name, place.at("name"), (name) => typeof name === "string", "must be text");
  for (const name of ["active", "ensure_experience_continuity"]) {
    checkOptional(flag[name], place.at(name), isBoolean, "must be true or false");
  }
  if (flag.bucketing_identifier === "device_id") {
    place
      .at("bucketing_identifier")
      .addProblem("device_id is not supported: flags are decided by distinct id or group");
  }
  checkFilters(flag.filters, place.at("filters"));
}

/** The key of each flag by itself and, where no flag has it as its key, by its id in the server that it comes from. */
function keysByReference(wires: readonly PropertyMap[]): Map<string, string> {
  const byId = wires.map((wire) => [String(wire.id), wire.key as string] as const);
  return new Map([...byId, ...wires.map((wire) => [wire.key as string, wire.key as string] as const)]);
}

function toDefinition(wire: PropertyMap, keys: ReadonlyMap<string, string>): FlagDefinition {
  const filters = wire.filters as FlagFilters;
  return {
    key: wire.key as string,
    name: (wire.name as string | null | undefined) ?? "",
    active: wire.active !== false,
    ensureExperienceContinuity: wire.ensure_experience_continuity === true,
    filters: { ...filters, groups: filters.groups.map((condition) => withDependencyKeys(condition, keys)) },
  };
}

/** Exported conditions name the flags that they depend on by id; here they do by key. */
function withDependencyKeys(condition: Condition, keys: ReadonlyMap<string, string>): Condition {
  if (!condition.properties?.some(({ type }) => type === "flag")) return condition;
  const properties = condition.properties.map((filter) =>
    filter.type === "flag" ? { ...filter, key: keys.get(filter.key) ?? filter.key } : filter,
  );
  return { ...condition, properties };
}
