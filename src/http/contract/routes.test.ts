import assert from "node:assert/strict";
import { test } from "node:test";
import { Routes } from "./routes.ts";

const routes = new Routes<string>();
routes.add("get", "/", "root");
routes.add("post", "/capture/", "capture");
routes.add("get", "/things", "list");
routes.add("post", "/things", "create");
routes.add("get", "/things/special", "special");
routes.add("get", "/things/{id}", "retrieve");
routes.add("delete", "/things/{id}", "destroy");
routes.add("get", "/things/{id}/parts/{part}", "part");
routes.add("get", "/things/{thing}/of/{owner}", "owned");

type Expected = [target: string, params?: Record<string, string>] | { allowed: string[] } | null;

const cases: [method: string, path: string, expected: Expected][] = [
  ["GET", "/", ["root"]],
  ["POST", "/capture/", ["capture"]],
  ["POST", "/capture", ["capture"]],
  ["GET", "/things", ["list"]],
  ["GET", "/things/", ["list"]],
  ["POST", "/things", ["create"]],
  ["GET", "/things/7", ["retrieve", { id: "7" }]],
  ["GET", "/things/7/", ["retrieve", { id: "7" }]],
  ["DELETE", "/things/7", ["destroy", { id: "7" }]],
  ["GET", "/things/special", ["special"]],
  ["GET", "/things/special/", ["special"]],
  ["GET", "/things/specials", ["retrieve", { id: "specials" }]],
  ["GET", "/things/7/parts/8", ["part", { id: "7", part: "8" }]],
  ["GET", "/things/7/of/8", ["owned", { thing: "7", owner: "8" }]],
  ["GET", "/things/a%2Fb", ["retrieve", { id: "a/b" }]],
  ["GET", "/things/a%20%C3%A9+%25", ["retrieve", { id: "a é+%" }]],
  ["GET", "/things/%00", ["retrieve", { id: "\0" }]],
  ["GET", "/things/%E2%82", null],
  ["GET", "/things/%", null],
  ["GET", "/things/%zz", null],
  ["GET", "/things/__proto__", ["retrieve", { id: "__proto__" }]],
  ["GET", "/things/..", ["retrieve", { id: ".." }]],
  ["GET", "/things//", null],
  ["GET", "/things//parts/8", null],
  ["GET", "//things", null],
  ["GET", "/Things", null],
  ["GET", "/thing", null],
  ["GET", "/things/7/parts", null],
  ["GET", "/things/7/parts/8/9", null],
  ["GET", "/capture//", null],
  ["GET", "", ["root"]],
  ["PUT", "/things", { allowed: ["GET", "POST"] }],
  ["PUT", "/things/7", { allowed: ["GET", "DELETE"] }],
  ["DELETE", "/things/special", ["destroy", { id: "special" }]],
  ["GET", "/things/special/parts/special", ["part", { id: "special", part: "special" }]],
  ["PUT", "/things/special", { allowed: ["GET", "DELETE"] }],
  ["get", "/things", { allowed: ["GET", "POST"] }],
  ["OPTIONS", "/capture", { allowed: ["POST"] }],
];

for (const [method, path, expected] of cases) {
  test(`${method} ${path || "nothing"}`, () => {
    const wanted = Array.isArray(expected) ? { found: expected[0], params: expected[1] ?? {} } : expected;
    assert.deepEqual(routes.match(method, path), wanted);
  });
}

test("parameters called __proto__ are parameters", () => {
  const odd = new Routes<string>();
  odd.add("get", "/{__proto__}", "odd");
  const match = odd.match("GET", "/x");
  assert.deepEqual(match && "params" in match ? Object.entries(match.params) : null, [["__proto__", "x"]]);
});
