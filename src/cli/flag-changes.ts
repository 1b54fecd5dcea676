import { isDeepStrictEqual } from "node:util";
import { type FlagDefinition, flagToJson } from "../flags/flag-definition.ts";
import type { Millis } from "../storage/ports/common.ts";
import type { NewFlag, StoredFlag } from "../storage/ports/flags.ts";
import { isPropertyMap, type PropertyMap } from "../values/json.ts";

/** The changes that turn a project's stored flags into the desired ones. */
export interface FlagChanges {
  /** New and changed flags to store. */
  readonly put: readonly NewFlag[];
  /** Keys of the flags to remove. */
  readonly remove: readonly string[];
  /** A line per flag: `+ new`, `~ hero (changed: …)`, `= same`, `- removed`. */
  readonly lines: readonly string[];
}

/** Returns the changes from the stored to the desired flags. Removes other flags only if `prune` is true. */
export function planFlagChanges(
  stored: readonly StoredFlag[],
  desired: readonly FlagDefinition[],
  { prune, now }: { prune: boolean; now: Millis },
): FlagChanges {
  const before = new Map(stored.map((flag) => [flag.key, flag.definition]));
  const planned = desired.map((flag) => {
    const definition = JSON.stringify(flagToJson(flag));
    return {
      put: { key: flag.key, definition, updatedAt: now },
      line: changeLine(flag.key, before.get(flag.key), definition),
    };
  });
  const keys = new Set(desired.map(({ key }) => key));
  const remove = prune ? stored.map(({ key }) => key).filter((key) => !keys.has(key)) : [];
  return {
    put: planned.filter(({ line }) => !line.startsWith("=")).map(({ put }) => put),
    remove,
    lines: [...planned.map(({ line }) => line), ...remove.map((key) => `- ${key}`)],
  };
}

function changeLine(key: string, before: string | undefined, after: string): string {
  if (before === undefined) return `+ ${key}`;
  const differences = jsonDifferences(JSON.parse(before), JSON.parse(after));
  return differences.length === 0 ? `= ${key}` : `~ ${key} (changed: ${differences.join("; ")})`;
}

const MAX_VALUE_CHARACTERS = 60;

/** Returns a line per changed path of a JSON value, such as `filters.groups[0].rollout_percentage 10 → 50`. */
export function jsonDifferences(before: unknown, after: unknown, path = ""): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isPropertyMap(before) && isPropertyMap(after)) return mapDifferences(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path);
  return [`${path} ${formatValue(before)} → ${formatValue(after)}`.trimStart()];
}

function mapDifferences(before: PropertyMap, after: PropertyMap, path: string): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    memberDifferences(
      Object.hasOwn(before, key) ? [before[key]] : [],
      Object.hasOwn(after, key) ? [after[key]] : [],
      joinPath(path, key),
    ),
  );
}

function listDifferences(before: readonly unknown[], after: readonly unknown[], path: string): string[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, index) =>
    memberDifferences(before.slice(index, index + 1), after.slice(index, index + 1), `${path}[${index}]`),
  ).flat();
}

/** Each side is a list of one value, or empty if the member is absent. */
function memberDifferences(before: readonly unknown[], after: readonly unknown[], path: string): string[] {
  if (before.length === 0) return [`${path} added: ${formatValue(after[0])}`];
  if (after.length === 0) return [`${path} removed: ${formatValue(before[0])}`];
  return jsonDifferences(before[0], after[0], path);
}

function joinPath(path: string, key: string): string {
  if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}
