import type { Schemas } from "../../../generated/openapi.ts";
import type { PropertyMap } from "../../lib/json/json.ts";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type PropertyOperator = NonNullable<Schemas["FlagOperator"]>;

/** Whom a flag or condition is evaluated for: a group if it has a group type (name before index), or a person. */
export interface Aggregation {
  readonly aggregation_group_type?: string | null;
  readonly aggregation_group_type_index?: number | null;
}

/** One test of a condition. The default operator is `exact`; without a type it reads a property of the subject. */
export interface PropertyFilter {
  readonly key: string;
  readonly type?: Schemas["FlagTest"]["type"];
  readonly operator?: PropertyOperator | "flag_evaluates_to" | null;
  readonly value?: JsonValue;
  /** Group type for filters of type `group`; if absent, the condition's. */
  readonly group_type_index?: number | null;
  readonly [extra: string]: unknown;
}

/** Applies if all properties match and the hash is within the percentage (default: 100). */
export interface Condition extends Aggregation {
  readonly properties?: readonly PropertyFilter[] | null;
  readonly rollout_percentage?: number | null;
  /** Replaces the variant that the hash would choose. */
  readonly variant?: string | null;
  readonly [extra: string]: unknown;
}

export interface Variant {
  readonly key: string;
  readonly rollout_percentage: number;
  readonly [extra: string]: unknown;
}

/** The rules of a flag, as in a file or an export: same field names, and unknown fields are kept. */
export interface FlagFilters extends Aggregation {
  /** The flag is on if one of these conditions applies. */
  readonly groups: readonly Condition[];
  readonly multivariate?: { readonly variants: readonly Variant[] } | null;
  readonly payloads?: { readonly [variant: string]: JsonValue } | null;
  /** If true, a subject outside the percentage of a condition is not tested against later conditions. */
  readonly early_exit?: boolean | null;
  /** Enrollment by a person property: true in the newer form, a separate condition (`super_groups`) in the older. */
  readonly feature_enrollment?: boolean | null;
  readonly super_groups?: readonly Condition[] | null;
  /** The share of subjects excluded from experiments, in the newer form and (`holdout_groups`) in the older. */
  readonly holdout?: { readonly id: number; readonly exclusion_percentage: number } | null;
  readonly holdout_groups?: readonly Condition[] | null;
  readonly [extra: string]: unknown;
}

/** By whom a flag divides, and for which programs it is, as PostHog names it. */
export interface FlagScope {
  readonly bucketing_identifier: "distinct_id" | "device_id";
  readonly evaluation_runtime: "all" | "client" | "server";
  /** Empty for any. */
  readonly evaluation_contexts: readonly string[];
}

const USUAL: FlagScope = { bucketing_identifier: "distinct_id", evaluation_runtime: "all", evaluation_contexts: [] };
const SCOPE_NAMES = Object.keys(USUAL) as (keyof FlagScope)[];

/** Returns the fields of a scope; those that are absent, null or empty are as usual. */
export function readScope(fields: PropertyMap): FlagScope {
  return Object.fromEntries(SCOPE_NAMES.map((name) => [name, fields[name] || USUAL[name]])) as unknown as FlagScope;
}

/** Returns what is not as usual. */
export function unusualScope(scope: FlagScope): Partial<FlagScope> {
  const isUsual = (name: keyof FlagScope) => String(scope[name]) === String(USUAL[name]);
  return Object.fromEntries(SCOPE_NAMES.filter((name) => !isUsual(name)).map((name) => [name, scope[name]]));
}

/** A feature flag, validated by `parseFlags`. */
export interface FlagDefinition {
  readonly key: string;
  readonly name: string;
  /** An inactive flag is not evaluated. For flags that depend on it, its value is false. */
  readonly active: boolean;
  /** If true, the hash keeps using the first identifier seen for a person. */
  readonly ensureExperienceContinuity: boolean;
  /** Whether programs read the payload only. It decides nothing. */
  readonly isRemoteConfiguration: boolean;
  readonly tags: readonly string[];
  readonly scope: FlagScope;
  readonly filters: FlagFilters;
}

/** Returns the flag in the format of files and stores. */
export function flagToJson(flag: FlagDefinition): PropertyMap {
  const { key, name, active, ensureExperienceContinuity, isRemoteConfiguration, tags, scope, filters } = flag;
  return {
    key,
    name,
    active,
    ensure_experience_continuity: ensureExperienceContinuity,
    ...(isRemoteConfiguration && { is_remote_configuration: true }),
    ...(tags.length > 0 && { tags }),
    ...unusualScope(scope),
    filters,
  };
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
  return { ...fromJson(parseJsonText(`${text.slice(0, start)}}`)), filters: text.slice(start + FILTERS.length, -1) };
}

/** Parses a stored flag, the JSON of `flagToJson`. Validates nothing: use `parseFlags` for other input. */
export function parseStoredFlag(text: string): FlagDefinition {
  return fromJson(parseJsonText(text));
}

function fromJson(value: unknown): FlagDefinition {
  const json = value as PropertyMap;
  return {
    key: json.key as string,
    name: json.name as string,
    active: json.active as boolean,
    ensureExperienceContinuity: json.ensure_experience_continuity as boolean,
    isRemoteConfiguration: json.is_remote_configuration === true,
    tags: (json.tags as readonly string[] | undefined) ?? [],
    scope: readScope(json),
    filters: json.filters as FlagFilters,
  };
}

/** Returns a payload as JSON text, which client libraries parse: a text that is JSON already verbatim. */
export function payloadText(payload: JsonValue): string {
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
