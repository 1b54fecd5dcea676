import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import pino from "pino";
import type { Schemas } from "../../../generated/openapi.ts";
import { openBackend } from "../../http/contract/open-backend.ts";
import { SANDBOX_JSON } from "../../lib/documents.ts";
import { loadExamples } from "./sample-data.ts";
import { startSandbox } from "./sandbox.ts";
import type { ArrivedEvent } from "./tenants.ts";

const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
const onFatal = (error: Error) => assert.fail(error);
const log = pino({ level: "silent" });
const address = { host: "127.0.0.1", port: 0, origins: ["https://shop.example"] };
const sandbox = await startSandbox({ ...address, log, onFatal }, directory);
after(async () => {
  await sandbox.stop();
  assert.deepEqual(await readdir(directory), []);
  await rm(directory, { recursive: true });
});

const base = `http://127.0.0.1:${sandbox.port}`;
const { projectApiKey: api_key, personalApiKey, projectId, organizationId } = sandbox.tenant;
const authorization = { Authorization: `Bearer ${personalApiKey}` };
const examples = await loadExamples();
const document = await openBackend(await readFile(SANDBOX_JSON, "utf8"));

async function readJson<T>(path: string, headers: Record<string, string> = authorization): Promise<T> {
  const response = await fetch(`${base}${path}`, { headers });
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

function post(path: string, body: string | Buffer) {
  return fetch(`${base}${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

const capture = (event: object) => post("/capture/", JSON.stringify({ api_key, ...event }));

async function arrived(query = ""): Promise<ArrivedEvent[]> {
  const body = await readJson<{ results: ArrivedEvent[] }>(`/_sandbox/events${query}`, {});
  assert.equal(document.validateResponse(body, "sandbox_events_list", 200).errors, null);
  return body.results;
}

async function reset(): Promise<number> {
  const { status } = await fetch(`${base}/_sandbox/reset`, { method: "POST" });
  return status;
}

const nameOf = (event: unknown) => (event as { readonly event?: string }).event;
const lastId = async () => (await arrived()).at(-1)?.id ?? 0;

test("the examples of the contract are answered with its examples", async () => {
  const response = await post("/decide/?v=3", JSON.stringify(examples.get("ask_v1")));
  const { featureFlags, featureFlagPayloads } = (await response.json()) as Schemas["DecideResponseV3"];
  const expected = examples.get<Schemas["DecideResponseV3"]>("v3");
  assert.deepEqual(
    { featureFlags, featureFlagPayloads },
    {
      featureFlags: expected.featureFlags,
      featureFlagPayloads: expected.featureFlagPayloads,
    },
  );
  const list = await readJson<Schemas["PaginatedSessionRecordings"]>(`/api/projects/${projectId}/session_recordings`);
  const page = examples.get<Schemas["PaginatedSessionRecordings"]>("recordings_page");
  const comparable = ({ id, storage, person, start_url, distinct_id }: Schemas["SessionRecording"]) => [
    ...[id, storage, start_url, distinct_id],
    ...[person?.distinct_ids, person?.properties],
  ];
  assert.deepEqual(list.results.map(comparable), page.results.map(comparable));
  const invites = await readJson(`/api/organizations/${organizationId}/invites`);
  assert.deepEqual(invites, examples.get("invites_page"));
});

test("events are listed in order, with what became of them and the error that the client got", async () => {
  const start = await lastId();
  await capture({ event: "bought", properties: { distinct_id: "ada", price: 1.5 }, $set: { plan: "pro" } });
  await capture({ event: "bought", distinct_id: "" });
  const refused = await capture({ event: "bought", distinct_id: "ada", properties: 3 });
  await post("/batch/", JSON.stringify({ api_key: "phc_wrong", batch: [{ event: "a" }, { event: "b" }] }));
  await post(
    "/e/?compression=gzip-js",
    gzipSync(JSON.stringify([{ event: "zipped", properties: { token: api_key, distinct_id: "b" } }])),
  );
  await post("/capture/", "{");
  const events = await arrived(`?after=${start}`);
  assert.deepEqual(
    events.map(({ id, operation, outcome, status }) => [id - start, operation, outcome, status]),
    [
      [1, "capture", "accepted", 200],
      [2, "capture", "dropped", 200],
      [3, "capture", "rejected", 400],
      [4, "batch", "rejected", 401],
      [5, "batch", "rejected", 401],
      [6, "capture_e", "accepted", 200],
      [7, "capture", "rejected", 400],
    ],
  );
  const [bought, dropped, invalid, a, , zipped, unreadable] = events;
  const { timestamp, ...stored } = (bought?.event ?? {}) as Record<string, unknown>;
  assert.ok(Date.parse(String(timestamp)) <= Date.now());
  const properties = { distinct_id: "ada", price: 1.5, $set: { plan: "pro" } };
  assert.deepEqual(stored, { event: "bought", distinct_id: "ada", properties });
  assert.deepEqual(dropped?.event, { event: "bought", distinct_id: "" });
  assert.deepEqual(invalid?.error, await refused.json());
  assert.deepEqual([a?.event, a?.error?.code], [{ event: "a" }, "invalid_api_key"]);
  assert.equal(nameOf(zipped?.event), "zipped");
  assert.deepEqual([unreadable?.event, unreadable?.error?.code], [null, "parse_error"]);
});

test("an event in the address of a GET is listed", async () => {
  const after = await lastId();
  const event = { api_key, event: "pixel", distinct_id: "a", properties: { a: 1 } };
  const data = encodeURIComponent(Buffer.from(JSON.stringify(event)).toString("base64"));
  assert.equal((await fetch(`${base}/e/?data=${data}&ip=1`)).status, 200);
  const [found] = await arrived(`?after=${after}`);
  assert.deepEqual([found?.operation, found?.outcome, nameOf(found?.event)], ["get_e", "accepted", "pixel"]);
});

test("an event that is refused on its own has its reason", async () => {
  const start = await lastId();
  const [good, bad] = ["019ce16b-cfe0-783e-8b9f-7d10c6a54e8b", "019ce16b-d9a4-7e15-a3c8-52b7f0e6d941"];
  const batch = [
    { uuid: good, event: "kept", distinct_id: "ada", properties: {} },
    { uuid: bad, event: "refused", distinct_id: "", properties: {} },
  ];
  const response = await post("/i/v1/analytics/events", JSON.stringify({ api_key, batch }));
  assert.equal(response.status, 200, await response.text());
  const events = await arrived(`?after=${start}`);
  assert.deepEqual(
    events.map(({ outcome, error }) => [outcome, error?.code, error?.attr]),
    [
      ["accepted", undefined, undefined],
      ["rejected", "required", "distinct_id"],
    ],
  );
});

test("a wait ends with the next event, or without one", async () => {
  const start = await lastId();
  assert.deepEqual(await arrived(`?after=${start}&wait=1`), []);
  const waiting = [arrived(`?after=${start}&wait=30`), arrived(`?after=${start}&wait=30`)];
  await capture({ event: "awaited", distinct_id: "ada" });
  for (const [event] of await Promise.all(waiting)) assert.equal(event?.id, start + 1);
});

test("a reset restores the data and forgets the events; requests meanwhile are answered", async () => {
  const before = await readJson<Schemas["PaginatedInvites"]>(`/api/organizations/${organizationId}/invites`);
  const start = await lastId();
  for (const { id } of before.results) {
    const path = `${base}/api/organizations/${organizationId}/invites/${id}`;
    assert.equal((await fetch(path, { method: "DELETE", headers: authorization })).status, 204);
  }
  const waiting = arrived(`?after=${start + 1}&wait=30`);
  await capture({ event: "forgotten", distinct_id: "ada" });
  const resets = [reset(), reset()];
  const during = capture({ event: "held", distinct_id: "ada" });
  assert.deepEqual([await Promise.all(resets), (await during).status], [[204, 204], 200]);
  assert.deepEqual(await readJson(`/api/organizations/${organizationId}/invites`), before);
  const [held, ...others] = await arrived();
  assert.deepEqual([nameOf(held?.event), others], ["held", []]);
  assert.deepEqual(await waiting, [held]);
});

test("pages of this machine may call private operations, others only the public ones", async () => {
  const path = `${base}/api/projects/${projectId}/session_recordings`;
  const preflight = (url: string, Origin: string) =>
    fetch(url, { method: "OPTIONS", headers: { Origin, "Access-Control-Request-Method": "DELETE" } });
  for (const origin of [
    "http://localhost:5173",
    "http://127.0.0.1",
    "https://shop.localhost:3000",
    "http://[::1]:80",
  ]) {
    const allowed = await preflight(path, origin);
    assert.deepEqual([allowed.status, allowed.headers.get("access-control-allow-origin")], [204, origin]);
    assert.match(allowed.headers.get("access-control-allow-methods") ?? "", /DELETE/);
    const read = await fetch(path, { headers: { Origin: origin, ...authorization } });
    assert.deepEqual([read.status, read.headers.get("access-control-allow-origin")], [200, origin]);
  }
  for (const origin of [
    "https://example.com",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "null",
  ]) {
    const refused = await preflight(path, origin);
    assert.deepEqual([refused.status, refused.headers.get("access-control-allow-origin")], [405, null]);
    const open = await preflight(`${base}/capture/`, origin);
    assert.deepEqual([open.status, open.headers.get("access-control-allow-origin")], [204, origin]);
  }
});

test("its own operations are answered as their document says", async () => {
  assert.deepEqual(await readJson("/_sandbox/openapi.json"), document.document);
  for (const query of ["?wait=31", "?wait=x", "?after=-1"]) {
    const response = await fetch(`${base}/_sandbox/events${query}`);
    assert.equal(response.status, 400);
    assert.equal(document.validateResponse(await response.json(), "sandbox_events_list", 400).errors, null);
    assert.ok(response.headers.get("x-request-id"));
  }
  assert.equal((await fetch(`${base}/_sandbox/reset`)).status, 405);
  assert.equal((await fetch(`${base}/_sandbox/other`)).status, 404);
});
