import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Body } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

type Cohort = Body<"cohorts_create", 201>;

const own = sharedServer("cohorts");
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const did = (event: string, distinct_id: string, days: number, properties: object = {}): SentEvent => {
  return { event, distinct_id, timestamp: ago(days), properties: { ...properties } };
};
const plan = (distinct_id: string, value: string): SentEvent => did("$set", distinct_id, 80, { $set: { plan: value } });
const EVENTS = [
  plan("ann", "pro"),
  plan("bob", "free"),
  plan("eve", "pro"),
  did("book", "ann", 3, { price: 5 }),
  did("book", "ann", 2),
  did("book", "ann", 1),
  did("pay", "ann", 2.5),
  did("book", "bob", 40),
  did("book", "eve", 20),
  did("pay", "eve", 21),
];
const person = (key: string, value: unknown, more: object = {}) => ({ type: "person", key, value, ...more });
const behavior = (key: unknown, value: string, more: object = {}) => ({
  ...{ type: "behavioral", key, value, time_value: 30, time_interval: "day" },
  ...more,
});
const often = (operator: string, operator_value: number, more: object = {}) =>
  behavior("book", "performed_event_multiple", { operator, operator_value, ...more });

describe("cohorts", needs("settings"), () => {
  let project: AskedProject;
  const post = async (json: object): Promise<Cohort> =>
    own().client.expectStatus("cohorts_create", 201, { path: project.path, json: json as never });
  const of = (...values: object[]) => post({ name: "Cohort", filters: { properties: { type: "AND", values } } });
  const one = ({ id }: Cohort) => ({ path: { ...project.path, id: String(id) } });
  async function membersOf(cohort: Cohort): Promise<string[]> {
    const { results, count } = await own().client.expectStatus("cohorts_persons_list", 200, one(cohort));
    assert.equal(results.length, count);
    return results.flatMap(({ distinct_ids }) => distinct_ids).toSorted();
  }

  test("have those who meet conditions on properties, on what they did, and on other cohorts", async () => {
    project = await AskedProject.create(own(), {}, EVENTS);
    const action = await own().client.expectStatus("actions_create", 201, {
      path: project.path,
      json: { name: "Pays", steps: [{ event: "pay" }] },
    });
    const pro = await of(person("plan", "pro"));
    const nested = await of({ type: "cohort", key: "id", value: pro.id }, often("lt", 2));
    const cases: readonly (readonly [members: string[], cohort: Cohort])[] = [
      [["ann", "eve"], pro],
      [["bob"], await of(person("plan", "pro", { negation: true }))],
      [["bob"], await of(person("plan", "pro", { operator: "is_not" }))],
      [["eve"], nested],
      [["bob"], await of({ type: "cohort", key: "id", value: String(pro.id), operator: "not_in" })],
      [["ann", "bob"], await of({ type: "cohort", key: "id", value: nested.id, negation: true })],
      [["ann", "eve"], await of(behavior("book", "performed_event"))],
      [["ann", "bob", "eve"], await of(behavior("book", "performed_event", { explicit_datetime: "-60d" }))],
      [["ann"], await of(behavior("book", "performed_event", { event_filters: [{ key: "price", value: 5 }] }))],
      [["bob"], await of(behavior("book", "performed_event", { negation: true }))],
      [["ann", "eve"], await of(behavior(action.id, "performed_event", { event_type: "actions" }))],
      [["ann"], await of(often("gte", 2))],
      [["eve"], await of(often("lte", 1))],
      [["ann"], await of(often("exact", 3, { time_value: "1", time_interval: "week" }))],
      [["ann", "eve"], await of(behavior("book", "performed_event_first_time"))],
      [["ann"], await of(sequence("pay", "book", 13, "hour"))],
      [["ann", "eve"], await of(sequence("pay", "book", 2, "week"))],
      [["ann"], await of(sequence("book", "pay", 1))],
      [["ann"], await of(sequence("book", "book", 2))],
      [
        ["eve"],
        await of(behavior("book", "stopped_performing_event", { seq_time_value: 10, seq_time_interval: "day" })),
      ],
      [["ann"], await of(person("plan", "pro"), often("gt", 1))],
    ];
    for (const [index, [members, cohort]] of cases.entries()) {
      assert.deepEqual(await membersOf(cohort), members, `${index}: ${JSON.stringify(cohort.filters)}`);
    }
    const either = { type: "OR", values: [{ type: "AND", values: [person("plan", "free")] }, often("gte", 3)] };
    assert.deepEqual(await membersOf(await post({ name: "x", filters: { properties: either } })), ["ann", "bob"]);
    const groups = [
      { properties: [{ type: "person", key: "plan", value: "free" }] },
      { event_id: "book", days: 30, count: 3, count_operator: "eq" },
    ];
    const legacy = await post({ name: "x", groups });
    assert.deepEqual([await membersOf(legacy), legacy.groups], [["ann", "bob"], []]);
  });

  const sequence = (key: string, seq_event: string, seq_time_value: number, seq_time_interval = "day") =>
    behavior(key, "performed_event_sequence", { seq_event, seq_time_value, seq_time_interval });

  test("are counted, paged, changed, and deleted", async () => {
    const { client } = own();
    const cohort = await of(person("plan", "pro"));
    const { id, created_at, created_by, updated_at, updated_by, filters, ...rest } = cohort;
    const named = { name: "Cohort", description: "", groups: [], is_static: false, deleted: false, count: null };
    const counted = { is_calculating: false, last_calculation: null, errors_calculating: 0, version: 1 };
    assert.deepEqual(rest, { ...named, ...counted });
    const read = await client.expectStatus("cohorts_retrieve", 200, one(cohort));
    assert.equal(read.count, 2);
    const { results } = await client.expectStatus("cohorts_list", 200, { path: project.path, query: { limit: 1 } });
    assert.deepEqual([results[0]?.id, results[0]?.count], [id, 2]);
    const page = await client.expectStatus("cohorts_persons_list", 200, { ...one(cohort), query: { limit: 1 } });
    assert.deepEqual([page.results.length, page.count, page.next === null], [1, 2, false]);
    const free = { properties: { type: "AND", values: [person("plan", "free")] } };
    const json = { filters: free, version: 1 } as never;
    const changed = await client.expectStatus("cohorts_partial_update", 200, { ...one(cohort), json });
    assert.deepEqual([changed.version, await membersOf(changed)], [2, ["bob"]]);
    const properties = JSON.stringify([
      { type: "cohort", key: "id", value: id },
      { key: "plan", value: "free" },
    ]);
    const listed = await client.expectStatus("persons_list", 200, { path: project.path, query: { properties } });
    assert.deepEqual(
      listed.results.flatMap(({ distinct_ids }) => distinct_ids),
      ["bob"],
    );
    await client.expectStatus("cohorts_destroy", 204, one(cohort));
    await client.expectError("cohorts_persons_list", [404, "not_found", null], one(cohort));
  });

  test("filter and divide every kind of question", async () => {
    const pro = await of(person("plan", "pro"));
    const regulars = await post({
      name: "Regulars",
      filters: { properties: { type: "AND", values: [often("gte", 2)] } },
    });
    const isIn = { type: "cohort", key: "id", value: pro.id, operator: "in" };
    const [inside, outside] = [[isIn], [{ ...isIn, operator: "not_in" }]];
    const book = { event: "book" };
    const dateRange = { date_from: "-90d" };
    const trends = { kind: "TrendsQuery", series: [book], dateRange, trendsFilter: { display: "BoldNumber" } };
    type Figure = { readonly aggregated_value: number; readonly label: string; readonly breakdown_value: unknown };
    const figures = async (more: object) => {
      const results = await project.ask<Figure[]>({ ...trends, ...more });
      return results.map(({ aggregated_value, label, breakdown_value }) => [label, aggregated_value, breakdown_value]);
    };
    assert.deepEqual(await figures({ properties: inside }), [["book", 4, undefined]]);
    assert.deepEqual(await figures({ properties: outside }), [["book", 1, undefined]]);
    const breakdown = [pro.id, regulars.id, "all"];
    const breakdownFilter = { breakdown_type: "cohort", breakdown };
    const expected = [
      ["All persons", 5, "all"],
      ["Cohort", 4, pro.id],
      ["Regulars", 3, regulars.id],
    ];
    assert.deepEqual(await figures({ breakdownFilter }), expected);
    const behind = { kind: "InsightActorsQuery", source: { ...trends, breakdownFilter }, breakdown: String(pro.id) };
    const actors = await project.ask<unknown[]>({ kind: "ActorsQuery", select: ["event_count"], source: behind });
    assert.deepEqual(actors, [[3], [1]]);
    const funnel = { kind: "FunnelsQuery", series: [{ event: "pay" }, book], dateRange };
    type Step = { readonly count: number; readonly breakdown_value?: unknown };
    const steps = await project.ask<Step[]>({ ...funnel, properties: inside });
    assert.deepEqual(
      steps.map(({ count }) => count),
      [2, 2],
    );
    const divided = await project.ask<Step[][]>({ ...funnel, breakdownFilter });
    const counts = divided.map((of) => [of[0]?.breakdown_value, ...of.map(({ count }) => count)]);
    assert.deepEqual(
      counts.toSorted(),
      [
        ["all", 2, 2],
        [pro.id, 2, 2],
        [regulars.id, 1, 1],
      ].toSorted(),
    );
    const retentionFilter = { targetEntity: { id: "book" }, returningEntity: { id: "book" }, period: "Month" };
    type Interval = { readonly values: readonly { readonly count: number }[] };
    const retention = await project.ask<Interval[]>({ kind: "RetentionQuery", retentionFilter, properties: outside });
    assert.equal(
      retention.reduce((sum, { values }) => sum + (values[0]?.count ?? 0), 0),
      1,
    );
    const sums = async (kind: string) => {
      const results = await project.ask<{ readonly data: readonly number[]; readonly status?: string }[]>({
        ...{ kind, series: [book], dateRange, properties: inside, interval: "month" },
      });
      return results
        .filter(({ status = "new" }) => status === "new")
        .flatMap(({ data }) => data)
        .reduce((a, b) => a + b, 0);
    };
    assert.deepEqual([await sums("LifecycleQuery"), await sums("StickinessQuery")], [2, 2]);
    const paths = { kind: "PathsQuery", dateRange, properties: outside, pathsFilter: { includeEventTypes: [] } };
    assert.deepEqual(await project.ask(paths), []);
    const select = { kind: "EventsQuery", select: ["count()"], after: "all", event: "book" };
    assert.deepEqual(await project.ask({ ...select, properties: inside }), [[4]]);
    const isRegular = { ...isIn, value: regulars.id };
    assert.deepEqual(await project.ask({ ...select, properties: [isRegular] }), [[3]]);
    const [step] = await project.ask<Step[]>({
      ...funnel,
      properties: { type: "OR", values: [{ type: "AND", values: inside }] },
    });
    assert.equal(step?.count, 2);
  });

  test("may have persons who are added, and stay when they are merged, but not when they are erased", async () => {
    const { client } = own();
    const cohort = await post({ name: "Guests", is_static: true });
    const add = (json: object) =>
      client.expectStatus("cohorts_persons_add", 200, { ...one(cohort), json: json as never });
    assert.equal((await client.expectStatus("cohorts_retrieve", 200, one(cohort))).count, 0);
    assert.equal((await add({ distinct_ids: ["ann", "nobody"] })).count, 1);
    assert.equal((await add({ csv: 'email,distinct_id\n"x, y",bob\nz,"ann"\n' })).count, 2);
    const { results } = await client.expectStatus("persons_list", 200, {
      path: project.path,
      query: { distinct_id: "eve" },
    });
    const eve = results[0]?.uuid ?? "";
    assert.equal((await add({ person_ids: [eve] })).count, 3);
    const removed = { ...one(cohort), json: { person_id: eve } };
    assert.equal((await client.expectStatus("cohorts_person_remove", 200, removed)).count, 2);
    assert.deepEqual(await membersOf(cohort), ["ann", "bob"]);
    const isIn = [{ type: "cohort", key: "id", value: cohort.id }];
    const select = { kind: "EventsQuery", select: ["count()"], after: "all", event: "book", properties: isIn };
    assert.deepEqual(await project.ask(select), [[4]]);
    const conditions = { filters: { properties: { type: "AND", values: [person("a", "b")] } } } as never;
    await client.expectError("cohorts_partial_update", [400, "invalid_input", "filters"], {
      ...one(cohort),
      json: conditions,
    });
    const [bob] = (
      await client.expectStatus("persons_list", 200, { path: project.path, query: { distinct_id: "bob" } })
    ).results;
    await client.expectStatus("persons_destroy", 202, { path: { ...project.path, id: bob?.uuid ?? "" } });
    await eventually("bob is erased", async () => JSON.stringify(await membersOf(cohort)) === '["ann"]');
    const dynamic = await of(person("plan", "pro"));
    const refused = { ...one(dynamic), json: { distinct_ids: ["ann"] } };
    await client.expectError("cohorts_persons_add", [400, "invalid_input", null], refused);
  });

  test("are refused with the field that is wrong, and not removed while something uses them", async () => {
    const { client } = own();
    const pro = await of(person("plan", "pro"));
    const user = await of({ type: "cohort", key: "id", value: pro.id });
    const at = "filters__properties__values__0__";
    const refusals: readonly [code: string, attr: string, values: object[]][] = [
      ["required", "filters", []],
      ["invalid_input", `${at}value`, [{ type: "cohort", key: "id", value: 999_999 }]],
      ["invalid_input", `${at}value`, [person("a", "x", { operator: "gt" })]],
      ["invalid_input", `${at}operator`, [person("a", "x", { operator: "in" })]],
      ["invalid_input", `${at}value`, [behavior("book", "performed_event_regularly")]],
      ["invalid_input", `${at}operator_value`, [behavior("book", "performed_event_multiple", { operator: "gte" })]],
      ["invalid_input", `${at}key`, [behavior(999_999, "performed_event", { event_type: "actions" })]],
      ["invalid_input", `${at}explicit_datetime`, [behavior("a", "performed_event", { explicit_datetime: "soon" })]],
    ];
    for (const [code, attr, values] of refusals) {
      const json = { name: "Wrong", filters: { properties: { type: "AND", values } } } as never;
      await client.expectError("cohorts_create", [400, code, attr], { path: project.path, json });
    }
    const circle = {
      filters: { properties: { type: "AND", values: [{ type: "cohort", key: "id", value: user.id }] } },
    };
    const circular = { ...one(pro), json: circle as never };
    await client.expectError("cohorts_partial_update", [400, "invalid_input", `${at}value`], circular);
    await client.expectError("cohorts_destroy", [409, "conflict", null], one(pro));
    for (const json of [{ deleted: true }, { name: "Stale", version: pro.version + 1 }]) {
      await client.expectError("cohorts_partial_update", [409, "conflict"], { ...one(pro), json });
    }
    await client.expectStatus("cohorts_destroy", 204, one(user));
    await client.expectStatus("cohorts_destroy", 204, one(pro));
    const query = { kind: "TrendsQuery", series: [{}], properties: [{ type: "cohort", key: "id", value: pro.id }] };
    const asked = { path: project.path, json: { query } as never };
    await client.expectError("query_create", [400, "invalid_input", "query__properties__0__value"], asked);
  });
});
