import { type FlagDefinition, flagToJson } from "../flags/define/flag-definition.ts";
import { type JsonDifference, jsonDifferences } from "../flags/manage/json-differences.ts";
import type { StoredFlag } from "../store/ports/flags.ts";
import { shorten } from "./output.ts";

export interface FlagChanges {
  readonly put: readonly FlagDefinition[];
  readonly remove: readonly string[];
  /** A line per flag: `+ new`, `~ hero (changed: …)`, `= same`, `- removed`. */
  readonly lines: readonly string[];
}

/** Returns the changes from the stored to the desired flags. Removes other flags only if `prune` is true. */
export function planFlagChanges(
  stored: readonly StoredFlag[],
  desired: readonly FlagDefinition[],
  { prune }: { readonly prune: boolean },
): FlagChanges {
  const before = new Map(stored.map((flag) => [flag.key, flag.definition]));
  const planned = desired.map((flag) => ({ flag, line: changeLine(flag, before.get(flag.key)) }));
  const keys = new Set(desired.map(({ key }) => key));
  const remove = prune ? stored.map(({ key }) => key).filter((key) => !keys.has(key)) : [];
  return {
    put: planned.filter(({ line }) => !line.startsWith("=")).map(({ flag }) => flag),
    remove,
    lines: [...planned.map(({ line }) => line), ...remove.map((key) => `- ${key}`)],
  };
}

/** Differences of one flag that are shown. */
const MAX_DIFFERENCES = 50;

function changeLine(flag: FlagDefinition, before: string | undefined): string {
  if (before === undefined) return `+ ${flag.key}`;
  const after = JSON.stringify(flagToJson(flag));
  const differences =
    before === after ? [] : jsonDifferences(JSON.parse(before), JSON.parse(after), MAX_DIFFERENCES + 1);
  const texts = differences.slice(0, MAX_DIFFERENCES).map(formatDifference);
  if (differences.length > MAX_DIFFERENCES) texts.push("and more");
  return texts.length === 0 ? `= ${flag.key}` : `~ ${flag.key} (changed: ${texts.join("; ")})`;
}

const MAX_VALUE_CHARACTERS = 60;

/** Returns a difference as text, such as `filters.groups[0].rollout_percentage 10 → 50`. */
export function formatDifference(difference: JsonDifference): string {
  const { path, before, after } = difference;
  if (!("before" in difference)) return `${path} added: ${formatValue(after)}`;
  if (!("after" in difference)) return `${path} removed: ${formatValue(before)}`;
  return `${path} ${formatValue(before)} → ${formatValue(after)}`;
}

function formatValue(value: unknown): string {
  return shorten(JSON.stringify(value), MAX_VALUE_CHARACTERS);
}
