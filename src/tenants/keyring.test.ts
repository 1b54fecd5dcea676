import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import type { ProblemCode } from "../lib/problem.ts";
import { type Credentials, KEY_CACHE_TTL_MS, Keyring, projectFinder } from "./keyring.ts";
import { setUp } from "./setup.ts";

/** Opens a store with two organizations and a clock that the test controls. */
async function openTestProjects(t: TestContext) {
  const { store } = await openTestStore(t);
  const clock = { now: 1_700_000_000_000 };
  const ours = await setUp(store, { organization: "Ours" });
  const theirs = await setUp(store, { organization: "Theirs" });
  const keyring = new Keyring(store.keys, () => clock.now);
  const finder = projectFinder(keyring, store.tenants, () => clock.now);
  const refuses = (credentials: Credentials, code: ProblemCode) =>
    assert.rejects(async () => finder.find(credentials), { name: "Problem", code });
  const projectOf = async (credentials: Credentials) => (await finder.find(credentials)).projectId;
  return { store, clock, ours, theirs, finder, refuses, projectOf };
}

test("a project key identifies its project in every field, and projectId is ignored", async (t) => {
  const { ours, theirs, projectOf } = await openTestProjects(t);
  assert.equal(await projectOf({ apiKey: ours.projectApiKey }), ours.project.id);
  assert.equal(await projectOf({ bearer: theirs.projectApiKey }), theirs.project.id);
  assert.equal(await projectOf({ apiKey: ours.projectApiKey, projectId: theirs.project.id }), ours.project.id);
});

test("a personal key needs a project of its user, as number or text, and works in three fields", async (t) => {
  const { ours, projectOf } = await openTestProjects(t);
  const { personalApiKey } = ours.owner;
  const projectId = ours.project.id;
  assert.equal(await projectOf({ bearer: personalApiKey, projectId }), projectId);
  assert.equal(await projectOf({ personalApiKey, projectId: Number(projectId) }), projectId);
  assert.equal(await projectOf({ apiKey: personalApiKey, projectId }), projectId);
});

test("a missing, empty, unknown or malformed project key is invalid_api_key", async (t) => {
  const { refuses } = await openTestProjects(t);
  await refuses({}, "invalid_api_key");
  await refuses({ apiKey: "", bearer: "", personalApiKey: "" }, "invalid_api_key");
  for (const apiKey of ["phc_unknown", "nonsense", "a\u0000b", "x".repeat(1_000_000), " "]) {
    await refuses({ apiKey }, "invalid_api_key");
  }
  await refuses({ bearer: "phc_unknown" }, "invalid_api_key");
});

test("an invalid personal key is invalid_personal_api_key", async (t) => {
  const { ours, refuses } = await openTestProjects(t);
  await refuses({ apiKey: "phx_unknown" }, "invalid_personal_api_key");
  await refuses({ bearer: "phx_unknown", projectId: "1" }, "invalid_personal_api_key");
  await refuses({ bearer: "nonsense" }, "invalid_personal_api_key");
  await refuses({ personalApiKey: "nonsense" }, "invalid_personal_api_key");
  await refuses({ personalApiKey: ours.projectApiKey }, "invalid_personal_api_key");
});

test("the stored hash of a personal key is no key", async (t) => {
  const { store, ours, refuses } = await openTestProjects(t);
  const personal = (await store.keys.list()).find(({ kind }) => kind === "personal");
  assert.ok(personal);
  await refuses({ apiKey: personal.lookup, projectId: ours.project.id }, "invalid_api_key");
  await refuses({ bearer: personal.lookup, projectId: ours.project.id }, "invalid_personal_api_key");
});

test("a personal key without a project, or with a malformed or foreign one, is invalid_project", async (t) => {
  const { ours, theirs, refuses } = await openTestProjects(t);
  const { personalApiKey } = ours.owner;
  for (const projectId of [undefined, "", "abc", 0, -1, 1.5, "1\u0000", "9".repeat(30), 999, theirs.project.id]) {
    await refuses({ personalApiKey, projectId }, "invalid_project");
  }
});

test("a personal key in bearer leaves the project to a project key in apiKey, without a project id", async (t) => {
  const { ours, theirs, projectOf } = await openTestProjects(t);
  const bearer = ours.owner.personalApiKey;
  assert.equal(await projectOf({ bearer, apiKey: theirs.projectApiKey }), theirs.project.id);
  const projectId = ours.project.id;
  assert.equal(await projectOf({ bearer, apiKey: theirs.projectApiKey, projectId }), projectId);
});

test("bearer precedes personalApiKey, which precedes apiKey; only the first one counts", async (t) => {
  const { ours, theirs, projectOf, refuses } = await openTestProjects(t);
  const projectId = ours.project.id;
  const apiKey = theirs.projectApiKey;
  assert.equal(await projectOf({ bearer: ours.projectApiKey, apiKey }), projectId);
  assert.equal(await projectOf({ personalApiKey: ours.owner.personalApiKey, apiKey, projectId }), projectId);
  await refuses({ personalApiKey: "phx_unknown", apiKey }, "invalid_personal_api_key");
  await refuses({ bearer: "phc_unknown", apiKey }, "invalid_api_key");
  await refuses(
    { bearer: "phx_unknown", personalApiKey: ours.owner.personalApiKey, projectId },
    "invalid_personal_api_key",
  );
});

test("a revoked key is valid until the cache expires", async (t) => {
  const { store, clock, ours, finder, refuses, projectOf } = await openTestProjects(t);
  const credentials = { apiKey: ours.projectApiKey };
  const { keyId } = await finder.find(credentials);
  await store.keys.revoke(keyId);
  assert.equal(await projectOf(credentials), ours.project.id);
  clock.now += KEY_CACHE_TTL_MS;
  await refuses(credentials, "invalid_api_key");
});

test("while the store is down, cached keys work and others are fetch_team_fail", async (t) => {
  const { store, clock, ours, theirs, projectOf, refuses } = await openTestProjects(t);
  const personal = { personalApiKey: ours.owner.personalApiKey, projectId: ours.project.id };
  await projectOf({ apiKey: ours.projectApiKey });
  await projectOf(personal);
  await store.close();
  clock.now += 3_600_000;
  assert.equal(await projectOf({ apiKey: ours.projectApiKey }), ours.project.id);
  assert.equal(await projectOf(personal), ours.project.id);
  await refuses({ apiKey: theirs.projectApiKey }, "fetch_team_fail");
  await refuses({ apiKey: "phc_unknown" }, "fetch_team_fail");
  await refuses({ apiKey: "nonsense" }, "invalid_api_key");
});
