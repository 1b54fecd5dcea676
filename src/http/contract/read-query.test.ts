import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../problem.ts";
import { readQuery } from "./read-query.ts";
import { OPERATIONS } from "./routes.ts";

const list = "session_recordings_list";
const properties = "session_recordings_properties_retrieve";
const queries: [id: string, query: string, expected: unknown][] = [
  [list, "", {}],
  [list, "", {}],
  [list, "limit=10&offset=-5", { limit: "10", offset: "-5" }],
  [list, "limit=10&unknown=x&__proto__=y", { limit: "10" }],
  [list, "limit=1&limit=2", { limit: ["1", "2"] }],
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
  ["decide", "v=1&v=2", { v: "1" }],
  ["decide", "v=1e0", "invalid_input v"],
];
for (const [id, queryString, expected] of queries) {
  test(`the query of ${id}: ${queryString || "(empty)"}`, () => {
    const operation = OPERATIONS.find((one) => one.id === id) ?? assert.fail(id);
    try {
      assert.deepEqual(readQuery(operation, queryString), expected);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      assert.equal(`${error.code} ${error.attr}`, expected);
    }
  });
}
