/** Conditions that every person meets. */
export const EVERYBODY = [{ properties: [], rollout_percentage: 100 }];
const personConditions = (key: string, value: unknown, operator = "exact") => [
  { properties: [{ key, value, operator, type: "person" }] },
];
const variants = (shares: Record<string, number>) => ({
  variants: Object.entries(shares).map(([key, rollout_percentage]) => ({ key, rollout_percentage })),
});

/** Flags of each kind: with variants, payloads, rollouts, and conditions of persons and groups. */
export const DECIDED_FLAGS = [
  { key: "on", filters: { groups: EVERYBODY, payloads: { true: "express" } } },
  { key: "off", filters: { groups: [{ properties: [], rollout_percentage: 0 }], payloads: { true: "never" } } },
  { key: "inactive", active: false, filters: { groups: EVERYBODY } },
  {
    key: "hero",
    filters: {
      groups: EVERYBODY,
      multivariate: variants({ mountain: 100, city: 0 }),
      payloads: { mountain: { image: "/m.webp", sizes: [1, 2] }, city: "none" },
    },
  },
  { key: "split", filters: { groups: EVERYBODY, multivariate: variants({ left: 50, right: 50 }) } },
  { key: "half", filters: { groups: [{ properties: [], rollout_percentage: 50 }] } },
  { key: "pro", filters: { groups: personConditions("plan", "pro") } },
  { key: "staff", filters: { groups: personConditions("email", "@Fjordbikes.example", "icontains") } },
  {
    key: "fleet",
    filters: {
      aggregation_group_type: "company",
      groups: [{ properties: [{ key: "employees", value: 100, operator: "gt", type: "group" }] }],
    },
  },
].map((flag) => ({ name: flag.key, active: true, ensure_experience_continuity: false, ...flag }));
