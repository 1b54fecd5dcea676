import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Body } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";

type Experiment = Body<"experiments_create", 201>;
type Results = Body<"experiments_results", 200>;

const own = sharedServer("experiments");
const DAY_MS = 86_400_000;
const START = "2026-03-01T00:00:00.000Z";
const END = "2026-03-11T00:00:00.000Z";
const at = (day: number) => new Date(Date.parse(START) + day * DAY_MS).toISOString();
const did = (event: string, distinct_id: string, day: number, properties: object = {}): SentEvent => {
  return { event, distinct_id, timestamp: at(day), properties: { ...properties } };
};
const saw = (distinct_id: string, day: number, variant: string, more: object = {}) =>
  did("$feature_flag_called", distinct_id, day, { $feature_flag: "form", $feature_flag_response: variant, ...more });

/** 100 persons have each variant, ten on each day; 20 and 50 of them book, and pay 10, 20, 30… */
const VARIANTS = [
  ["control", 20],
  ["test", 50],
] as const;
const EVENTS: SentEvent[] = VARIANTS.flatMap(([variant, converted]) =>
  Array.from({ length: 100 }, (_, index): SentEvent[] => {
    const id = `${variant} ${index}`;
    const day = Math.floor(index / 10);
    const rank = (index * 37) % 100;
    return [
      saw(id, day + 0.2, variant, { $browser: rank < 40 ? "Chrome" : "Safari" }),
      did("open", id, day + 0.1),
      ...(rank < converted ? [did("open", id, day + 0.3), did("book", id, day + 0.4, { price: 10 * (rank + 1) })] : []),
    ];
  }).flat(),
);
EVENTS.push(
  saw("two", 1, "control"),
  saw("two", 2, "test"),
  did("book", "two", 3, { price: 5 }),
  saw("none", 1, "blue"),
  did("book", "control 99", -10, { price: 1000 }), // before the exposure, and before the time that is a covariate
  did("book", "control 0", 12, { price: 1000 }), // after the end
);

const mean = (source: object, more: object = {}) => ({ metric_type: "mean" as const, source, ...more });
const BOOKINGS = { name: "Bookings", metric_type: "funnel", series: [{ event: "open" }, { event: "book" }] } as const;
const REVENUE = mean({ event: "book", math: "sum", math_property: "price" }, { name: "Revenue" });
const PRICE = {
  metric_type: "ratio" as const,
  numerator: { event: "book", math: "sum" as const, math_property: "price" },
  denominator: { event: "book" },
};

describe("experiments", needs("settings"), () => {
  let project: AskedProject;
  const { client } = { client: () => own().client };
  const post = (json: object): Promise<Experiment> =>
    client().expectStatus("experiments_create", 201, { path: project.path, json: json as never });
  const one = ({ id }: Experiment) => ({ path: { ...project.path, id: String(id) } });
  const resultsOf = (experiment: Experiment): Promise<Results> =>
    client().expectStatus("experiments_results", 200, one(experiment));
  const of = (json: object) =>
    post({ name: "Form", feature_flag_key: "form", start_date: START, end_date: END, ...json });
  const flagOf = async (key: string) => {
    const { results } = await client().expectStatus("feature_flags_list", 200, { path: project.path });
    return results.find((flag) => flag.key === key);
  };

  test("make a flag, launch it, end, and are changed, found, deleted and restored", async () => {
    project = await AskedProject.create(own(), {}, EVENTS);
    const draft = await post({ name: "Shorter form", feature_flag_key: "form", description: "Fewer fields" });
    const { id, version, created_at, created_by, updated_at, updated_by, ...content } = draft;
    const variants = [
      { key: "control", rollout_percentage: 50 },
      { key: "test", rollout_percentage: 50 },
    ];
    assert.deepEqual(content, {
      ...{ name: "Shorter form", description: "Fewer fields", feature_flag_key: "form", archived: false },
      ...{ start_date: null, end_date: null, parameters: { feature_flag_variants: variants }, deleted: false },
      ...{ metrics: [], metrics_secondary: [], exposure_criteria: {}, conclusion: null, conclusion_comment: null },
    });
    const made = await flagOf("form");
    assert.deepEqual([made?.active, made?.filters.multivariate], [false, { variants }]);
    await client().expectError("experiments_results", [400, "invalid_input", "id"], one(draft));
    const change = (json: object) =>
      client().expectStatus("experiments_partial_update", 200, { ...one(draft), json: json as never });
    assert.equal((await change({ start_date: START })).start_date, START);
    assert.equal((await flagOf("form"))?.active, true);
    const ended = await change({ end_date: END, conclusion: "won", conclusion_comment: "Ship it", version: 2 });
    assert.deepEqual([ended.version, ended.end_date, ended.conclusion], [3, END, "won"]);
    const stale = { ...one(draft), json: { archived: true, version: 2 } };
    await client().expectError("experiments_partial_update", [409, "conflict", "version"], stale);
    const found = await client().expectStatus("experiments_list", 200, {
      path: project.path,
      query: { search: "FEWER" },
    });
    assert.deepEqual(
      found.results.map((each) => each.id),
      [id],
    );
    await change({ deleted: true });
    await client().expectError("experiments_retrieve", [404, "not_found"], one(draft));
    await client().expectError("experiments_results", [404, "not_found"], one(draft));
    assert.equal((await change({ deleted: false })).conclusion_comment, "Ship it");
    const log = await client().expectStatus("activity_log_list", 200, {
      path: project.path,
      query: { scope: "Experiment", item_id: String(id) },
    });
    assert.deepEqual(
      log.results.map(({ activity, detail }) => [activity, detail.changes.map(({ field }) => field)]),
      [
        ["restored", ["deleted"]],
        ["deleted", ["deleted"]],
        ["updated", ["end_date", "conclusion", "conclusion_comment"]],
        ["updated", ["start_date"]],
        ["created", []],
      ],
    );
    await client().expectStatus("experiments_destroy", 204, one(draft));
    await client().expectError("experiments_partial_update", [404, "not_found"], {
      ...one(draft),
      json: { name: "x" },
    });
    assert.equal((await flagOf("form"))?.deleted, false);
  });

  test("compare conversion, sums and ratios after the first exposure, up to the end of each day", async () => {
    const results = await resultsOf(await of({ metrics: [BOOKINGS, REVENUE, PRICE] }));
    assert.deepEqual([results.days.length, results.days[0], results.days.at(-1)], [10, "2026-03-01", "2026-03-10"]);
    const { total, multiple_variants, variants, mismatch } = results.exposures;
    assert.deepEqual([total, multiple_variants, mismatch], [200, 1, { is_mismatch: false, p_value: 1, segment: null }]);
    const each = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
    assert.deepEqual(
      variants.map(({ series }) => series),
      [each, each],
    );
    const values = results.metrics.map((metric) => [metric.name, metric.variants.map(({ value }) => value)]);
    assert.deepEqual(values, [
      ["Bookings", [0.2, 0.5]],
      ["Revenue", [21, 127.5]],
      ["book / book", [105, 255]],
    ]);
    const [bookings, revenue] = results.metrics.map((metric) => metric.variants[1]?.difference);
    assert.ok(bookings && revenue);
    assert.deepEqual([bookings.relative, bookings.verdict, revenue.verdict], [1.5, "better", "better"]);
    // scipy.stats.ttest_ind of 0 and 1, with the normal distribution
    const z = 0.3 / Math.sqrt((0.2 * 0.8 + 0.5 * 0.5) / 99);
    assert.ok(Math.abs((bookings.read_once.p_value ?? 1) - pValueOf(z)) < 1e-9);
    assert.ok(bookings.p_value > (bookings.read_once.p_value ?? 1));
    assert.deepEqual(bookings.series.at(-1), { relative: bookings.relative, interval: bookings.interval });
    assert.deepEqual(bookings.series[3], { relative: null, interval: [null, null] }); // 40 persons
    assert.equal(results.decision.action, "ship");
    assert.match(results.decision.text, /^Test /);
    assert.deepEqual(
      await resultsOf(await of({ metrics: [BOOKINGS, REVENUE, PRICE] })).then(({ metrics }) => metrics),
      results.metrics,
    );
  });
});

/** Returns the two-sided p-value, by Simpson's rule over the density. */
function pValueOf(z: number): number {
  const steps = 20_000;
  const width = (12 - z) / steps;
  let sum = 0;
  for (let index = 0; index <= steps; index += 1) {
    const weight = index === 0 || index === steps ? 1 : index % 2 === 0 ? 2 : 4;
    sum += weight * Math.exp(-((z + index * width) ** 2) / 2);
  }
  return (2 * sum * width) / 3 / Math.sqrt(2 * Math.PI);
}
