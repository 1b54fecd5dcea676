import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newEvent } from "../../../test/conformance/samples.ts";
import { minimalProcessEnv, runProcess } from "../../../test/support/child-process.ts";
import { fillForMove } from "../../../test/support/engines/move-data.ts";
import { dropTestDatabase, newDatabaseName, noMongoServer } from "../../../test/support/engines/test-mongo.ts";
import { noS3Server, removeTestBucket } from "../../../test/support/engines/test-s3.ts";
import { assertStoredOnce, buildService, MAIN, sendEvents, serviceIn } from "../../../test/support/service-process.ts";
import { readConfig } from "../../settings/config.ts";
import { fileEngine, openStore } from "../../store/choose-engines.ts";

type Settings = Readonly<Record<string, string>>;

const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = process.env;
const CREDENTIALS: Settings = AWS_ACCESS_KEY_ID === "" ? {} : { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
const EVENTS = 20_000;
/** After how many steps, each of which the disk has, a call is killed. */
const KILLED_AFTER = [1, 9, 17, 30, 5];

async function toDirectory(): Promise<Settings> {
  return { DATA_DIR: "elsewhere" };
}

/** The journal stays where it is. */
async function toServers(t: TestContext): Promise<Settings> {
  const { MONGODB_URL = "", S3_ENDPOINT = "" } = process.env;
  const database = await newDatabaseName();
  t.after(async () => {
    await dropTestDatabase(database);
    await removeTestBucket(database.slice(0, 40));
  });
  const stores = { MONGODB_URL, MONGODB_DATABASE: database, S3_ENDPOINT, S3_BUCKET: database.slice(0, 40) };
  return { DATA_DIR: "data", ...stores };
}

for (const [name, targetOf, skip] of [
  ["to another directory", toDirectory, undefined],
  ["to MongoDB and S3", toServers, noMongoServer ?? noS3Server],
] as const) {
  test(`a move ${name} under a running service survives kills, and loses nothing`, { skip }, async (t) => {
    buildService();
    const root = await mkdtemp(join(tmpdir(), "sightline-move-"));
    await mkdir(join(root, "data"));
    const inRoot = (settings: Settings) => ({ ...settings, DATA_DIR: join(root, settings.DATA_DIR ?? "") });
    const [from, to] = [inRoot({ DATA_DIR: "data" }), inRoot(await targetOf(t))];
    const files = { "old.env": from, "new.env": to };
    for (const [file, settings] of Object.entries(files)) await writeFile(join(root, file), envFile(settings));
    const [one, two] = await fill(from);
    assert.ok(one && two);

    const { serve } = serviceIn(join(root, "data"), t);
    t.after(() => rm(root, { recursive: true })); // once the services have ended
    const old = await serve({ ...from, HISTORY_INTERVAL_SECONDS: "86400" });
    await saveForTools(`http://127.0.0.1:${old.port}/api/projects/${one.project.id}`, one.owner.personalApiKey);
    const before = await answersOf(old.port, one.owner.personalApiKey, one.project.id, one.organization.id);
    const load = sendEvents(old.port, two.projectApiKey, 2);
    const argv = ["move", "--from", join(root, "old.env"), "--to", join(root, "new.env")];
    const dryRun = await runProcess([MAIN, ...argv, "--dry-run"], minimalProcessEnv(CREDENTIALS));
    assert.match(dryRun.stdout, /^events: 2\d,\d\d\d$.*Nothing was moved/ms);

    const progress = join(String(to.DATA_DIR), "moving/progress.json");
    const move = () => spawn(process.execPath, [MAIN, ...argv], { env: minimalProcessEnv(CREDENTIALS) });
    for (const steps of KILLED_AFTER) await killAfter(move(), progress, steps);
    await refuseTarget(to);
    const last = move();
    const output = collectOutput(last);
    await waitFor(() => output.text.includes("Stop the service now") || last.exitCode !== null);
    assert.equal(last.exitCode, null, output.text);
    await load.after(load.answered.length + 20); // events are accepted meanwhile
    for (const signal of ["SIGTERM", "SIGTERM"] as const) {
      old.child.kill(signal);
      await sleep(100);
    }
    await Promise.all([load.ended, old.ended]);
    const [status] = await output.ended;
    assert.equal(status, 0, output.text);
    assert.match(output.text, /Moved: both stores have the same/);

    if (to.DATA_DIR === from.DATA_DIR) await assert.rejects(serve(from), /belongs to another store/);
    const next = await serve({ ...to, ...CREDENTIALS, HISTORY_INTERVAL_SECONDS: "86400" });
    assert.deepEqual(await answersOf(next.port, one.owner.personalApiKey, one.project.id, one.organization.id), before);
    next.child.kill("SIGTERM");
    await next.ended;
    assertStoredOnce(load.answered, await storedIn(to, two.project.id));
    const again = await runProcess([MAIN, ...argv], minimalProcessEnv(CREDENTIALS));
    assert.equal(again.status, 1);
    assert.match(again.stderr, /already|not empty/);
  });
}

const envFile = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join("");

async function fill(settings: Settings) {
  const config = readConfig(settings);
  const [store, fileStore] = [await openStore(config), await fileEngine(config).open()];
  const setups = await fillForMove(store, fileStore);
  for (let start = 0; start < EVENTS; start += 2000) {
    const events = Array.from({ length: 2000 }, (_, index) => newEvent("1", { timestamp: start + index }));
    await store.events.insert(events);
  }
  await store.close();
  await fileStore.close();
  return setups;
}

/** Saves, through the API, what tools keep with questions, dashboards and projects. */
async function saveForTools(project: string, key: string): Promise<void> {
  const send = async (method: string, path: string, body: object) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const response = await fetch(`${project}${path}`, { method, headers, body: JSON.stringify(body) });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.json() as Promise<{ id: number }>;
  };
  const tiles = [{ text: { body: "# Shop" }, color: "blue", layouts: { sm: { x: 0, y: 0, w: 6, h: 1 } } }];
  const { id } = await send("POST", "/dashboards", { name: "Shop", pinned: true, tags: ["shop"], tiles });
  const query = { kind: "HogQLQuery", query: "SELECT 1" };
  await send("POST", "/insights", { query, derived_name: "One", tags: ["shop"], favorited: true, dashboards: [id] });
  await send("PATCH", "", { app_urls: ["https://shop.example"], heatmaps_opt_in: false });
}

/** Returns what an API answers about a project, but for its own address. */
async function answersOf(port: number, key: string, project: string, organization: string): Promise<object> {
  const url = `http://127.0.0.1:${port}`;
  const get = async (path: string, accept = "application/json") => {
    const response = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${key}`, Accept: accept } });
    const text = (await response.text()).replaceAll(url, "");
    return { status: response.status, body: accept === "application/json" ? JSON.parse(text) : text };
  };
  const ofProject = `/api/projects/${project}`;
  const persons = await get(`${ofProject}/persons?limit=1000`);
  persons.body.results.sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)); // of one time
  const recordings = await get(`${ofProject}/session_recordings?limit=1000`);
  const answers: Record<string, object> = { persons, recordings };
  for (const { id } of recordings.body.results) {
    const path = `${ofProject}/session_recordings/${encodeURIComponent(id)}`;
    answers[id] = { recording: await get(path), snapshots: await get(`${path}/snapshots`, "application/x-ndjson") };
  }
  const paths = ["", "/feature_flags", "/feature_flags/1/activity", "/insights", "/dashboards", "/annotations"];
  for (const path of [...paths, "/erasures", "/keys"]) answers[path] = await get(`${ofProject}${path}`);
  for (const { id } of persons.body.results) answers[`person ${id}`] = await get(`${ofProject}/persons/${id}`);
  for (const path of ["invites", "members", "projects"]) {
    answers[path] = await get(`/api/organizations/${organization}/${path}`);
  }
  answers.me = await get("/api/users/@me");
  return answers;
}

/** Kills a move when it has written this often how far it is. */
async function killAfter(child: ChildProcess, progress: string, steps: number): Promise<void> {
  const output = collectOutput(child);
  const read = () => (existsSync(progress) ? readFileSync(progress, "utf8") : "");
  let last = read();
  for (let seen = 0; seen < steps && child.exitCode === null; ) {
    await sleep(1);
    const now = read();
    if (now !== last) seen += 1;
    last = now;
    if (output.text.includes("Stop the service now")) break;
  }
  assert.equal(child.exitCode, null, output.text);
  child.kill("SIGKILL");
  await output.ended;
}

/** No service starts on a store that is being filled. */
async function refuseTarget(settings: Settings): Promise<void> {
  if (settings.MONGODB_URL === undefined) return;
  await assert.rejects(openStore(readConfig(settings)), /being moved/);
}

function collectOutput(child: ChildProcess) {
  const output = { text: "", ended: once(child, "close") as Promise<[number | null]> };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output.text += chunk;
    });
  }
  return output;
}

async function waitFor(isDone: () => boolean): Promise<void> {
  while (!isDone()) await sleep(20);
}

async function storedIn(settings: Settings, project: string): Promise<Map<string, number>> {
  const store = await openStore(readConfig(settings));
  const counts = new Map<string, number>();
  for await (const { event } of store.events.stored({ projectId: project, after: null })) {
    if (/^event \d/.test(event)) counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  await store.close();
  return counts;
}
