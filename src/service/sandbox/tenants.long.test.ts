import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pino from "pino";
import { startSandbox } from "./sandbox.ts";

const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
const onFatal = (error: Error) => assert.fail(error);
const log = pino({ level: "silent" });
const sandbox = await startSandbox({ host: "127.0.0.1", port: 0, origins: [], log, onFatal }, directory);
after(async () => {
  await sandbox.stop();
  await rm(directory, { recursive: true });
});
const { projectApiKey, personalApiKey, projectId, organizationId } = sandbox.tenant;

/** Sends a request in the name of a tenant, with the keys of the default one. */
async function send(tenant: string, method: string, path: string, body?: unknown, prefer?: string) {
  const response = await fetch(`http://127.0.0.1:${sandbox.port}${path}`, {
    method,
    headers: {
      "X-Sandbox-Tenant": tenant,
      "Content-Type": "application/json",
      Authorization: `Bearer ${path.startsWith("/api/") ? personalApiKey : projectApiKey}`,
      ...(prefer !== undefined && { Prefer: prefer }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && !prefer?.includes("garble");
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
}

const capture = (tenant: string, event: string, prefer?: string) =>
  send(tenant, "POST", "/capture/", { event, distinct_id: "ada" }, prefer);
const arrived = async (tenant: string) => {
  const { json } = await send(tenant, "GET", "/_sandbox/events");
  return json.results.map(({ event, outcome }: { event: { event: string }; outcome: string }) => [
    event.event,
    outcome,
  ]);
};
const flagsOf = async (tenant: string) =>
  (await send(tenant, "GET", `/api/projects/${projectId}/feature_flags`)).json.count;

test("tenants share neither events, data, nor a reset; a header or a key selects one", async () => {
  await Promise.all([capture("one", "a"), capture("two", "b")]);
  assert.deepEqual([await arrived("one"), await arrived("two")], [[["a", "accepted"]], [["b", "accepted"]]]);
  const { json: two } = await send("default", "PUT", "/_sandbox/tenants/two", {});
  const byKey = await fetch(`http://127.0.0.1:${sandbox.port}/capture/`, {
    method: "POST",
    body: JSON.stringify({ api_key: two.project_api_key, event: "by key", distinct_id: "ada" }),
  });
  assert.equal(byKey.status, 200);
  const invite = { target_email: "new@example.com" };
  assert.equal((await send("two", "POST", `/api/organizations/${organizationId}/invites`, invite)).status, 201);
  assert.equal((await send("one", "POST", "/_sandbox/reset")).status, 204);
  assert.deepEqual(await arrived("one"), []);
  assert.deepEqual(await arrived("two"), [
    ["b", "accepted"],
    ["by key", "accepted"],
  ]);
  const count = async (tenant: string) =>
    (await send(tenant, "GET", `/api/organizations/${organizationId}/invites`)).json.count;
  assert.equal(await count("two"), (await count("one")) + 1);
  assert.equal((await send("two", "DELETE", "/_sandbox/tenants/two")).status, 204);
  assert.equal((await send("a b", "GET", "/_sandbox/clock")).json.attr, "X-Sandbox-Tenant");
});

test("a header makes one request fail as the contract documents, and other preferences are refused", async () => {
  const failed = await capture("prefer", "refused", "code=503, example=fetch_team_fail, retry-after=2");
  assert.deepEqual([failed.status, failed.json.code, failed.headers.get("retry-after")], [503, "fetch_team_fail", "2"]);
  const list = await send("prefer", "GET", `/api/projects/${projectId}/persons`, undefined, "code=429");
  assert.deepEqual([list.status, list.json.code], [429, "throttled"]);
  assert.ok(Number(list.headers.get("retry-after")) > 0);
  assert.deepEqual(await arrived("prefer"), [["refused", "rejected"]]);
  for (const [prefer, named] of [
    ["speed=slow", /speed/],
    ["code=418", /418/],
    ["code=200", /200/],
    ["delay=x", /delay/],
  ]) {
    const refused = await capture("prefer", "x", String(prefer));
    assert.deepEqual([refused.status, refused.json.attr], [400, "Prefer"]);
    assert.match(refused.json.detail, named as RegExp);
  }
});

test("responses are late, cut and garbled", async () => {
  const started = performance.now();
  assert.equal((await capture("bad", "late", "delay=0.2, drip=0.2")).status, 200);
  assert.ok(performance.now() - started >= 190);
  await assert.rejects(capture("bad", "cut", "cut"));
  const { text } = await capture("bad", "garbled", "garble");
  assert.throws(() => JSON.parse(text));
  const all = await arrived("bad");
  assert.deepEqual(
    all.map(([name]: [string]) => name),
    ["late", "cut", "garbled"],
  );
});

test("the next requests of a tenant fail, those of others do not", async () => {
  const failure = { operation: "capture", times: 2, code: 503, retry_after: 1 };
  assert.equal((await send("next", "POST", "/_sandbox/failures", failure)).status, 201);
  assert.equal((await capture("other", "a")).status, 200);
  const key = "phc_sandbox_next";
  const byKey = () =>
    fetch(`http://127.0.0.1:${sandbox.port}/capture/`, {
      method: "POST",
      body: JSON.stringify({ api_key: key, event: "b", distinct_id: "ada" }),
    });
  const first = await byKey();
  assert.deepEqual([first.status, first.headers.get("retry-after")], [503, "1"]);
  assert.equal((await send("next", "GET", "/_sandbox/failures")).json.results[0].times, 1);
  assert.deepEqual([(await capture("next", "c")).status, (await byKey()).status], [503, 200]);
  assert.deepEqual((await send("next", "GET", "/_sandbox/failures")).json.results, []);
  for (const wrong of [{ code: 418 }, { operation: "capture", code: 404 }, { operation: "none", delay: 1 }, {}]) {
    assert.equal((await send("next", "POST", "/_sandbox/failures", wrong)).status, 400);
  }
});

test("a clock decides what expires, and when events arrive", async () => {
  const path = `/api/organizations/${organizationId}/invites`;
  const expired = async (tenant: string) =>
    (await send(tenant, "GET", path)).json.results.filter((one: { is_expired: boolean }) => one.is_expired).length;
  const before = await expired("clock");
  const { json } = await send("clock", "PUT", "/_sandbox/clock", { advance: 40 * 86_400 });
  assert.ok(Date.parse(json.now) > Date.now() + 39 * 86_400_000);
  assert.ok((await expired("clock")) > before);
  assert.equal(await expired("still"), before);
  await capture("clock", "later");
  const { results } = (await send("clock", "GET", "/_sandbox/events")).json;
  assert.ok(Date.parse(results[0].received_at) > Date.now() + 39 * 86_400_000);
  const recordings = async (tenant: string) =>
    (await send(tenant, "GET", `/api/projects/${projectId}/session_recordings`)).json.results.length;
  assert.deepEqual([await recordings("clock"), (await recordings("still")) > 0], [0, true]);
  const past = await send("clock", "PUT", "/_sandbox/clock", { now: "2026-01-01T00:00:00Z" });
  assert.match(past.json.now, /^2026-01-01T00:00/);
});

test("seeded data are there at once", async () => {
  await send("seed", "PUT", "/_sandbox/tenants/seed", { samples: false });
  assert.equal(await flagsOf("seed"), 0);
  const flag = { key: "express", active: true, filters: { groups: [{ properties: [], rollout_percentage: 100 }] } };
  const seeded = await send("seed", "POST", "/_sandbox/seed", {
    flags: [flag],
    persons: [{ distinct_ids: ["ida", "ida-phone"], properties: { plan: "pro" } }],
    events: [{ event: "old", distinct_id: "ida", timestamp: "2026-02-12T09:42:18Z", properties: {} }],
    history: { days: 7, persons: 20 },
  });
  assert.equal(seeded.status, 200, seeded.text);
  assert.ok(seeded.json.events > 20);
  assert.equal(await flagsOf("seed"), 1);
  const persons = await send("seed", "GET", `/api/projects/${projectId}/persons?distinct_id=ida-phone`);
  assert.deepEqual([...persons.json.results[0].distinct_ids].sort(), ["ida", "ida-phone"]);
  const events = await send("seed", "GET", `/api/projects/${projectId}/events?limit=1000`);
  assert.equal(events.json.results.length, seeded.json.events);
  const decided = await send("seed", "POST", "/decide/?v=3", { distinct_id: "ida" });
  assert.equal(decided.json.featureFlags.express, true);
  const wrong = await send("seed", "POST", "/_sandbox/seed", { flags: [{}] });
  assert.deepEqual([wrong.status, wrong.json.attr], [400, "flags"]);
});

test("a browser is signed in to the console as the owner of the tenant", async () => {
  const open = (tenant: string) =>
    fetch(`http://127.0.0.1:${sandbox.port}/_sandbox/console`, {
      headers: { "X-Sandbox-Tenant": tenant },
      redirect: "manual",
    });
  const { status, headers } = await open("console");
  assert.deepEqual([status, headers.get("cache-control")], [302, "no-store"]);
  const token = /^\/#\/sign-in\/(sit_\w+)$/.exec(headers.get("location") ?? "")?.[1];
  const sent = { "X-Sightline-Console": "1", "X-Sandbox-Tenant": "console", "Content-Type": "application/json" };
  const signedIn = await fetch(`http://127.0.0.1:${sandbox.port}/api/sessions`, {
    method: "POST",
    headers: sent,
    body: JSON.stringify({ token }),
  });
  assert.equal(signedIn.status, 201);
  const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
  const { json: own } = await send("default", "PUT", "/_sandbox/tenants/console", {});
  const mine = await fetch(`http://127.0.0.1:${sandbox.port}/api/users/@me`, {
    headers: { ...sent, Cookie: cookie },
  });
  assert.equal(mine.status, 200);
  assert.ok(JSON.stringify(await mine.json()).includes(own.organization_id));
  assert.equal((await open("a b")).status, 400);
});
