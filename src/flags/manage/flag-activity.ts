import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import type { JsonText, Millis, UserId } from "../../store/ports/common.ts";
import type { FlagRecord } from "../../store/ports/flags.ts";
import { type JsonDifference, jsonDifferences } from "./json-differences.ts";

export interface FlagActivity {
  readonly version: number;
  readonly at: Millis;
  /** Null for the command line. */
  readonly by: UserId | null;
  readonly kind: "created" | "updated" | "deleted" | "restored";
  /** The first 50 changed paths; long values are abbreviated. */
  readonly changes: readonly JsonDifference[];
}

/** A project's flag remembers its latest changes, within both bounds. */
export const MAX_ACTIVITY_ENTRIES = 100;
const MAX_ACTIVITY_CHARACTERS = 1024 * 1024;
const MAX_CHANGES = 50;
const MAX_PATH_CHARACTERS = 300;
const MAX_VALUE_CHARACTERS = 1000;

/** Returns the latest changes of a flag, newest first. */
export function parseActivity(text: JsonText): FlagActivity[] {
  return parseJsonText(text) as FlagActivity[];
}

/** Returns the changes with another one, within the bounds. */
export function addActivity(text: JsonText, activity: FlagActivity): JsonText {
  const entries = [activity, ...parseActivity(text)]
    .slice(0, MAX_ACTIVITY_ENTRIES)
    .map((entry) => JSON.stringify(entry));
  let characters = 0;
  const kept = entries.filter((entry) => {
    characters += entry.length;
    return characters <= MAX_ACTIVITY_CHARACTERS;
  });
  return `[${kept.join(",")}]`;
}

/** Returns what a change does to a flag: null if nothing. A flag without `before` is new. */
export function describeChange(
  before: Pick<FlagRecord, "definition" | "deleted"> | null,
  after: Pick<FlagRecord, "definition" | "deleted">,
): Pick<FlagActivity, "kind" | "changes"> | null {
  if (before === null) return { kind: "created", changes: [] };
  const { deleted } = after;
  const marked = before.deleted === deleted ? [] : [{ path: "deleted", before: before.deleted, after: deleted }];
  const isSame = before.definition === after.definition;
  const differences = isSame
    ? []
    : jsonDifferences(parseJsonText(before.definition), parseJsonText(after.definition), MAX_CHANGES);
  const changes = [...marked, ...differences].slice(0, MAX_CHANGES).map(abbreviate);
  if (changes.length === 0) return null;
  return { kind: marked.length === 0 ? "updated" : deleted ? "deleted" : "restored", changes };
}

function abbreviate({ path, ...values }: JsonDifference): JsonDifference {
  const short = Object.entries(values).map(([side, value]) => {
    const text = JSON.stringify(value);
    return [side, text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : value];
  });
  return { path: path.slice(0, MAX_PATH_CHARACTERS), ...Object.fromEntries(short) };
}
