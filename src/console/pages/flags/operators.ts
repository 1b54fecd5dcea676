import { operatorChoices } from "../../components/options.ts";

export const OWNERS = [
  { value: "person", label: "Person" },
  { value: "group", label: "Group" },
  { value: "flag", label: "Other flag" },
];

export const OPERATORS = [
  ...operatorChoices("exact", "is_not", "icontains", "not_icontains", "starts_with", "ends_with", "regex", "not_regex"),
  ...operatorChoices("gt", "gte", "lt", "lte", "is_set", "is_not_set", "is_date_after", "is_date_before"),
  ...operatorChoices("semver_gte", "semver_lt"),
];

export const WITHOUT_VALUE: ReadonlySet<string> = new Set(["is_set", "is_not_set"]);
/** Operators whose value may be a list. */
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

/** Returns what was typed as a number; the text itself if it is none. */
export function numberIn(text: string): number | string {
  const number = Number(text.replace(",", "."));
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}
