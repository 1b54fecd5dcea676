import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { components } from "../../generated/openapi.ts";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { ownServer, sharedServer } from "../support/own-server.ts";
import { SENT_EXCEPTIONS } from "../support/sent-exceptions.ts";

type Issue = components["schemas"]["ErrorTrackingIssue"];

const own = sharedServer("exceptions");
const brief = ownServer(() => ({ ANSWERS_MAX_BYTES: "1024" }));
const exception = (distinct_id: string, time: string, properties: object): SentEvent => ({
  ...{ event: "$exception", distinct_id, timestamp: `2026-03-${time}Z` },
  properties: { ...properties },
});
const frame = (name: string, in_app = true, filename = "https://shop.example/app.js") => ({
  ...{ platform: "web:javascript", filename, function: name, in_app, lineno: 4, colno: 7 },
});
const thrown = (value: string, frames: readonly object[] = [frame("load")], type = "TypeError") => ({
  $exception_list: [{ type, value, mechanism: { handled: true }, stacktrace: { type: "raw", frames } }],
});
const dateRange = { date_from: "2026-03-09", date_to: "2026-03-11" };

describe("exceptions are grouped into issues", needs("settings"), () => {
  let project: AskedProject;
  const ask = (more: object = {}, of = project) =>
    of.ask<Issue[]>({ kind: "ErrorTrackingQuery", dateRange, orderBy: "first_seen", orderDirection: "ASC", ...more });

  before(async () => {
    project = await AskedProject.create(own(), {}, [
      exception("ann", "09T10:00:00", { ...thrown("Cart 7 is gone"), $session_id: "s1", $app_version: "1.4.0" }),
      exception("ann", "09T10:00:05", { ...thrown("Cart 8 is gone"), $session_id: "s1", $browser: "Firefox" }),
      exception("bob", "10T11:00:00", {
        ...thrown("Cart 0xaF is gone"),
        $session_id: "s2",
        $lib: "web",
        release: "1.5",
      }),
      exception("bob", "10T12:00:00", thrown("Cart 7 is gone", [frame("load"), frame("inner"), frame("lib", false)])),
      exception("eva", "11T09:00:00", { ...thrown("Any", [frame("a")]), $exception_fingerprint: "mine" }),
      exception("eva", "11T10:00:00", {
        ...thrown("Other", [frame("b")], "RangeError"),
        $exception_fingerprint: "mine",
      }),
      { event: "$pageview", distinct_id: "ann", timestamp: "2026-03-09T10:00:00Z" },
    ]);
  });

  test("alike are those of one type, message without what varies, and innermost function of the app", async () => {
    const [carts, inner, mine, ...others] = await ask();
    assert.deepEqual(others, []);
    const { id, ...shown } = carts as Issue;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(shown, {
      ...{ name: "TypeError", description: "Cart 0xaF is gone", function: "load", library: "web" },
      ...{ source: "https://shop.example/app.js", status: "active", resolved_at: null },
      ...{ first_seen: "2026-03-09T10:00:00.000Z", last_seen: "2026-03-10T11:00:00.000Z" },
      ...{ first_release: "1.4.0", last_release: "1.5" },
      aggregations: {
        ...{ occurrences: 3, users: 2, sessions: 2 },
        volume_buckets: [2, 1, 0].map((value, day) => ({
          label: `2026-03-${["09", 10, 11][day]}T00:00:00.000Z`,
          value,
        })),
      },
    });
    assert.deepEqual([inner?.function, inner?.aggregations.occurrences], ["inner", 1]);
    assert.deepEqual([mine?.name, mine?.aggregations.occurrences], ["RangeError", 2]);
  });

  test("questions search, filter, order and page", async () => {
    const names = async (more: object) => (await ask(more)).map((issue) => issue.function);
    assert.deepEqual(await names({ searchQuery: "CART" }), ["load", "inner"]);
    assert.deepEqual(await names({ searchQuery: "INNER" }), ["inner"]);
    assert.deepEqual(await names({ properties: [{ key: "$browser", value: "Firefox" }] }), ["load"]);
    const values = [{ type: "AND", values: [{ key: "$app_version", operator: "is_set" }] }];
    assert.deepEqual(await names({ filterGroup: { type: "AND", values } }), ["load"]);
    assert.deepEqual(await names({ orderBy: "occurrences", orderDirection: "DESC", limit: 1 }), ["load"]);
    assert.deepEqual(await names({ limit: 1, offset: 1 }), ["inner"]);
    assert.deepEqual(await names({ dateRange: { date_from: "2026-03-11", date_to: "2026-03-11" } }), ["b"]);
    assert.deepEqual(await names({ dateRange: { date_from: "all" } }), ["load", "inner", "b"]);
    const [all] = await ask({ dateRange: { date_from: "all", date_to: "2026-03-11" }, volumeResolution: 1 });
    assert.deepEqual(all?.aggregations.volume_buckets, [{ label: "2026-03-09T00:00:00.000Z", value: 3 }]);
    const { hasMore, limit, offset } = await project.response({ kind: "ErrorTrackingQuery", dateRange, limit: 1 });
    assert.deepEqual([hasMore, limit, offset], [true, 1, 0]);
  });

  test("one issue has its last event, and its persons", async () => {
    const [{ id = "" } = {}] = await ask();
    const [issue, ...others] = await ask({ issueId: id, withLastEvent: true });
    assert.deepEqual([issue?.id, others], [id, []]);
    assert.ok(issue?.last_event);
    const { properties, ...event } = issue.last_event;
    assert.deepEqual([event.distinct_id, event.timestamp], ["bob", "2026-03-10T11:00:00.000Z"]);
    assert.equal(JSON.parse(properties).$session_id, "s2");
    const source = { kind: "InsightActorsQuery", source: { kind: "ErrorTrackingQuery", issueId: id, dateRange } };
    const select = ["event_distinct_ids", "event_count"];
    const persons = await project.ask({ kind: "ActorsQuery", source, select });
    assert.deepEqual(persons, [
      [["ann"], 2],
      [["bob"], 1],
    ]);
    assert.deepEqual(await ask({ issueId: "00000000-0000-4000-8000-000000000000" }), []);
  });

  test("a resolved issue comes back with a later event, and a suppressed one does not", async () => {
    const { client } = own();
    const late = (at: number) => ({ ...exception("ann", "", thrown("Late")), timestamp: new Date(at).toISOString() });
    const other = await AskedProject.create(own(), {}, [late(Date.now() - 60_000)]);
    const list = async (query: { status?: Issue["status"]; search?: string; limit?: number; offset?: number } = {}) => {
      const page = await client.expectStatus("error_tracking_issues_list", 200, { path: other.path, query });
      return page.results.map(({ status }) => status);
    };
    const [{ id = "" } = {}] = await ask({ dateRange: {} }, other);
    const path = { ...other.path, id };
    const decide = (status: Issue["status"]) =>
      client.expectStatus("error_tracking_issues_partial_update", 200, { path, json: { status } });
    const resolved = await decide("resolved");
    assert.deepEqual([resolved.id, resolved.status], [id, "resolved"]);
    assert.deepEqual([await list(), await list({ status: "active" })], [["resolved"], []]);
    await other.send([late(Date.parse(resolved.resolved_at ?? "") + 1)]);
    const back = await client.expectStatus("error_tracking_issues_retrieve", 200, { path });
    assert.deepEqual([back.status, back.resolved_at], ["active", resolved.resolved_at]);
    assert.equal(back.aggregations.occurrences, 2);
    assert.match(back.last_event?.properties ?? "", /Late/);
    await decide("suppressed");
    assert.deepEqual(await list({ status: "suppressed", search: "LATE" }), ["suppressed"]);
    assert.deepEqual(await list({ search: "early" }), []);
    const { status, resolved_at } = await decide("active");
    assert.deepEqual([status, resolved_at, await list()], ["active", null, ["active"]]);
  });

  test("issues come in pages, and wrong requests are refused", async () => {
    const { client } = own();
    const other = await AskedProject.create(own(), {}, [
      ...["one", "two", "three"].map((name) => ({ event: "$exception", distinct_id: "ann", properties: thrown(name) })),
    ]);
    const page = (offset: number) =>
      client.expectStatus("error_tracking_issues_list", 200, { path: other.path, query: { limit: 2, offset } });
    const [first, last] = [await page(0), await page(2)];
    assert.deepEqual([first.results.length, first.previous, last.results.length, last.next], [2, null, 1, null]);
    assert.equal(new URL(first.next ?? "").search, "?limit=2&offset=2");
    assert.equal(new URL(last.previous ?? "").search, "?limit=2&offset=0");
    const path = { ...other.path, id: first.results[0]?.id ?? "" };
    const json = { status: "archived" } as never;
    await client.expectError("error_tracking_issues_partial_update", [400, "invalid_input", "status"], { path, json });
    await client.expectError("error_tracking_issues_list", [400, "invalid_input", "limit"], {
      ...{ path: other.path, query: { limit: 1001 } },
    });
    for (const id of ["00000000-0000-4000-8000-000000000000", "x"]) {
      await client.expectError("error_tracking_issues_retrieve", [404, "not_found", null], {
        path: { ...other.path, id },
      });
    }
  });

  test("what is larger than answers may be is refused, and lists leave it out", async () => {
    const { client } = brief();
    const properties = thrown(
      "Too deep",
      Array.from({ length: 50 }, () => frame("descend")),
    );
    const { path } = await AskedProject.create(brief(), {}, [{ event: "$exception", distinct_id: "ann", properties }]);
    const { results } = await client.expectStatus("error_tracking_issues_list", 200, { path });
    const one = { path: { ...path, id: results[0]?.id ?? "" } };
    await client.expectError("error_tracking_issues_retrieve", [400, "query_limit_exceeded", null], one);
    const names = Array.from({ length: 20 }, (_, index) => `${"long ".repeat(12)}${index}`);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const named = names.map((event) => ({ event, distinct_id: "ann", timestamp: yesterday, properties: {} }));
    const many = await AskedProject.create(brief(), {}, named);
    await client.expectError("findings_list", [400, "query_limit_exceeded", null], { path: many.path });
  });

  test("anybody's exceptions are answered, whatever they are made of", async () => {
    const list = ($exception_list: unknown) => ({ $exception_list });
    const odd: readonly object[] = [
      ...["text", 7, null, {}, [], [null], [[]], [7, "x"], [{ type: { a: 1 }, value: [1] }]].map(list),
      ...[{ frames: {} }, { frames: [7, null] }, 7].map((stacktrace) => list([{ type: "T", value: 1, stacktrace }])),
      list([{ type: "T", stacktrace: { frames: [{ in_app: "yes", filename: {}, function: [] }] } }]),
      ...[{ $exception_type: "Old", $exception_message: "kind" }, {}, { $exception_fingerprint: { a: 1 } }],
      ...[thrown("\ud83d half"), thrown("'".repeat(5000)), thrown("\u0000<script>", [frame("\ud83d")])],
    ];
    const other = await AskedProject.create(
      own(),
      {},
      odd.map((one) => exception("mallory", "10T10:00:00", one)),
    );
    const issues = await ask({ withLastEvent: true }, other);
    assert.equal(
      issues.reduce((sum, { aggregations }) => sum + aggregations.occurrences, 0),
      odd.length,
    );
    const old = issues.find(({ name }) => name === "Old");
    assert.deepEqual([old?.description, old?.function, old?.source], ["kind", null, null]);
    assert.ok(issues.every(({ name, description }) => name.length <= 200 && (description ?? "").length <= 500));
  });

  for (const [library, properties] of Object.entries(SENT_EXCEPTIONS)) {
    test(`what ${library} sends names the function of the app`, async () => {
      const sent = [7, 8].map((number) =>
        JSON.parse(JSON.stringify(properties).replaceAll("Cart 7", `Cart ${number}`)),
      );
      const other = await AskedProject.create(
        own(),
        {},
        sent.map((one) => exception("ann", "10T10:00:00", one)),
      );
      const [issue, ...others] = await ask({}, other);
      assert.deepEqual(others, []);
      const { name, description, function: at, aggregations, library: lib } = issue as Issue;
      assert.match(name, /^(Cart|Type|Value)Error$/);
      assert.deepEqual([description, at, aggregations.occurrences], ["Cart 8 is gone", "loadCart", 2]);
      assert.equal(lib, library.startsWith("posthog-js") ? "web" : library.split(" ")[0]);
    });
  }
});
