/** A kind of request to measure. */
export interface BenchCase {
  readonly name: string;
  readonly path: string;
  /** The number of events or decisions in each request. */
  readonly items: number;
  readonly body: (key: string, random: () => string) => object;
}

const PADDING = "x".repeat(200);

const properties = (id: string) => ({
  $current_url: `https://shop.example/products/${id}`,
  $browser: "Firefox",
  $os: "Linux",
  $session_id: id,
  price: 1299,
  tags: ["a", "b"],
  note: PADDING,
});

/** The measured requests: about 0.5 KB per event, with new ids in each request. */
export const CASES: readonly BenchCase[] = [
  {
    name: "/capture/ of a 0.5 KB event",
    path: "/capture/",
    items: 1,
    body: (key, random) => {
      const id = random();
      return {
        api_key: key,
        event: "product viewed",
        distinct_id: `user-${id}`,
        timestamp: "2026-01-01T12:00:00Z",
        properties: properties(id),
      };
    },
  },
  {
    name: "/batch/ of 100 such events",
    path: "/batch/",
    items: 100,
    body: (key, random) => ({
      api_key: key,
      batch: Array.from({ length: 100 }, () => {
        const id = random();
        return { event: "product viewed", properties: { distinct_id: `user-${id}`, ...properties(id) } };
      }),
    }),
  },
  {
    name: "/decide/?v=3 of 20 flags",
    path: "/decide/?v=3",
    items: 1,
    body: (key, random) => ({ api_key: key, distinct_id: `user-${random()}`, person_properties: { plan: "pro" } }),
  },
];

/** The flags that `/decide/` evaluates. */
export const FLAGS = Array.from({ length: 20 }, (_, number) => ({
  key: `flag-${number}`,
  name: "",
  active: true,
  filters: {
    groups: [
      { properties: number % 2 ? [{ key: "plan", type: "person", value: "pro" }] : [], rollout_percentage: 5 * number },
    ],
    ...(number % 5 === 0
      ? {
          multivariate: {
            variants: [
              { key: "a", rollout_percentage: 50 },
              { key: "b", rollout_percentage: 50 },
            ],
          },
        }
      : {}),
  },
}));
