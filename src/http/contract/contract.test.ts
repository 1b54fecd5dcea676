import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { describeFault } from "../../lib/describe-fault.ts";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import { findProblem, Problem } from "../../lib/problem.ts";
import { loadContract } from "./contract.ts";
import type { OperationId } from "./operation-types.ts";
import { OPERATIONS } from "./routes.ts";

const contract = await loadContract({ validatesReplies: true });

const event = { event: "e", distinct_id: "d" };
const seventeen = Array.from({ length: 17 }, () => event);

const bodies: [id: OperationId, body: unknown, code: string | null, attr?: string][] = [
  ["capture", event, null],
  ["capture", {}, null],
  ["capture", { event: null, distinct_id: null, properties: null, timestamp: null, uuid: null, $set: null }, null],
  ["capture", JSON.parse('{"event": "e", "properties": {"__proto__": 1}, "__proto__": 2}'), null],
  ["capture", { ...event, $unset: ["a"] }, null],
  ["capture", { ...event, $unset: { a: 1 } }, null],
  ["capture", [], "invalid_input"],
  ["capture", null, "null"],
  ["capture", "text", "invalid_input"],
  ["capture", { event: 5 }, "invalid_input", "event"],
  ["capture", { event: {} }, "invalid_input", "event"],
  ["capture", { distinct_id: [] }, "invalid_input", "distinct_id"],
  ["capture", { properties: [] }, "invalid_input", "properties"],
  ["capture", { uuid: "not a uuid" }, null],
  ["capture", { $set: "a" }, "invalid_input", "$set"],
  ["capture", { $unset: 5 }, "invalid_input", "$unset"],
  ["capture", { api_key: null }, "null", "api_key"],
  ["capture", { api_key: 5 }, "invalid_input", "api_key"],
  ["batch", { batch: [] }, null],
  ["batch", {}, "required", "batch"],
  ["batch", { batch: null }, "null", "batch"],
  ["batch", { batch: {} }, "invalid_input", "batch"],
  ["batch", { batch: [...seventeen, { event: 5 }] }, "invalid_input", "batch__17__event"],
  ["batch", { batch: [...seventeen, "e"] }, "invalid_input", "batch__17"],
  ["batch", { batch: [null] }, "null", "batch__0"],
  ["batch", { batch: [{ properties: 1 }] }, "invalid_input", "batch__0__properties"],
  ["decide", { distinct_id: "d" }, null],
  ["decide", { distinct_id: 5 }, null],
  ["decide", {}, "required", "distinct_id"],
  ["decide", { distinct_id: "" }, "blank", "distinct_id"],
  ["decide", { distinct_id: null }, "null", "distinct_id"],
  ["decide", { distinct_id: "d", groups: { company: {} } }, "invalid_input", "groups__company"],
  ["decide", { distinct_id: "d", groups: { "a/b~c": {} } }, "invalid_input", "groups__a/b~c"],
  ["decide", { distinct_id: "d", group_properties: { company: 1 } }, "invalid_input", "group_properties__company"],
  ["invites_create", { target_email: "a@example.com" }, null],
  ["invites_create", {}, "required", "target_email"],
  ["invites_create", { target_email: "a" }, "invalid_input", "target_email"],
  ["invites_create", { target_email: `${"a".repeat(250)}@example.com` }, "max_length", "target_email"],
  ["invites_create", { target_email: "a@example.com", first_name: "x".repeat(31) }, "max_length", "first_name"],
  ["invites_create", { target_email: "a@example.com", first_name: null }, "null", "first_name"],
  ["invites_bulk_create", [{ target_email: "a@example.com" }], null],
  ["invites_bulk_create", { target_email: "a@example.com" }, null],
  ["invites_bulk_create", [{ target_email: "a@example.com" }, {}], "required", "1__target_email"],
  ["invites_bulk_create", [{ target_email: "a" }], "invalid_input", "0__target_email"],
  ["invites_bulk_create", { first_name: "A" }, "required", "target_email"],
  ["invites_bulk_create", Array.from({ length: 21 }, () => ({ target_email: "a@example.com" })), "max_length"],
  ["invites_bulk_create", "a@example.com", "invalid_input"],
];

for (const [id, body, code, attr] of bodies) {
  test(`${id} of ${JSON.stringify(body).slice(0, 80)} is ${code ?? "right"}${attr ? `: ${attr}` : ""}`, () => {
    const found = findProblem(() => contract.checkBody(id, body));
    assert.deepEqual([found?.code ?? null, found?.attr], [code, attr], found?.message);
    if (found) assert.match(found.message, /^[^\n]+\.$/);
  });
}

const sentences: [id: OperationId, body: unknown, detail: string][] = [
  ["invites_create", { target_email: "a" }, "target_email must be a valid e-mail address."],
  ["invites_create", { target_email: 5 }, "target_email must be a text."],
  ["invites_bulk_create", Array(21).fill({ target_email: "a@b.c" }), "The body must have at most 20 items."],
  ["projects_create", { name: "" }, "name must not be empty."],
  ["projects_create", { name: "x".repeat(201) }, "name must have at most 200 characters."],
  ["projects_create", { name: " " }, "name must not be blank or have control characters."],
  ["projects_partial_update", { week_start_day: 7 }, "week_start_day must be at most 1."],
  ["projects_partial_update", { week_start_day: 0.5 }, "week_start_day must be a whole number."],
  ["projects_partial_update", { event_retention_seconds: -1 }, "event_retention_seconds must be at least 0."],
  ["capture", { event: 5 }, "event must be a text or null."],
  ["feature_flags_partial_update", { version: 1, active: "yes" }, "active must be true or false."],
  [
    "feature_flags_partial_update",
    { version: 1, key: "new checkout" },
    "key must have only letters, digits, -, _, ., : and /.",
  ],
  [
    "query_create",
    { query: { kind: "RetentionQuery", retentionFilter: { timeWindowMode: "x" } } },
    "query__retentionFilter__timeWindowMode must be one of strict_calendar_dates, 24_hour_windows, null.",
  ],
  ["event_schemas_create", { event: "a", schema: {}, mode: "x" }, "mode must be one of warn, refuse."],
];
for (const [id, body, detail] of sentences) {
  test(`a refusal is a sentence: ${detail}`, () => {
    assert.equal(findProblem(() => contract.checkBody(id, body))?.message, detail);
  });
}

test("what a pattern asks for is said in words", () => {
  const { schemas } = JSON.parse(readFileSync(COMPLETE_JSON, "utf8")).components;
  const patterns = new Set<string>();
  JSON.stringify(schemas, (name, value: unknown) => {
    if (name === "pattern" && typeof value === "string") patterns.add(value);
    return name === "example" || name === "examples" ? undefined : value;
  });
  assert.ok(patterns.size > 5);
  for (const pattern of patterns) {
    assert.match(describeFault({ keyword: "pattern", params: { pattern } }), /^must [^^$]+$/, pattern);
  }
});

test("a body is not changed by its validation", () => {
  const body = { event: "e", distinct_id: 5, properties: { a: "1" }, extra: [1] };
  const copy = structuredClone(body);
  contract.checkBody("capture", body);
  assert.deepEqual(body, copy);
});

function readQuery(id: string, queryString: string): Record<string, unknown> {
  const operation = OPERATIONS.find((one) => one.id === id) ?? assert.fail(id);
  const params = Object.fromEntries([...operation.path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => [name, "7"]));
  return contract.readQuery({ operation, params }, queryString);
}

test("a query gets its defaults and its types", () => {
  assert.deepEqual(readQuery("decide", ""), { v: 1 });
  assert.deepEqual(readQuery("decide", "v=3"), { v: 3 });
});

test("a path parameter that the contract does not allow is an unknown path", () => {
  const operation = OPERATIONS.find(({ id }) => id === "session_recordings_retrieve") ?? assert.fail();
  const params = { project_id: "7", id: "x".repeat(1000) };
  const found = findProblem(() => contract.readQuery({ operation, params }, ""));
  assert.deepEqual([found?.code, found?.attr], ["not_found", undefined]);
});

for (const v of ["5", "0", "", "x", "1.5", "1e0"]) {
  test(`decide of version ${JSON.stringify(v)} is refused, and the field named`, () => {
    const found = findProblem(() => readQuery("decide", `v=${v}`));
    assert.deepEqual([found?.code, found?.attr], ["invalid_input", "v"]);
  });
}

const replies: [id: OperationId, status: number, type: string | null, body: unknown, faults: RegExp | null][] = [
  ["capture", 200, "application/json", { status: 1 }, null],
  ["capture", 200, "application/json", { status: 2 }, /^\/status /],
  ["capture", 200, "application/json", {}, /status/],
  ["capture", 201, "application/json", { status: 1 }, /^status 201 is not documented$/],
  ["capture", 200, "text/html", undefined, /^content type text\/html is not documented$/],
  ["capture", 200, null, undefined, /not an empty one$/],
  ["invites_destroy", 204, null, undefined, null],
  ["invites_destroy", 204, "application/json", {}, /^content type application\/json is not documented$/],
  ["metrics", 200, "text/plain", undefined, null],
];
for (const [id, status, type, body, faults] of replies) {
  test(`an answer of ${id}: ${status}, ${type}, ${JSON.stringify(body)}`, () => {
    const found = contract.validateReply(id, status, type, body);
    if (faults === null) assert.deepEqual(found, []);
    else assert.match(found.join("; "), faults);
  });
}

const list = "session_recordings_list";
const properties = "session_recordings_properties_retrieve";
const queries: [id: string, query: string, expected: unknown][] = [
  [list, "", { limit: 100, offset: 0 }],
  [list, "limit=10&offset=5", { limit: 10, offset: 5 }],
  [list, "limit=10&unknown=x&__proto__=y", { limit: 10, offset: 0 }],
  [list, "search=&basic=true", { limit: 100, offset: 0 }],
  [list, "search=ada", "invalid_input search"],
  ["events_list", "offset=100", { limit: 100, offset: 100 }],
  ["events_list", "search=ada", "invalid_input search"],
  [list, "limit=10&offset=-5", "invalid_input offset"],
  [list, "limit=1&limit=2", "invalid_input limit"],
  [list, "limit=0x10", "invalid_input limit"],
  [list, "limit=1e1", "invalid_input limit"],
  [list, "limit=", "invalid_input limit"],
  [list, "limit=%201", "invalid_input limit"],
  [list, "limit=%zz", "invalid_input limit"],
  [list, "limit", "invalid_input limit"],
  [properties, "session_ids=a,b&session_ids=c", { session_ids: ["a,b", "c"] }],
  [properties, "session_ids=%5B%22a%22%5D", { session_ids: ['["a"]'] }],
  [properties, "session_ids=a+b%20c%2B", { session_ids: ["a b c+"] }],
  ["health", "x=1", {}],
  ["decide", "v=1&v=2", { v: 1 }],
  ["decide", "v=1e0", "invalid_input v"],
];
for (const [id, queryString, expected] of queries) {
  test(`the query of ${id}: ${queryString || "(empty)"}`, () => {
    try {
      assert.deepEqual(readQuery(id, queryString), expected);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      assert.equal(`${error.code} ${error.attr}`, expected);
    }
  });
}
