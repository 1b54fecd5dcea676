import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { root } from "../contract/redocly.ts";
import { type Mock, startMock } from "./mock-server.ts";

interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body if it is JSON, else an empty object. */
  readonly json: Record<string, unknown>;
}

const KEY = { Authorization: "Bearer phx_any" };
const RECORDINGS = "/api/projects/1/session_recordings";
const INVITES = "/api/organizations/1/invites";
const DECIDE_BODY = { api_key: "phc_any", distinct_id: "customer-4812" };

describe("the mock", () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock(join(root, "generated/complete.json"), { host: "127.0.0.1", port: 0 });
  });
  after(() => mock.stop());

  async function send(path: string, init: RequestInit = {}): Promise<ReadResponse> {
    const response = await fetch(mock.url + path, init);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  }
  function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ReadResponse> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return send(path, { method: "POST", body: text, headers: { "Content-Type": "application/json", ...headers } });
  }
  function assertError(
    { status, json, headers }: ReadResponse,
    expected: [status: number, code: string, attr?: string],
  ): void {
    assert.deepEqual([status, json.code, ...("attr" in json ? [json.attr] : [])], expected);
    assert.deepEqual(Object.keys(json).slice(0, 3), ["type", "code", "detail"]);
    assert.ok(headers.get("x-request-id"));
  }

  it("answers with and without the trailing slash", async () => {
    for (const slash of ["", "/"]) {
      assert.deepEqual((await post(`/capture${slash}`, { ...DECIDE_BODY, event: "seen" })).json, { status: 1 });
      assert.deepEqual((await post(`/batch${slash}?ip=1`, { api_key: "phc_any", batch: [] })).json, { status: 1 });
      assert.ok(Array.isArray((await send(`${RECORDINGS}${slash}?limit=2`, { headers: KEY })).json.results));
      assert.ok(Array.isArray((await send(`${RECORDINGS}/properties${slash}`, { headers: KEY })).json.results));
      assert.equal((await send(`${RECORDINGS}/any${slash}`, { method: "DELETE", headers: KEY })).status, 204);
      assert.equal((await send(`/_health${slash}`)).status, 200);
      assert.match((await send(`/metrics${slash}`)).text, /^# HELP/);
    }
  });

  it("answers /decide/ in the requested version", async () => {
    const [none, v1, v2, v3] = await Promise.all(
      ["", "?v=1", "?v=2", "?v=3"].map((v) => post(`/decide/${v}`, DECIDE_BODY)),
    );
    assert.ok(Array.isArray(none?.json.featureFlags));
    assert.deepEqual(none?.json, v1?.json);
    assert.ok(v2 && !Array.isArray(v2.json.featureFlags) && !("errorComputingFlags" in v2.json));
    assert.equal(v3?.json.errorComputingFlags, false);
    assertError(await post("/decide/?v=9", DECIDE_BODY), [400, "invalid_input", "v"]);
  });

  it("accepts any key, and refuses a missing first", async () => {
    const { api_key: _, ...keyless } = DECIDE_BODY;
    assert.equal((await post("/decide/", keyless, { Authorization: "Bearer phc_any" })).status, 200);
    assert.equal((await post("/decide/", { ...keyless, personal_api_key: "phx_any", project_id: 1 })).status, 200);
    assertError(await post("/decide/", keyless), [401, "invalid_api_key"]);
    for (const path of [RECORDINGS, `${RECORDINGS}/any`, `${RECORDINGS}/any/snapshots?source=in_memory`, INVITES]) {
      assertError(await send(path), [401, "not_authenticated"]);
    }
    assertError(await post(INVITES, { target_email: "ada@example.com" }), [401, "not_authenticated"]);
  });

  it("selects the response by the Prefer header", async () => {
    const decide = (prefer: string) => post("/decide/?v=3", DECIDE_BODY, { Prefer: prefer });
    const unavailable = await decide("code=503");
    assertError(unavailable, [503, "service_unavailable"]);
    assert.match(unavailable.headers.get("retry-after") ?? "", /^\d+$/);
    assertError(await decide('code=400, example="parse_error"'), [400, "parse_error"]);
    assert.equal((await decide("example=v3_partial")).json.errorComputingFlags, true);
    const [first, second] = await Promise.all([decide("dynamic=true"), decide("dynamic=true")]);
    assert.equal(first.status, 200);
    assert.notDeepEqual(first.json, second.json);
  });

  it("returns documented responses without a body", async () => {
    const path = `${RECORDINGS}/any/snapshots?source=object_storage`;
    for (const status of [302, 304]) {
      const prefer = { ...KEY, Prefer: `code=${status}` };
      const response = await send(path, { headers: prefer, redirect: "manual" });
      assert.deepEqual(
        [response.status, response.text, response.headers.has("location")],
        [status, "", status === 302],
      );
    }
  });

  it("pages through the examples, with links to itself", async () => {
    const first = await send(`${RECORDINGS}/?limit=1&distinct_id=a%26b`, { headers: KEY });
    assert.equal(first.json.next, `${mock.url}${RECORDINGS}/?limit=1&offset=1&distinct_id=a%26b`);
    const second = await send(String(first.json.next).slice(mock.url.length), { headers: KEY });
    assert.equal(second.json.previous, `${mock.url}${RECORDINGS}/?limit=1&offset=0&distinct_id=a%26b`);
    const all = await send(RECORDINGS, { headers: KEY });
    assert.deepEqual([all.json.next, all.json.previous, all.json.count], [null, null, 2]);
    assert.deepEqual(
      all.json.results,
      [first, second].flatMap(({ json }) => json.results),
    );
  });

  it("refuses a preference that matches no response", async () => {
    for (const prefer of ["code=418", "code=many", "example=nothing", "code=503, example=nothing", "dynamic=perhaps"]) {
      assertError(await post("/decide/", DECIDE_BODY, { Prefer: prefer }), [400, "invalid_input", "Prefer"]);
    }
  });

  it("answers snapshots with the recording or with JSON lines", async () => {
    const path = `${RECORDINGS}/any/snapshots`;
    assert.ok(Array.isArray((await send(path, { headers: KEY })).json.sources));
    const lines = await send(`${path}?source=object_storage`, { headers: KEY });
    assert.equal(lines.headers.get("content-type"), "application/x-ndjson");
    for (const line of lines.text.trim().split("\n")) assert.ok(JSON.parse(line).window_id);
    const accepted = await send(path, { headers: { ...KEY, Accept: "application/x-ndjson" } });
    assert.equal(accepted.text, lines.text);
  });

  it("answers a list of invites with a list, and a single invite with a single first", async () => {
    const invite = { target_email: "jonas@example.com" };
    const list = await post(`${INVITES}/bulk`, [invite], KEY);
    assert.deepEqual([list.status, Array.isArray(list.json)], [201, true]);
    const single = await post(`${INVITES}/bulk`, invite, KEY);
    assert.deepEqual([single.status, typeof single.json.id], [201, "string"]);
  });

  it("reports errors in the documented shape", async () => {
    assertError(await send(`${RECORDINGS}?limit=0`, { headers: KEY }), [400, "invalid_input", "limit"]);
    assertError(await post(INVITES, {}, KEY), [400, "required", "target_email"]);
    assertError(await post(`${INVITES}/bulk`, [{ target_email: "no" }], KEY), [
      400,
      "invalid_input",
      "0__target_email",
    ]);
    assertError(await post("/capture/", '{"event":'), [400, "parse_error"]);
    assertError(await post("/capture/", "<event/>", { "Content-Type": "text/xml" }), [415, "unsupported_media_type"]);
    assertError(await post("/capture/", "x".repeat(20 * 1024 * 1024)), [413, "request_too_large"]);
    assertError(await send("/nowhere"), [404, "not_found"]);
    const refused = await send(`${RECORDINGS}/any/`, { method: "PUT" });
    assertError(refused, [405, "method_not_allowed"]);
    assert.equal(refused.headers.get("allow"), "GET, DELETE");
  });

  it("lets browsers of any origin use the public interface", async () => {
    const Origin = "https://shop.example";
    const preflightHeaders = {
      Origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type",
    };
    for (const path of ["/decide/?v=3", "/capture"]) {
      const preflight = await send(path, { method: "OPTIONS", headers: preflightHeaders });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get("access-control-allow-origin"), Origin);
      assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /POST/);
      assert.equal(preflight.headers.get("access-control-allow-headers"), "content-type");
    }
    for (const key of ["phc_any", ""]) {
      const { headers } = await post("/decide/", { ...DECIDE_BODY, api_key: key }, { Origin });
      assert.equal(headers.get("access-control-allow-origin"), Origin);
    }
  });
});
