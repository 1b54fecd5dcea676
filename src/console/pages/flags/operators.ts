export const OWNERS = [
  { value: "person", label: "Person" },
  { value: "group", label: "Group" },
  { value: "flag", label: "Other flag" },
];

export const OPERATORS = [
  { value: "exact", label: "is" },
  { value: "is_not", label: "is not" },
  { value: "icontains", label: "contains" },
  { value: "not_icontains", label: "does not contain" },
  { value: "starts_with", label: "begins with" },
  { value: "ends_with", label: "ends with" },
  { value: "regex", label: "matches (regex)" },
  { value: "not_regex", label: "does not match (regex)" },
  { value: "gt", label: ">" },
  { value: "gte", label: "≥" },
  { value: "lt", label: "<" },
  { value: "lte", label: "≤" },
  { value: "is_set", label: "is set" },
  { value: "is_not_set", label: "is not set" },
  { value: "is_date_after", label: "is after" },
  { value: "is_date_before", label: "is before" },
  { value: "semver_gte", label: "is version or later" },
  { value: "semver_lt", label: "is earlier than version" },
];

export const WITHOUT_VALUE: ReadonlySet<string> = new Set(["is_set", "is_not_set"]);
/** Those whose value may be a list. */
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
