const OPERATORS = ["exact", "is_not", "icontains", "not_icontains", "regex", "not_regex", "gt", "lt", "is_set"];
const DEFAULTS = { name: "", active: true, ensure_experience_continuity: false };

const flag = (key: string, properties: readonly object[], more: object = {}) => {
  return { ...DEFAULTS, key, filters: { groups: [{ properties }], ...more } };
};

/** Flags whose conditions compare all that hostile requests can send, in every way. */
export const FUZZED_FLAGS = [
  ...OPERATORS.map((operator) => {
    return flag(`person-${operator}`, [
      { key: "plan", type: "person", operator, value: operator.endsWith("t") ? "10" : "(a+)+$" },
    ]);
  }),
  ...OPERATORS.map((operator) => {
    return flag(`mail-${operator}`, [
      { key: "email", type: "person", operator, value: operator === "exact" ? ["a", "b", "c"] : "1" },
    ]);
  }),
  flag("company", [{ key: "seats", type: "group", operator: "gt", value: 5 }], { aggregation_group_type: "company" }),
  flag("stored", [{ key: "stored", type: "person", operator: "is_set", value: "is_set" }]),
];

const LARGE_COUNT = 100;
const LARGE_VALUES = Array.from({ length: 2000 }, (_, at) => `value ${at}`);
const LARGE_PAYLOAD = "é".repeat(30_000);

/** Flags that are slow to read, to list and to write. */
export const LARGE_FLAGS = Array.from({ length: LARGE_COUNT }, (_, at) =>
  flag(`large-${at}`, [{ key: "plan", type: "person", operator: "exact", value: LARGE_VALUES }], {
    payloads: { true: LARGE_PAYLOAD },
  }),
);
