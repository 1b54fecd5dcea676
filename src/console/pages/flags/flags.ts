import type { Schemas } from "../../api/operations.ts";
import { optionsOf } from "../../components/options.ts";

export type Flag = Schemas["FeatureFlag"];
export type Activity = Schemas["ActivityLogEntry"];
export type Preview = Schemas["FlagPreview"];
type Reason = Schemas["FlagReason"];

/** A part of the rules with other members: what a person typed, which the service may refuse. */
type With<Part, Members> = Omit<Part, keyof Members> & Readonly<Members>;
type Rules = Schemas["FlagRules"];
type KnownVariant = NonNullable<Rules["multivariate"]>["variants"][number];

export type FlagProperty = With<Schemas["FlagTest"], { type?: string | null; operator?: string | null }>;
/** A share is a text if what was typed is no number. */
type Typed = { properties?: FlagProperty[] | null; rollout_percentage?: number | string | null };
export type Condition = With<Schemas["FlagCondition"], Typed>;
export type Variant = With<KnownVariant, { rollout_percentage: number | string }>;
export type Filters = With<Rules, { groups: Condition[]; multivariate?: { variants: readonly Variant[] } | null }>;

export const filtersOf = ({ filters }: Pick<Flag, "filters">) => filters as Filters;

/** What edits a part of a flag. `errorOf` says what is wrong at a place, as the service names it. */
export interface FlagParts {
  readonly filters: Filters;
  readonly errorOf: (attr: string) => string | undefined;
  readonly onChange: (changed: Partial<Filters>) => void;
}

type Scope = Pick<Flag, "bucketing_identifier" | "evaluation_runtime" | "evaluation_contexts">;

export interface FlagFields extends Pick<Flag, "key" | "name" | "ensure_experience_continuity">, Scope {
  readonly filters: Filters;
}

type Previewed = Pick<FlagFields, "key" | "filters" | "ensure_experience_continuity">;

export function previewOf({ key, filters, ensure_experience_continuity }: Previewed) {
  return { key, filters, ensure_experience_continuity };
}

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

export function describeRollout(filters: Filters): string {
  const variants = filters.multivariate?.variants.length ?? 0;
  const shares = filters.groups.map(({ properties, rollout_percentage: share }) => {
    const count = properties?.length ?? 0;
    const whom = count === 0 ? "of everyone" : `with ${count} ${count === 1 ? "condition" : "conditions"}`;
    return `${number.format(Number(share ?? 100))} % ${whom}`;
  });
  const [first = "Nobody", ...others] = shares;
  const more = others.length === 0 ? "" : `, and ${others.length} more ${others.length === 1 ? "rule" : "rules"}`;
  return `${first}${more}${variants > 0 ? ` · ${variants} variants` : ""}`;
}

export function valueName({ enabled, variant }: { enabled: boolean | null; variant: string | null }): string {
  if (enabled === null) return "Cannot be decided";
  return variant ?? (enabled ? "On" : "Off");
}

const REASONS: Readonly<Record<Reason["code"], (rule: string) => string>> = {
  condition_match: (rule) => `Meets ${rule}`,
  no_condition_match: () => "Meets no rule",
  out_of_rollout_bound: (rule) => `Meets ${rule}, but is outside its share`,
  no_group_type: () => "Needs a group, and none is named here",
  super_condition_value: () => "Opted in or out",
  holdout_condition_value: () => "Is held out of experiments",
  missing_dependency: () => "Another flag that it depends on is missing, or depends on it",
  inactive: () => "The flag is not in use",
  undecided: () => "What it depends on cannot be compared or read now",
};

/** Explains a value in the words of this page, or of the service for a reason that this page does not know. */
export function reasonText({ code, condition_index: index, description }: Reason): string {
  return REASONS[code]?.(index === null ? "a rule" : `rule ${index + 1}`) ?? description;
}

export function numberIn(text: string): number | string {
  const number = Number(text.replace(",", "."));
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

export const OWNERS = optionsOf<string>({ person: "Person", cohort: "Cohort", group: "Group", flag: "Other flag" });

export const LIST_OPERATORS: ReadonlySet<string> = new Set([
  ...["exact", "is_not", "in", "not_in", "between", "not_between"],
  ...["icontains_multi", "not_icontains_multi"],
]);
const SEPARATOR = /\s*;\s*/;

export function valueToText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueToText).join("; ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}

/** Returns the value of a condition for what was typed: several, with semicolons between, are a list. */
export function textToValue(text: string, operator: string): string | string[] {
  return LIST_OPERATORS.has(operator) && text.includes(";") ? text.split(SEPARATOR) : text;
}

/** Returns the variants with equal shares of two decimals, which sum to 100. */
export function evenShares(variants: readonly Variant[]): Variant[] {
  const share = Math.floor(10_000 / variants.length);
  const rest = 10_000 - share * variants.length;
  return variants.map((variant, index) => ({ ...variant, rollout_percentage: (share + (index < rest ? 1 : 0)) / 100 }));
}

/** Returns the variants with one more: it shares evenly with them unless their shares were chosen. */
export function withVariant(variants: readonly Variant[], key: string): Variant[] {
  const shares = variants.map(({ rollout_percentage: share }) => Number(share));
  const isEven = Math.max(...shares) - Math.min(...shares) < 0.011;
  const all = [...variants, { key, rollout_percentage: 0 }];
  return isEven ? evenShares(all) : all;
}

type Payloads = Filters["payloads"];

export function payloadToText(payload: unknown): string {
  if (payload === undefined) return "";
  return typeof payload === "string" ? payload : JSON.stringify(payload);
}

/** Sets a payload to the typed text: the service keeps JSON text as it is, so that numbers keep all digits. */
export function withPayload(payloads: Payloads, value: string, text: string): Payloads {
  const { [value]: before, ...others } = payloads ?? {};
  if (text.trim() === "") return others;
  return { ...payloads, [value]: text === payloadToText(before) ? before : text };
}
