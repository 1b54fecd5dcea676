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
    assert.deepEqual(await client().expectStatus("experiments_retrieve", 200, one(draft)), ended);
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

  test("attribute persons of several variants as they are told to, and merged persons once", async () => {
    const merged = await AskedProject.create(own(), {}, [
      ...["control", "test"].flatMap((variant) => [saw(`phone ${variant}`, 1, variant), did("book", variant, 1.5)]),
      saw("phone both", 1, "test"),
      saw("both", 2, "control"),
      ...["control", "test", "both"].map((id) => did("$identify", id, 3, { $anon_distinct_id: `phone ${id}` })),
      did("book", "both", 4),
    ]);
    const of = async (multiple_variant_handling?: string) => {
      const created = await client().expectStatus("experiments_create", 201, {
        path: merged.path,
        json: {
          ...{ name: "Form", feature_flag_key: "form", start_date: START, end_date: END },
          metrics: [mean({ event: "book", math: "total" })],
          ...(multiple_variant_handling && { exposure_criteria: { multiple_variant_handling } }),
        } as never,
      });
      const at = { path: { ...merged.path, id: String(created.id) } };
      const { exposures, metrics } = await client().expectStatus("experiments_results", 200, at);
      const counts = exposures.variants.map((variant) => variant.exposures);
      return [exposures.multiple_variants, counts, metrics[0]?.variants.map(({ value }) => value)];
    };
    assert.deepEqual(await of(), [1, [1, 1], [1, 1]]);
    assert.deepEqual(await of("exclude"), [1, [1, 1], [1, 1]]);
    assert.deepEqual(await of("first_seen"), [0, [1, 2], [1, 1]]);
  });

  test("have figures of each kind, exposures by other events, windows, actions and test accounts", async () => {
    const tested = await AskedProject.create(
      own(),
      { test_account_filters: [{ key: "staff", type: "event", operator: "is_not_set", value: "is_not_set" }] },
      [
        ...["a", "b", "staff"].map((id) => did("shown", id, 1, { "$feature/form": "control", ...staffOf(id) })),
        did("shown", "c", 1, { "$feature/form": "test" }),
        ...[2, 3, 4].map((day) => did("pay", "a", day, { price: day, kind: day === 4 ? "gift" : "own" })),
        did("pay", "b", 9.5, { price: 1000 }),
        did("huge", "b", 9.5, { price: 1e300 }),
        did("pay", "staff", 2, { price: 7, staff: true }),
        did("refund", "a", 3.5),
      ],
    );
    const action = await client().expectStatus("actions_create", 201, {
      path: tested.path,
      json: { name: "Gives", steps: [{ event: "pay", properties: [{ key: "kind", value: "gift", type: "event" }] }] },
    });
    const pay = (math: string) =>
      mean({ event: "pay", math, ...(!/total|dau/.test(math) && { math_property: "price" }) });
    const metrics = [
      ...["total", "dau", "avg", "min", "max"].map(pay),
      mean({ event: "pay" }, { conversion_window: 36, conversion_window_unit: "hour" }),
      mean({ kind: "ActionsNode", id: action.id }),
      mean({ event: "pay", properties: [{ key: "kind", value: "own", type: "event" }] }),
      { metric_type: "funnel", series: [{ event: "pay" }, { event: "refund" }, { event: "pay" }] },
      { metric_type: "funnel", series: [{ event: "refund" }, { event: "refund" }] },
    ];
    const json = {
      ...{ name: "Form", feature_flag_key: "form", start_date: START, end_date: END },
      metrics,
      metrics_secondary: [mean({ event: "huge", math: "sum", math_property: "price" })],
      exposure_criteria: { exposure_config: { event: "shown" }, filterTestAccounts: true },
    };
    const created = await client().expectStatus("experiments_create", 201, { path: tested.path, json: json as never });
    const at = { path: { ...tested.path, id: String(created.id) } };
    const found = await client().expectStatus("experiments_results", 200, at);
    assert.deepEqual(
      found.exposures.variants.map(({ exposures }) => exposures),
      [2, 1],
    );
    const control = found.metrics.map(({ variants }) => variants[0]?.value);
    // the last one is half of the largest number in a property
    assert.deepEqual(control, [2, 1, 501.5, 501, 502, 0.5, 0.5, 1, 0.5, 0, 5e14]);
    assert.deepEqual(found.decision, { action: "wait", variant: null, text: "No difference can be told yet." });
    await client().expectError("actions_destroy", [409, "conflict"], {
      path: { ...tested.path, id: String(action.id) },
    });
  });

  const staffOf = (id: string) => (id === "staff" ? { staff: true } : {});

  test("find that persons are divided unevenly, and where most", async () => {
    const uneven = await AskedProject.create(
      own(),
      {},
      Array.from({ length: 300 }, (_, index) => {
        const isLost = index % 2 === 1 && index % 3 === 0;
        const variant = index % 2 === 0 || isLost ? "control" : "test";
        return saw(`p${index}`, 1, variant, { $browser: index % 3 === 0 ? "Safari" : "Chrome", $os: "Linux" });
      }),
    );
    const json = { name: "Form", feature_flag_key: "form", start_date: START, end_date: END };
    const created = await client().expectStatus("experiments_create", 201, { path: uneven.path, json });
    const at = { path: { ...uneven.path, id: String(created.id) } };
    const { exposures, decision } = await client().expectStatus("experiments_results", 200, at);
    assert.deepEqual([exposures.mismatch.is_mismatch, decision.action], [true, "check"]);
    const { property, value, exposures: counts } = exposures.mismatch.segment ?? {};
    assert.deepEqual([property, value, counts], ["$browser", "Safari", [100, 0]]);
    assert.match(decision.text, /200 persons in control, 100 persons in test.*most uneven where \$browser is Safari/);
  });

  test("reduce the variance by what was before, correct several metrics, and stop where a guard is worse", async () => {
    const guarded = await AskedProject.create(
      own(),
      {},
      VARIANTS.flatMap(([variant]) =>
        Array.from({ length: 80 }, (_, index): SentEvent[] => {
          const id = `${variant} ${index}`;
          const visits = (index * 7) % 5;
          return [
            saw(id, 5, variant),
            ...Array.from({ length: visits }, (_, visit) => did("visit", id, 1 + visit / 10)),
            ...Array.from({ length: visits + (index % 2) }, (_, visit) => did("visit", id, 6 + visit / 10)),
            ...(variant === "test" && index % 2 === 0 ? [did("complaint", id, 7)] : []),
            ...(variant === "control" && index % 16 === 0 ? [did("complaint", id, 7)] : []),
          ];
        }).flat(),
      ),
    );
    const json = {
      ...{ name: "Form", feature_flag_key: "form", start_date: START, end_date: END },
      metrics: [mean({ event: "visit" }, { name: "Visits" })],
      metrics_secondary: [
        mean({ event: "complaint" }, { name: "Complaints", goal: "decrease", guard: true }),
        mean({ event: "complaint" }, { name: "More complaints" }),
        mean({ event: "complaint", math: "dau" }),
      ],
    };
    const created = await client().expectStatus("experiments_create", 201, { path: guarded.path, json: json as never });
    const at = { path: { ...guarded.path, id: String(created.id) } };
    const { metrics, decision } = await client().expectStatus("experiments_results", 200, at);
    const [visits, complaints, more] = metrics;
    assert.ok(visits && complaints && more);
    // y = x + b, where x is 0 to 4 and b is 0 or 1, each as often: var(y) = 2 + 1/4
    assert.ok(Math.abs(visits.variance_reduction - 2 / 2.25) < 1e-9, `${visits.variance_reduction}`);
    assert.equal(visits.variants[1]?.difference?.verdict, "undecided");
    const [guard, other] = [complaints, more].map(({ variants }) => variants[1]?.difference);
    assert.ok(guard && other);
    assert.deepEqual([guard.verdict, other.verdict], ["worse", "better"]);
    assert.ok(Math.abs(other.adjusted_p_value - 2 * guard.adjusted_p_value) < 1e-12, "Holm: two secondary metrics");
    assert.equal(guard.adjusted_p_value, guard.p_value);
    assert.deepEqual([decision.action, decision.variant], ["stop", "test"]);
    assert.match(decision.text, /^Test has 700 % more of “Complaints”, which is worse.*: turn it off\.$/);
  });

  test("refuse what they do not have, by its name", async () => {
    await client().expectStatus("feature_flags_create", 201, {
      path: project.path,
      json: { key: "plain", filters: { groups: [] } },
    });
    const refused: readonly (readonly [json: object, attr: string, code?: "required"])[] = [
      [{ feature_flag_key: "plain" }, "feature_flag_key"],
      [{ holdout_id: 3 }, "holdout_id"],
      [{ stats_config: { method: "bayesian" } }, "stats_config"],
      [{ end_date: END }, "end_date"],
      [{ start_date: "1960-01-01T00:00:00Z" }, "start_date"],
      [{ metrics: [mean({ event: "x", math: "hogql" })] }, "metrics__0__source__math"],
      [{ metrics: [mean({ event: "x", math: "sum" })] }, "metrics__0__source__math_property", "required"],
      [{ metrics: [mean({ kind: "ActionsNode", id: 999 })] }, "metrics__0__source__id"],
      [{ metrics: [{ metric_type: "funnel" }] }, "metrics__0__series", "required"],
      [{ metrics: [{ metric_type: "retention" }] }, "metrics__0__metric_type"],
      [{ metrics: [mean({ event: "x" }, { ignore_zeros: true })] }, "metrics__0__ignore_zeros"],
      [{ metrics: [{ metric_type: "funnel", series: [{ event: "x", math: "dau" }] }] }, "metrics__0__series__0__math"],
    ];
    const post = (json: object) => ({
      path: project.path,
      json: { name: "x", feature_flag_key: "form", ...json } as never,
    });
    for (const [json, attr, code = "invalid_input"] of refused) {
      await client().expectError("experiments_create", [400, code, attr], post(json));
    }
    const made = await client().expectStatus("experiments_create", 201, post({}));
    const variants = ["a", "b"].map((key) => ({ key, rollout_percentage: 50 }));
    const attr = "parameters__feature_flag_variants";
    const parameters = { feature_flag_variants: variants };
    await client().expectError("experiments_create", [400, "invalid_input", attr], post({ parameters }));
    const patch = { ...one(made), json: { parameters } };
    await client().expectError("experiments_partial_update", [400, "invalid_input", attr], patch);
    const key = { ...one(made), json: { feature_flag_key: "other" } as never };
    await client().expectError("experiments_partial_update", [400, "invalid_input", "feature_flag_key"], key);
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
