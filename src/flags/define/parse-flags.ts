import { describeFault } from "../../lib/describe-fault.ts";
import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import { checkFilters } from "./check-filters.ts";
import { type Condition, type FlagDefinition, toDefinition } from "./flag-definition.ts";
import { flagShape } from "./flag-shape.ts";
import { FlagCheck, type FlagPath, InvalidFlags, pathText } from "./validation.ts";

/** Limits a list, which may repeat the flags of a whole project, deleted ones included. */
const MAX_FLAGS = 10_000;

export interface ParsedFlags {
  readonly flags: FlagDefinition[];
  /** Keys of the flags that the file marks as deleted. They are neither validated nor returned. */
  readonly skipped: string[];
}

interface ParseOptions {
  /** Flags, besides those of the list, to whose ids conditions may refer. */
  readonly others?: readonly PropertyMap[];
  readonly maxProblems?: number;
}

/**
 * Validates flag definitions: one flag, a list, or an export with a list under `flags` or `results`. Conditions may
 * refer to ids of the list. Keeps what decides, tags, and what a condition says about itself. Throws `InvalidFlags`
 * with the problems, such as an unsupported field that could change a decision.
 */
export function parseFlags(value: unknown, { others = [], maxProblems = 1000 }: ParseOptions = {}): ParsedFlags {
  const check = new FlagCheck(maxProblems);
  const list = findFlagList(value);
  if (list && list.length > MAX_FLAGS) {
    throw new InvalidFlags([{ path: ["flags"], message: `may have ${MAX_FLAGS} flags, not ${list.length}` }]);
  }
  const all = list ? list.map((item, index) => [item, ["flags", index]] as const) : [[value, ["flag"]] as const];
  const skipped = all.filter(([item]) => isDeleted(item));
  const present = all.filter(([item]) => !isDeleted(item));
  const pathsByKey = new Map<unknown, string>();
  for (const [item, path] of present) checkFlag(item, path, check, pathsByKey);
  if (check.problems.length > 0) throw new InvalidFlags(check.problems);
  const flags = present.map(([item]) => item as PropertyMap);
  const keys = keysByReference([...others, ...flags]);
  return {
    flags: flags.map(toDefinition).map(({ filters, ...flag }) => {
      const groups = filters.groups.map((condition) => withDependencyKeys(condition, keys));
      return { ...flag, filters: { ...filters, groups } };
    }),
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

/** `pathsByKey` holds the paths of the flags checked before. */
function checkFlag(value: unknown, path: FlagPath, check: FlagCheck, pathsByKey: Map<unknown, string>): void {
  const flag = isPropertyMap(value) ? value : {};
  check.startFlag();
  if (!check.hasGoodSize(flag.filters, [...path, "filters"])) return;
  checkShape(value, path, check);
  if (pathsByKey.has(flag.key)) {
    check.add([...path, "key"], `${flag.key} is already the key of ${pathsByKey.get(flag.key)}`);
  }
  if (flag.key !== undefined) pathsByKey.set(flag.key, pathText(path));
  if (isPropertyMap(flag.filters)) checkFilters(flag.filters, [...path, "filters"], check);
  checkRollout(flag, path, check);
}

/** Adds what differs from the contract's `DefinedFlag`. */
function checkShape(value: unknown, path: FlagPath, check: FlagCheck): void {
  const validate = flagShape();
  if (validate(value)) return;
  for (const fault of validate.errors ?? []) {
    if (fault.keyword === "if") continue; // says that another fault is in an alternative
    const names = fault.instancePath.split("/").slice(1);
    const parts = [...names, fault.params.missingProperty ?? []].flat();
    check.add([...path, ...parts.map(toPart)], describeFault(fault));
  }
}

/** Reads a part of a JSON pointer. */
function toPart(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** An export repeats the percentage of a flag's only condition beside its filters. */
function checkRollout({ rollout_percentage: repeated, filters }: PropertyMap, path: FlagPath, check: FlagCheck): void {
  if (repeated === undefined || repeated === null) return;
  const [condition] = isPropertyMap(filters) && Array.isArray(filters.groups) ? filters.groups : [];
  if (isPropertyMap(condition) && (condition.rollout_percentage ?? 100) === repeated) return;
  check.add([...path, "rollout_percentage"], "must be that of the first condition: set it in filters.groups");
}

/** Returns flag keys by key and by exported id. A key precedes an equal id. */
function keysByReference(flags: readonly PropertyMap[]): Map<string, string> {
  const byId = flags.map(({ id, key }) => [String(id), key as string] as const);
  return new Map([...byId, ...flags.map(({ key }) => [key as string, key as string] as const)]);
}

function withDependencyKeys(condition: Condition, keys: ReadonlyMap<string, string>): Condition {
  if (!condition.properties?.some(({ type }) => type === "flag")) return condition;
  const properties = condition.properties.map((filter) =>
    filter.type === "flag" ? { ...filter, key: keys.get(filter.key) ?? filter.key } : filter,
  );
  return { ...condition, properties };
}
