import type { Schemas } from "../../../generated/openapi.ts";
import type { PropertyMap } from "../../lib/json/json.ts";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";

export type PropertyOperator = NonNullable<Schemas["FlagOperator"]>;

type Immutable<T> = T extends object ? { readonly [Name in keyof T]: Immutable<T[Name]> } : T;

/** The rules of a flag, as in a file or an export: see `FlagRules.yaml`. */
export type FlagFilters = Immutable<Schemas["FlagRules"]>;
export type Condition = Immutable<Schemas["FlagCondition"]>;
export type PropertyFilter = Immutable<Schemas["FlagTest"]>;
export type Variant = NonNullable<FlagFilters["multivariate"]>["variants"][number];
/** Whom a flag or condition is evaluated for: a group if it has a group type (name before index), or a person. */
export type Aggregation = Pick<Condition, "aggregation_group_type" | "aggregation_group_type_index">;

/** By whom a flag divides, and for which programs it is, as PostHog names it. */
export interface FlagScope {
  readonly bucketing_identifier: "distinct_id" | "device_id";
  readonly evaluation_runtime: "all" | "client" | "server";
  /** Empty for any. */
  readonly evaluation_contexts: readonly string[];
}

/** A feature flag, validated by `parseFlags`. */
export interface FlagDefinition extends FlagScope {
  readonly key: string;
  readonly name: string;
  /** An inactive flag is not evaluated. For flags that depend on it, its value is false. */
  readonly active: boolean;
  /** If true, the hash keeps using the first identifier seen for a person. */
  readonly ensure_experience_continuity: boolean;
  /** Whether programs read the payload only. It decides nothing. */
  readonly is_remote_configuration: boolean;
  readonly tags: readonly string[];
  readonly filters: FlagFilters;
}

/** What stands for a field that is absent, null or empty. */
const USUAL: Omit<FlagDefinition, "key" | "filters"> = {
  ...{ name: "", active: true, ensure_experience_continuity: false, is_remote_configuration: false, tags: [] },
  ...{ bucketing_identifier: "distinct_id", evaluation_runtime: "all", evaluation_contexts: [] },
};
type Usual = keyof typeof USUAL;
const USUAL_NAMES = Object.keys(USUAL) as Usual[];
const SCOPE = ["bucketing_identifier", "evaluation_runtime", "evaluation_contexts"] as const satisfies Usual[];

/** Reads a flag that is valid. */
export function toDefinition(flag: PropertyMap): FlagDefinition {
  const fields = USUAL_NAMES.map((name) => [name, (flag[name] ?? "") === "" ? USUAL[name] : flag[name]]);
  return { key: flag.key, ...Object.fromEntries(fields), filters: flag.filters } as FlagDefinition;
}

function unusual<Name extends Usual>(flag: Pick<FlagDefinition, Name>, names: readonly Name[]): PropertyMap {
  const found = names.filter((name) => JSON.stringify(flag[name]) !== JSON.stringify(USUAL[name]));
  return Object.fromEntries(found.map((name) => [name, flag[name]]));
}

/** Returns the fields of a flag's scope that are not as usual. */
export const unusualScope = (flag: FlagScope) => unusual(flag, SCOPE) as Partial<FlagScope>;

/** Returns the flag in the format of files and stores. */
export function flagToJson(flag: FlagDefinition): PropertyMap {
  const { key, name, active, ensure_experience_continuity, filters } = flag;
  const others = unusual(flag, ["is_remote_configuration", "tags", ...SCOPE]);
  return { key, name, active, ensure_experience_continuity, ...others, filters };
}

/** A flag whose filters are JSON, because large ones take long to parse. */
export interface UnparsedFlag extends Omit<FlagDefinition, "filters"> {
  readonly filters: string;
}

/** Begins the last field of a stored flag. No text can contain it without a backslash, and no object is before it. */
const FILTERS = ',"filters":';

/** Reads a stored flag as `parseStoredFlag` does, without its filters. */
export function readStoredFlag(text: string): UnparsedFlag {
  const start = text.indexOf(FILTERS);
  const flag = toDefinition(parseJsonText(`${text.slice(0, start)}}`) as PropertyMap);
  return { ...flag, filters: text.slice(start + FILTERS.length, -1) };
}

/** Parses a stored flag, the JSON of `flagToJson`. Validates nothing: use `parseFlags` for other input. */
export function parseStoredFlag(text: string): FlagDefinition {
  return toDefinition(parseJsonText(text) as PropertyMap);
}

/** Returns a payload as JSON text, which client libraries parse: a text that is JSON already verbatim. */
export function payloadText(payload: unknown): string {
  return typeof payload === "string" && isJson(payload) ? payload : JSON.stringify(payload);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
