export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly group?: string;
}

/** Returns the options of texts that stand for values of the contract; the type of the values demands all of them. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>): Option<Value>[] {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
}

export function named<Value extends string>(values: readonly Value[], label: (value: Value) => string) {
  return values.map((value): Option<Value> => ({ value, label: label(value) }));
}

const LABELS = {
  exact: "is",
  is_not: "is not",
  icontains: "contains",
  not_icontains: "does not contain",
  starts_with: "begins with",
  ends_with: "ends with",
  regex: "matches (regex)",
  not_regex: "does not match (regex)",
  gt: ">",
  gte: "≥",
  lt: "<",
  lte: "≤",
  is_set: "is set",
  is_not_set: "is not set",
  is_date_after: "is after",
  is_date_before: "is before",
  semver_gte: "is version or later",
  semver_lt: "is earlier than version",
};

export function operatorChoices<Name extends keyof typeof LABELS>(...names: Name[]) {
  return named(names, (name) => LABELS[name]);
}

export const OPERATORS = optionsOf<string>(LABELS);

export const needsValue = (operator = "exact") => operator !== "is_set" && operator !== "is_not_set";
