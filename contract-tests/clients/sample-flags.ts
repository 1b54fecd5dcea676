const FLAG_DEFAULTS = { name: "", active: true, ensure_experience_continuity: false };
const personCondition = (key: string, value: unknown, operator?: string) => ({ key, value, type: "person", operator });
const groupCondition = (key: string, value: unknown, operator?: string) => ({ key, value, type: "group", operator });
const variants = (...shares: number[]) => ({
  variants: shares.map((share, index) => ({ key: `variant-${index}`, rollout_percentage: share })),
});

/** Flags of every kind that client libraries evaluate, some with payloads. */
export const SAMPLE_FLAGS = [
  {
    key: "everybody",
    is_remote_configuration: true,
    filters: { groups: [{}], payloads: { true: '{"color":"blue","sizes":[1,2]}' } },
  },
  { key: "nobody", filters: { groups: [{ rollout_percentage: 0 }] } },
  { key: "off", active: false, filters: { groups: [{}] } },
  { key: "third", filters: { groups: [{ rollout_percentage: 33.3 }] } },
  { key: "halves", filters: { groups: [{}], multivariate: variants(50, 50), payloads: { "variant-1": '"second"' } } },
  { key: "shares", filters: { groups: [{ rollout_percentage: 80 }], multivariate: variants(10, 25.5, 33, 31.5) } },
  { key: "pro", filters: { groups: [{ properties: [personCondition("plan", "pro")] }] } },
  { key: "plans", filters: { groups: [{ properties: [personCondition("plan", ["pro", "team"], "exact")] }] } },
  { key: "not-pro", filters: { groups: [{ properties: [personCondition("plan", "pro", "is_not")] }] } },
  { key: "older", filters: { groups: [{ properties: [personCondition("age", 40, "gte")], rollout_percentage: 60 }] } },
  {
    key: "mail",
    filters: { groups: [{ properties: [personCondition("email", "@fjordbikes.example", "icontains")] }] },
  },
  {
    key: "pattern",
    filters: { groups: [{ properties: [personCondition("email", "^rider[0-9]+[02468]@", "regex")] }] },
  },
  { key: "since", filters: { groups: [{ properties: [personCondition("joined", "2026-03-01", "is_date_after")] }] } },
  {
    key: "either",
    filters: {
      groups: [
        { properties: [personCondition("plan", "pro"), personCondition("age", 30, "lt")], rollout_percentage: 50 },
        { properties: [personCondition("plan", "team")], variant: "variant-1" },
        { rollout_percentage: 10 },
      ],
      multivariate: variants(70, 30),
    },
  },
  { key: "company", filters: { aggregation_group_type: "company", groups: [{ rollout_percentage: 40 }] } },
  {
    key: "large-company",
    filters: {
      aggregation_group_type: "company",
      groups: [{ properties: [groupCondition("seats", 100, "gt")], rollout_percentage: 90 }],
      multivariate: variants(60, 40),
    },
  },
].map((flag) => ({ ...FLAG_DEFAULTS, ...flag }));
