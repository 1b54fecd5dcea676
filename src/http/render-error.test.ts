import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { COMPLETE_JSON } from "../lib/documents.ts";
import { PROBLEMS, type ProblemCode, problem } from "../lib/problem.ts";
import { StoreUnavailable } from "../store/ports/common.ts";
import { renderError } from "./render-error.ts";

const document: { components: { schemas: { ErrorCode: { enum: string[] } } } } = JSON.parse(
  readFileSync(COMPLETE_JSON, "utf8"),
);

const STATUS: Readonly<Record<ProblemCode, number>> = {
  required: 400,
  null: 400,
  blank: 400,
  invalid_input: 400,
  unique: 400,
  max_length: 400,
  parse_error: 400,
  invalid_project: 400,
  invalid_api_key: 401,
  invalid_personal_api_key: 401,
  not_authenticated: 401,
  permission_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  breaking_change: 409,
  conflict: 409,
  request_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  throttled: 429,
  headers_too_large: 431,
  fetch_team_fail: 503,
  journal_full: 503,
  query_engine_failed: 503,
  query_limit_exceeded: 400,
  service_unavailable: 503,
};

for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
  test(`${code} is answered ${STATUS[code]}, with its own text`, () => {
    const { status, body, headers, cause: fault } = renderError(problem(code));
    assert.equal(status, STATUS[code]);
    const attr = code === "invalid_project" ? { attr: "project_id" } : {};
    assert.deepEqual(body, { type: body.type, code, detail: body.detail, ...attr });
    assert.match(body.detail, /^[A-Z].+\.$/);
    assert.equal("Retry-After" in headers, status === 429 || status === 503);
    assert.equal(fault !== undefined, status === 503);
  });
}

test("the contract and the code know the same codes", () => {
  assert.deepEqual(document.components.schemas.ErrorCode.enum.toSorted(), Object.keys(PROBLEMS).toSorted());
});

test("the field to blame is named, and a sentence may be given", () => {
  const { body } = renderError(problem("required", { attr: "batch__17__event", detail: "It is needed here." }));
  assert.deepEqual(body, {
    type: "validation_error",
    code: "required",
    detail: "It is needed here.",
    attr: "batch__17__event",
  });
});

test("what the specification says of the public errors' types", () => {
  const types = Object.fromEntries(
    (["invalid_project", "invalid_api_key", "invalid_personal_api_key", "fetch_team_fail"] as const).map((code) => [
      code,
      renderError(problem(code)).body.type,
    ]),
  );
  assert.deepEqual(types, {
    invalid_project: "validation_error",
    invalid_api_key: "authentication_error",
    invalid_personal_api_key: "authentication_error",
    fetch_team_fail: "server_error",
  });
});

test("Retry-After is in whole seconds, one at least", () => {
  const retry = (retryAfter: number) => renderError(problem("throttled", { retryAfter })).headers["Retry-After"];
  assert.deepEqual([0, 0.2, 1.01, 59.5].map(retry), ["1", "1", "2", "60"]);
});

test("an engine that is away is a 503 that does not say where it is", () => {
  const away = new StoreUnavailable("The database /var/lib/sightline.db cannot be opened.");
  const { status, body, headers, cause: fault } = renderError(away);
  assert.deepEqual([status, body.code, fault], [503, "service_unavailable", away]);
  assert.ok(headers["Retry-After"]);
  assert.doesNotMatch(JSON.stringify(body), /sightline\.db/);
});

for (const thrown of [new TypeError("at /src/secret.ts: SELECT 1"), "a text", undefined, null, { status: 404 }]) {
  test(`${thrown instanceof Error ? thrown.name : JSON.stringify(thrown)} is a 500 without details`, () => {
    assert.deepEqual(renderError(thrown), {
      status: 500,
      body: { type: "server_error", code: "internal_error", detail: "Something went wrong here." },
      headers: {},
      cause: thrown,
    });
  });
}
