import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { StoreUnavailable } from "../store/ports/common.ts";
import { newPersonalKey } from "./api-keys.ts";
import { authorizeOnlyProject, authorizeOrganization, authorizeProject, requireWriteAccess } from "./authorize.ts";
import { authenticate, Keyring } from "./keyring.ts";
import { setUp } from "./setup.ts";

async function openTestOrganizations(t: TestContext) {
  const { store } = await openTestStore(t);
  const ours = await setUp(store, { organization: "Ours" });
  const theirs = await setUp(store, { organization: "Theirs" });
  const keyring = new Keyring(store.keys);
  return { store, ours, theirs, keyring, caller: await authenticate(ours.owner.personalApiKey, keyring) };
}

const MALFORMED = ["", "abc", "1\u0000", "../1", "-1", "1".repeat(1_000_000), "𝟙"];

test("a personal key identifies its user and whether it is read-only", async (t) => {
  const { store, ours, keyring, caller } = await openTestOrganizations(t);
  assert.equal(caller.userId, ours.owner.user.id);
  assert.equal(caller.readOnly, false);
  const readOnlyKey = newPersonalKey(ours.owner.user.id, { label: "", readOnly: true, now: 1 });
  await store.keys.insert(readOnlyKey.key);
  const reader = await authenticate(readOnlyKey.secret, keyring);
  assert.deepEqual(reader, { userId: ours.owner.user.id, keyId: readOnlyKey.key.id, readOnly: true });
  assert.throws(() => requireWriteAccess(reader), { code: "permission_denied" });
  requireWriteAccess(caller);
});

test("no key is not_authenticated; a wrong key or a project key is invalid_personal_api_key", async (t) => {
  const { ours, keyring } = await openTestOrganizations(t);
  for (const absent of [undefined, ""])
    await assert.rejects(authenticate(absent, keyring), { code: "not_authenticated" });
  for (const wrong of ["phx_unknown", "nonsense", "\u0000", "x".repeat(1_000_000), ours.projectApiKey]) {
    await assert.rejects(authenticate(wrong, keyring), { code: "invalid_personal_api_key" });
  }
});

test("a member gets the project and the organization", async (t) => {
  const { store, ours, caller } = await openTestOrganizations(t);
  assert.deepEqual(await authorizeProject(caller, ours.project.id, store.tenants), ours.project);
  assert.deepEqual(await authorizeOrganization(caller, ours.organization.id, store.tenants), ours.organization);
  const upper = ours.organization.id.toUpperCase();
  assert.deepEqual(await authorizeOrganization(caller, upper, store.tenants), ours.organization);
});

test("a user's only project is found without an id, one of several is not", async (t) => {
  const { store, ours, caller } = await openTestOrganizations(t);
  const { tenants } = store;
  assert.deepEqual(await authorizeOnlyProject(caller, tenants, "token"), ours.project);
  await tenants.addProject({ organizationId: ours.organization.id, name: "Second", createdAt: 1 });
  const expected = { code: "required", attr: "token" };
  await assert.rejects(authorizeOnlyProject(caller, tenants, "token"), expected);
});

test("foreign and absent projects and organizations are both not_found", async (t) => {
  const { store, theirs, caller } = await openTestOrganizations(t);
  for (const id of [theirs.project.id, "999"]) {
    await assert.rejects(authorizeProject(caller, id, store.tenants), { code: "not_found", message: "Not found." });
  }
  for (const id of [theirs.organization.id, "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60"]) {
    await assert.rejects(authorizeOrganization(caller, id, store.tenants), {
      code: "not_found",
      message: "Not found.",
    });
  }
});

test("a malformed id is not_found without a query", async (t) => {
  const { store, ours, caller } = await openTestOrganizations(t);
  await store.close();
  for (const id of MALFORMED) {
    await assert.rejects(authorizeProject(caller, id, store.tenants), { code: "not_found" });
    await assert.rejects(authorizeOrganization(caller, id, store.tenants), { code: "not_found" });
  }
  await assert.rejects(authorizeProject(caller, ours.project.id, store.tenants), StoreUnavailable);
});

test("authenticate throws StoreUnavailable if the store is down and the key is not cached", async (t) => {
  const { store, ours } = await openTestOrganizations(t);
  await store.close();
  await assert.rejects(authenticate(ours.owner.personalApiKey, new Keyring(store.keys)), StoreUnavailable);
});
