import { type FlagDefinition, flagToJson } from "../flags/flag-definition.ts";
import type { Millis } from "../storage/ports/common.ts";
import type { StoredFlag } from "../storage/ports/flags.ts";
import { jsonDifferences } from "./json-difference.ts";

/** What has to happen so that a project's flags are as wanted. */
export interface FlagChanges {
  /** New and changed flags, as they are to be stored. */
  readonly put: readonly StoredFlag[];
  /** The keys of the flags that are to go. */
  readonly remove: readonly string[];
  /** A line for each flag: `+ new`, `~ hero (changed: …)`, `= same`, `- gone`. */
  readonly lines: readonly string[];
}

/** What leads from the stored flags to the wanted ones; flags that are not wanted go only where `prune` says so. */
export function planFlagChanges(
  stored: readonly StoredFlag[],
  wanted: readonly FlagDefinition[],
  { prune, now }: { prune: boolean; now: Millis },
): FlagChanges {
  const before = new Map(stored.map((flag) => [flag.key, flag.definition]));
  const judged = wanted.map((flag) => {
    const definition = JSON.stringify(flagToJson(flag));
    return {
      put: { key: flag.key, definition, updatedAt: now },
      line: changeLine(flag.key, before.get(flag.key), definition),
    };
  });
  const keys = new Set(wanted.map(({ key }) => key));
  const remove = prune ? stored.map(({ key }) => key).filter((key) => !keys.has(key)) : [];
  return {
    put: judged.filter(({ line }) => !line.startsWith("=")).map(({ put }) => put),
    remove,
    lines: [...judged.map(({ line }) => line), ...remove.map((key) => `- ${key}`)],
  };
}

function changeLine(key: string, before: string | undefined, after: string): string {
  if (before === undefined) return `+ ${key}`;
  const differences = jsonDifferences(JSON.parse(before), JSON.parse(after));
  return differences.length === 0 ? `= ${key}` : `~ ${key} (changed: ${differences.join("; ")})`;
}
