import assert from "node:assert/strict";
import { test } from "node:test";
import { findRoute, OPERATIONS } from "./routes.ts";

const RECORDINGS = "/api/projects/7/session_recordings";
const INVITES = "/api/organizations/o/invites";

type Expected = [id: string, params?: Record<string, string>] | { allowed: string[] } | null;

const cases: [method: string, path: string, expected: Expected][] = [
  ["POST", "/capture/", ["capture"]],
  ["POST", "/capture", ["capture"]],
  ["POST", "/capture//", null],
  ["POST", "/Capture", null],
  ["POST", "/captur", null],
  ["POST", "//capture", null],
  ["POST", "", null],
  ["POST", "/", null],
  ["GET", RECORDINGS, ["session_recordings_list", { project_id: "7" }]],
  ["GET", `${RECORDINGS}/`, ["session_recordings_list", { project_id: "7" }]],
  ["GET", `${RECORDINGS}//`, null],
  ["GET", `${RECORDINGS}/a`, ["session_recordings_retrieve", { project_id: "7", id: "a" }]],
  ["DELETE", `${RECORDINGS}/a/`, ["session_recordings_destroy", { project_id: "7", id: "a" }]],
  ["GET", `${RECORDINGS}/properties`, ["session_recordings_properties_retrieve", { project_id: "7" }]],
  ["GET", `${RECORDINGS}/properties2`, ["session_recordings_retrieve", { project_id: "7", id: "properties2" }]],
  ["DELETE", `${RECORDINGS}/properties`, ["session_recordings_destroy", { project_id: "7", id: "properties" }]],
  ["PUT", `${RECORDINGS}/properties/pin`, ["session_recordings_pin", { project_id: "7", id: "properties" }]],
  ["GET", `${RECORDINGS}/a%2Fb`, ["session_recordings_retrieve", { project_id: "7", id: "a/b" }]],
  ["GET", `${RECORDINGS}/a%20%C3%A9+%25`, ["session_recordings_retrieve", { project_id: "7", id: "a é+%" }]],
  ["GET", `${RECORDINGS}/%00`, ["session_recordings_retrieve", { project_id: "7", id: "\0" }]],
  ["GET", `${RECORDINGS}/__proto__`, ["session_recordings_retrieve", { project_id: "7", id: "__proto__" }]],
  ["GET", `${RECORDINGS}/%E2%82`, null],
  ["GET", `${RECORDINGS}/%`, null],
  ["GET", `${RECORDINGS}/a/pin/more`, null],
  ["PUT", RECORDINGS, { allowed: ["GET"] }],
  ["PUT", `${RECORDINGS}/a`, { allowed: ["GET", "DELETE"] }],
  ["PUT", `${RECORDINGS}/properties`, { allowed: ["GET", "DELETE"] }],
  ["DELETE", `${INVITES}/bulk`, { allowed: ["POST"] }],
  ["get", INVITES, { allowed: ["GET", "POST"] }],
  ["OPTIONS", "/capture", { allowed: ["POST"] }],
];
for (const [method, path, expected] of cases) {
  test(`${method} ${path || "(empty)"}`, () => {
    const route = findRoute(method, path);
    if (Array.isArray(expected)) {
      const [id, params = {}] = expected;
      assert.deepEqual(route && "operation" in route && [route.operation.id, route.params], [id, params]);
    } else assert.deepEqual(route && "allowed" in route ? { allowed: route.allowed } : route, expected);
  });
}

test("every operation has a route, in both slash forms", () => {
  for (const { id, method, path } of OPERATIONS) {
    const bare = path.replaceAll(/\{.+?\}/g, "7").replace(/\/$/, "");
    for (const form of [bare, `${bare}/`]) {
      const route = findRoute(method, form);
      assert.equal(route && "operation" in route && route.operation.id, id, form);
    }
  }
});

test("an alias has the handler and the body shapes of its operation", () => {
  const alias = OPERATIONS.find(({ id }) => id === "capture_e");
  assert.deepEqual([alias?.handlerId, alias?.clientShapes, alias?.access], ["capture", "events", "public"]);
});
