import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Body } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";

type Action = Body<"actions_create", 201>;

const own = sharedServer("actions");
const dateRange = { date_from: "2026-09-01", date_to: "2026-09-03" };

/** As posthog-js sends it: the innermost element first, classes and attributes in the order of their names. */
const CHAIN =
  'a.book.md:flex:attr__class="book md:flex"attr__data-attr="go"attr__href="/bikes;1"attr_id="first"' +
  'href="/bikes;1"nth-child="2"nth-of-type="1"text="Book \\"now\\""attr__id="first";' +
  'div.card.open:attr__class="card open"nth-child="1"nth-of-type="1"text="Bike";' +
  'body:nth-child="2"nth-of-type="1"';

const at = (day: number) => `2026-09-0${day}T12:00:00Z`;
const click: SentEvent = {
  event: "$autocapture",
  distinct_id: "ann",
  timestamp: at(1),
  properties: { $elements_chain: CHAIN, $current_url: "https://fjord.example/Bikes?page=2", plan: "pro" },
};
const booked: SentEvent = { event: "bike_booked", distinct_id: "bob", timestamp: at(2), properties: { plan: "free" } };
const paid: SentEvent = { event: "paid", distinct_id: "ann", timestamp: at(3) };
const elsewhere: SentEvent = { ...click, distinct_id: "eve", properties: { $elements_chain: "button:nth-child='1'" } };

async function newAction(project: AskedProject, steps: readonly object[], name = "Books"): Promise<Action> {
  const json = { name, steps: steps as Action["steps"] };
  return own().client.expectStatus("actions_create", 201, { path: project.path, json: json as never });
}

const pathOf = ({ path }: AskedProject, { id }: Action) => ({ path: { ...path, id: String(id) } });

describe("actions", needs("settings"), () => {
  let project: AskedProject;

  test("are created, changed and deleted", async () => {
    const { client } = own();
    project = await AskedProject.create(own(), {}, [click, booked, paid, elsewhere]);
    const steps = [{ event: "bike_booked" }, { event: "$autocapture", selector: ".book" }];
    const { id, created_at, created_by, updated_at, updated_by, ...rest } = await newAction(project, steps);
    const named = { name: "Books", description: "", tags: [], deleted: false, is_action: true, version: 1 };
    assert.deepEqual(rest, { ...named, steps, post_to_slack: false });
    const one = { path: { ...project.path, id: String(id) } };
    const change = (json: object) =>
      client.expectStatus("actions_partial_update", 200, { ...one, json: json as never });
    assert.equal((await change({ name: "Books a bike", tags: ["shop"] })).version, 2);
    const search = async (text: string) =>
      (await client.expectStatus("actions_list", 200, { path: project.path, query: { search: text } })).count;
    assert.deepEqual([await search("SHOP"), await search("bikes")], [1, 0]);
    assert.equal((await change({ post_to_slack: false })).post_to_slack, false);
    const post = { ...one, json: { post_to_slack: true } as never };
    await client.expectError("actions_partial_update", [400, "invalid_input", "post_to_slack"], post);
    for (const step of [{ url: "+".repeat(600) }, { text: "%".repeat(990), text_matching: "contains" }]) {
      const long = { ...one, json: { steps: [step] } as never };
      await client.expectError(
        "actions_partial_update",
        [400, "invalid_input", `steps__0__${Object.keys(step)[0]}`],
        long,
      );
    }
    const ofPro = { filters: { properties: { type: "AND", values: [{ type: "person", key: "plan", value: "pro" }] } } };
    const cohort = await client.expectStatus("cohorts_create", 201, {
      path: project.path,
      json: { name: "Pro", ...ofPro } as never,
    });
    const used = { path: { ...project.path, id: String(cohort.id) } };
    const inCohort = { key: "id", type: "cohort", value: cohort.id };
    await change({ steps: [{ event: "paid", properties: [inCohort] }] });
    await client.expectError("cohorts_destroy", [409, "conflict", null], used);
    await change({ steps });
    await client.expectStatus("cohorts_destroy", 204, used);
    await change({ deleted: true });
    await client.expectError("actions_retrieve", [404, "not_found", null], one);
    await change({ deleted: false });
    await client.expectStatus("actions_destroy", 204, one);
    await client.expectError("actions_partial_update", [404, "not_found", null], { ...one, json: { deleted: false } });
  });

  test("match events by name, address, element and properties", async () => {
    const cases: readonly (readonly [count: number, ...steps: object[]])[] = [
      [0],
      [1, { event: "bike_booked" }],
      [2, { event: "bike_booked" }, { event: "paid" }],
      [4, {}],
      [1, { url: "fjord.example/B%page" }],
      [0, { url: "fjord.example/b" }],
      [1, { url: "^https://[^/]*/Bikes", url_matching: "regex" }],
      [1, { url: "https://fjord.example/Bikes?page=2", url_matching: "exact" }],
      [0, { url: "fjord.example", url_matching: "exact" }],
      [1, { event: "$autocapture", properties: [{ key: "plan", value: "pro" }] }],
      [1, { properties: [{ key: "plan", value: ["free"] }] }],
      [1, { text: 'Book "now"' }],
      [1, { text: "Bike" }],
      [0, { text: "bike" }],
      [1, { text: "bik", text_matching: "contains" }],
      [1, { text: "^B.ke$", text_matching: "regex" }],
      [1, { href: "/bikes;1" }],
      [1, { href: "BIKES", href_matching: "contains" }],
      [0, { href: "^bikes", href_matching: "regex" }],
      [1, { tag_name: "div" }],
      [1, { tag_name: "button" }],
      [0, { tag_name: "di" }],
    ];
    const actions: Action[] = [];
    for (const [, ...steps] of cases) actions.push(await newAction(project, steps));
    const counts = await countsOf(actions);
    assert.deepEqual(
      counts,
      cases.map(([count]) => count),
    );
  });

  test("match elements by CSS selectors", async () => {
    const cases: readonly (readonly [isMatch: boolean, selector: string])[] = [
      ...["a", ".book", "a.md\\:flex.book", "#first", "a#first", '[data-attr="go"]', "a[data-attr=go].book"].map(
        (selector) => [true, selector] as const,
      ),
      ...["div a", "div > a", "body a", "body > .card > a", "*", "div.open.card", "a:nth-child(2)"].map(
        (selector) => [true, selector] as const,
      ),
      ...['[href="/bikes;1"][id="first"]', ".card .book:nth-of-type(1)", "[data-attr]"].map(
        (selector) => [true, selector] as const,
      ),
      ...["b", ".boo", ".card.book", "body > a", "a div", "a:nth-child(1)", "#firs", '[data-attr="g"]', "car"].map(
        (selector) => [false, selector] as const,
      ),
    ];
    const actions: Action[] = [];
    for (const [, selector] of cases) actions.push(await newAction(project, [{ event: "$autocapture", selector }]));
    const isMatch = (await countsOf(actions)).map((count, index) => [count > 0, cases[index]?.[1]]);
    assert.deepEqual(isMatch, cases);
  });

  /** A question has up to 20 series. */
  async function countsOf(actions: readonly Action[]): Promise<number[]> {
    const counts: number[] = [];
    for (let start = 0; start < actions.length; start += 20) {
      const series = actions.slice(start, start + 20).map(({ id }) => ({ kind: "ActionsNode", id }));
      const trendsFilter = { display: "BoldNumber" };
      const query = { kind: "TrendsQuery", series, dateRange, trendsFilter };
      const results = await project.ask<{ readonly aggregated_value: number }[]>(query);
      counts.push(...results.map(({ aggregated_value }) => aggregated_value));
    }
    return counts;
  }

  test("count as events in every kind of question, and in what is behind a number", async () => {
    const action = await newAction(project, [{ event: "bike_booked" }, { event: "$autocapture", selector: ".book" }]);
    const node = { kind: "ActionsNode", id: action.id };
    const trends = { kind: "TrendsQuery", series: [{ ...node, math: "dau" }], dateRange };
    const [shown] =
      await project.ask<{ readonly action: object; readonly label: string; readonly data: unknown }[]>(trends);
    const named = { id: action.id, type: "actions", order: 0, name: "Books", math: "dau" };
    assert.deepEqual([shown?.action, shown?.label, shown?.data], [named, "Books", [1, 1, 0]]);
    const framed = await project.ask<unknown[]>({ kind: "InsightVizNode", source: trends });
    assert.deepEqual(framed, [shown]);
    const funnel = { kind: "FunnelsQuery", series: [node, { event: "paid" }], dateRange };
    const steps = await project.ask<{ readonly count: number }[]>(funnel);
    assert.deepEqual(
      steps.map(({ count }) => count),
      [2, 1],
    );
    const excluding = { ...funnel, series: [{ event: "$autocapture" }, { event: "paid" }] };
    const exclusions = [{ ...node, funnelFromStep: 0, funnelToStep: 1 }];
    const [, kept] = await project.ask<{ readonly count: number }[]>({ ...excluding, funnelsFilter: { exclusions } });
    assert.equal(kept?.count, 1, "the click itself is before, not between");
    const entity = { type: "actions", id: action.id };
    const retentionFilter = { targetEntity: entity, returningEntity: { id: "paid" }, totalIntervals: 3 };
    const retention = { kind: "RetentionQuery", retentionFilter, dateRange };
    const [first] = await project.ask<{ readonly values: readonly { readonly count: number }[] }[]>(retention);
    assert.deepEqual(
      first?.values.map(({ count }) => count),
      [1, 0, 1],
    );
    const lifecycle = await project.ask<{ readonly data: unknown }[]>({
      kind: "LifecycleQuery",
      series: [node],
      dateRange,
    });
    assert.deepEqual(lifecycle[0]?.data, [1, 1, 0]);
    const stickiness = { kind: "StickinessQuery", series: [node], dateRange };
    const [stuck] = await project.ask<{ readonly data: readonly number[] }[]>(stickiness);
    assert.deepEqual(stuck?.data, [2, 0, 0]);
    const events = { kind: "EventsQuery", select: ["event"], actionId: action.id, after: "all", orderBy: ["event"] };
    assert.deepEqual(await project.ask(events), [["$autocapture"], ["bike_booked"]]);
    const source = { kind: "InsightActorsQuery", source: trends, day: "2026-09-02" };
    assert.deepEqual(await project.ask({ kind: "ActorsQuery", select: ["event_distinct_ids"], source }), [[["bob"]]]);
  });

  test("are not removed while a question needs them, and a question without its action says so", async () => {
    const { client } = own();
    const action = await newAction(project, [{ event: "paid" }]);
    const query = { kind: "TrendsQuery", series: [{ kind: "ActionsNode", id: action.id }], dateRange };
    const json = { name: "Payments", query } as never;
    const saved = await client.expectStatus("insights_create", 201, { path: project.path, json });
    const refused = [409, "conflict", null] as const;
    const { body } = await client.request("actions_destroy", pathOf(project, action));
    assert.match(JSON.stringify(body), new RegExp(`Payments \\(${saved.short_id}\\)`));
    await client.expectError("actions_destroy", refused, pathOf(project, action));
    const hide = { ...pathOf(project, action), json: { deleted: true } };
    await client.expectError("actions_partial_update", refused, hide);
    await client.expectStatus("insights_destroy", 204, { path: { ...project.path, id: saved.short_id } });
    await client.expectStatus("actions_destroy", 204, pathOf(project, action));
    const ask = (asked: object, attr: string) =>
      client.expectError("query_create", [400, "invalid_input", attr], {
        path: project.path,
        json: { query: asked } as never,
      });
    await ask(query, "query__series__0__id");
    await ask({ kind: "InsightVizNode", source: query }, "query__source__series__0__id");
    const other = await AskedProject.create(own(), {});
    const foreign = await newAction(other, [{ event: "paid" }]);
    await ask({ ...query, series: [{ kind: "ActionsNode", id: foreign.id }] }, "query__series__0__id");
  });

  test("are refused with the field that cannot be compared", async () => {
    const refusals: readonly [attr: string, json: object][] = [
      ["name", { name: "x".repeat(401) }],
      ["steps", { steps: Array.from({ length: 21 }, () => ({ event: "x" })) }],
      ["steps__0__url", { steps: [{ url: "(", url_matching: "regex" }] }],
      ["steps__1__selector", { steps: [{}, { selector: "button:hover" }] }],
      ["steps__0__selector", { steps: [{ selector: "a >" }] }],
      ["steps__0__properties__0__value", { steps: [{ properties: [{ key: "a", operator: "gt", value: "x" }] }] }],
      ["steps__0__xpath", { steps: [{ xpath: "//a" }] }],
    ];
    for (const [attr, fields] of refusals) {
      const options = { path: project.path, json: { name: "Wrong", ...fields } as never };
      const { status, body } = await own().client.request("actions_create", options);
      assert.deepEqual([status, (body as { attr: string }).attr], [400, attr]);
    }
    const query = { kind: "TrendsQuery", series: [{ kind: "ActionsNode" }] } as never;
    const options = { path: project.path, json: { query } as never };
    await own().client.expectError("query_create", [400, "required", "query__series__0__id"], options);
  });
});
