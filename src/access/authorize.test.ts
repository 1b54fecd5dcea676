import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { StoreUnavailable } from "../storage/ports/common.ts";
import { newPersonalKey } from "./api-keys.ts";
import { authenticate } from "./authenticate.ts";
import { authorizeOrganization, authorizeProject, requireWriteAccess } from "./authorize.ts";
import { Keyring } from "./keyring.ts";
import { setUp } from "./setup.ts";
import { openTestStore } from "./test-store.ts";

async function openTestOrganizations(t: TestContext) {
  const { documents } = await openTestStore(t);
  const ours = await setUp(documents, { organization: "Ours" });
  const theirs = await setUp(documents, { organization: "Theirs" });
  const keyring = new Keyring(documents.keys);
  return { documents, ours, theirs, keyring, caller: await authenticate(ours.owner.personalApiKey, keyring) };
}

const MALFORMED = ["", "abc", "1\u0000", "../1", "-1", "1".repeat(1_000_000), "𝟙"];

test("a personal key tells its user, and whether it may only read", async (t) => {
  const { documents, ours, keyring, caller } = await openTestOrganizations(t);
  assert.equal(caller.userId, ours.owner.user.id);
  assert.equal(caller.readOnly, false);
  const reading = newPersonalKey(ours.owner.user.id, { label: "", readOnly: true, now: 1 });
  await documents.keys.insert(reading.key);
  const reader = await authenticate(reading.secret, keyring);
  assert.deepEqual(reader, { userId: ours.owner.user.id, keyId: reading.key.id, readOnly: true });
  assert.throws(() => requireWriteAccess(reader), { code: "permission_denied" });
  requireWriteAccess(caller);
});

test("no key is not_authenticated, a wrong one invalid_personal_api_key, a project key too", async (t) => {
  const { ours, keyring } = await openTestOrganizations(t);
  for (const absent of [undefined, ""])
    await assert.rejects(authenticate(absent, keyring), { code: "not_authenticated" });
  for (const wrong of ["phx_unknown", "nonsense", "\u0000", "x".repeat(1_000_000), ours.projectApiKey]) {
    await assert.rejects(authenticate(wrong, keyring), { code: "invalid_personal_api_key" });
  }
});

test("one's own project and organization are given", async (t) => {
  const { documents, ours, caller } = await openTestOrganizations(t);
  assert.deepEqual(await authorizeProject(caller, ours.project.id, documents.tenants), ours.project);
  assert.deepEqual(await authorizeOrganization(caller, ours.organization.id, documents.tenants), ours.organization);
  const upper = ours.organization.id.toUpperCase();
  assert.deepEqual(await authorizeOrganization(caller, upper, documents.tenants), ours.organization);
});

test("those of others, and those that are not there, are not_found alike", async (t) => {
  const { documents, theirs, caller } = await openTestOrganizations(t);
  for (const id of [theirs.project.id, "999"]) {
    await assert.rejects(authorizeProject(caller, id, documents.tenants), { code: "not_found", message: "Not found." });
  }
  for (const id of [theirs.organization.id, "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60"]) {
    await assert.rejects(authorizeOrganization(caller, id, documents.tenants), {
      code: "not_found",
      message: "Not found.",
    });
  }
});

test("a malformed id is not_found, and the store is not asked", async (t) => {
  const { documents, ours, caller } = await openTestOrganizations(t);
  await documents.close();
  for (const id of MALFORMED) {
    await assert.rejects(authorizeProject(caller, id, documents.tenants), { code: "not_found" });
    await assert.rejects(authorizeOrganization(caller, id, documents.tenants), { code: "not_found" });
  }
  await assert.rejects(authorizeProject(caller, ours.project.id, documents.tenants), StoreUnavailable);
});

test("a private request whose key nobody can look up fails with the store's error", async (t) => {
  const { documents, ours } = await openTestOrganizations(t);
  await documents.close();
  await assert.rejects(authenticate(ours.owner.personalApiKey, new Keyring(documents.keys)), StoreUnavailable);
});
