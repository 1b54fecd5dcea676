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
  return names.map((value) => ({ value, label: LABELS[value] }));
}
