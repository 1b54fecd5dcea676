import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { ProblemCode } from "../problem.ts";
import { KEY_CACHE_TTL_MS, Keyring } from "./keyring.ts";
import { type Credentials, ProjectFinder } from "./project-finder.ts";
import { setUp } from "./setup.ts";
import { openTestStore } from "./test-store.ts";

/** Two organizations on a real store, and a clock that the test moves. */
async function openTestProjects(t: TestContext) {
  const { documents } = await openTestStore(t);
  const clock = { now: 1_700_000_000_000 };
  const ours = await setUp(documents, { organization: "Ours" });
  const theirs = await setUp(documents, { organization: "Theirs" });
  const keyring = new Keyring(documents.keys, () => clock.now);
  const finder = new ProjectFinder(keyring, documents.tenants, () => clock.now);
  const refuses = (credentials: Credentials, code: ProblemCode, attr?: string) =>
    assert.rejects(finder.find(credentials), { name: "Problem", code, attr });
  const projectOf = async (credentials: Credentials) => (await finder.find(credentials)).projectId;
  return { documents, clock, ours, theirs, finder, refuses, projectOf };
}

test("a project key tells its project, wherever it is shown, and project_id is ignored", async (t) => {
  const { ours, theirs, projectOf } = await openTestProjects(t);
  assert.equal(await projectOf({ apiKey: ours.projectApiKey }), ours.project.id);
  assert.equal(await projectOf({ bearer: theirs.projectApiKey }), theirs.project.id);
  assert.equal(await projectOf({ apiKey: ours.projectApiKey, projectId: theirs.project.id }), ours.project.id);
});

test("a personal key needs a project of its user, as number or text, and may be shown in three places", async (t) => {
  const { ours, projectOf } = await openTestProjects(t);
  const { personalApiKey } = ours.owner;
  const projectId = ours.project.id;
  assert.equal(await projectOf({ bearer: personalApiKey, projectId }), projectId);
  assert.equal(await projectOf({ personalApiKey, projectId: Number(projectId) }), projectId);
  assert.equal(await projectOf({ apiKey: personalApiKey, projectId }), projectId);
});

test("a project key that is missing, empty, unknown or malformed is invalid_api_key", async (t) => {
  const { refuses } = await openTestProjects(t);
  await refuses({}, "invalid_api_key");
  await refuses({ apiKey: "", bearer: "", personalApiKey: "" }, "invalid_api_key");
  for (const apiKey of ["phc_unknown", "nonsense", "a\u0000b", "x".repeat(1_000_000), " "]) {
    await refuses({ apiKey }, "invalid_api_key");
  }
  await refuses({ bearer: "phc_unknown" }, "invalid_api_key");
});

test("what is presented as a personal key and is none is invalid_personal_api_key", async (t) => {
  const { ours, refuses } = await openTestProjects(t);
  await refuses({ apiKey: "phx_unknown" }, "invalid_personal_api_key");
  await refuses({ bearer: "phx_unknown", projectId: "1" }, "invalid_personal_api_key");
  await refuses({ bearer: "nonsense" }, "invalid_personal_api_key");
  await refuses({ personalApiKey: "nonsense" }, "invalid_personal_api_key");
  await refuses({ personalApiKey: ours.projectApiKey }, "invalid_personal_api_key");
});

test("the hash that is stored of a personal key opens nothing", async (t) => {
  const { documents, ours, refuses } = await openTestProjects(t);
  const personal = (await documents.keys.list()).find(({ kind }) => kind === "personal");
  assert.ok(personal);
  await refuses({ apiKey: personal.lookup, projectId: ours.project.id }, "invalid_api_key");
  await refuses({ bearer: personal.lookup, projectId: ours.project.id }, "invalid_personal_api_key");
});

test("a personal key with no project, a malformed one, or one of others is invalid_project", async (t) => {
  const { ours, theirs, refuses } = await openTestProjects(t);
  const { personalApiKey } = ours.owner;
  for (const projectId of [undefined, "", "abc", 0, -1, 1.5, "1\u0000", "9".repeat(30), 999, theirs.project.id]) {
    await refuses({ personalApiKey, projectId }, "invalid_project", "project_id");
  }
});

test("the header wins over personal_api_key, which wins over api_key, and what wins decides alone", async (t) => {
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

test("a key that is revoked ends when what is remembered is no longer fresh, and not before", async (t) => {
  const { documents, clock, ours, finder, refuses, projectOf } = await openTestProjects(t);
  const credentials = { apiKey: ours.projectApiKey };
  const { keyId } = await finder.find(credentials);
  await documents.keys.revoke(keyId);
  assert.equal(await projectOf(credentials), ours.project.id);
  clock.now += KEY_CACHE_TTL_MS;
  await refuses(credentials, "invalid_api_key");
});

test("while the store is away a key seen before goes on, and one not seen is fetch_team_fail", async (t) => {
  const { documents, clock, ours, theirs, projectOf, refuses } = await openTestProjects(t);
  const personal = { personalApiKey: ours.owner.personalApiKey, projectId: ours.project.id };
  await projectOf({ apiKey: ours.projectApiKey });
  await projectOf(personal);
  await documents.close();
  clock.now += 3_600_000;
  assert.equal(await projectOf({ apiKey: ours.projectApiKey }), ours.project.id);
  assert.equal(await projectOf(personal), ours.project.id);
  await refuses({ apiKey: theirs.projectApiKey }, "fetch_team_fail");
  await refuses({ apiKey: "phc_unknown" }, "fetch_team_fail");
  await refuses({ apiKey: "nonsense" }, "invalid_api_key");
});
