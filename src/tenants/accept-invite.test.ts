import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openInviteEnvironment } from "../../test/support/test-invite-environment.ts";
import { StoreUnavailable } from "../store/ports/common.ts";
import type { Invite } from "../store/records/invites.ts";
import { acceptInvite as acceptWithHash, newInviteSecret, showInvite } from "./accept-invite.ts";
import { listActivity } from "./activity-log.ts";
import { createInvites } from "./create-invites.ts";
import { deleteInvite } from "./invites.ts";
import { computeKeyLookup, hashSecret } from "./keyring.ts";

const NOT_FOUND = { code: "not_found" };
const acceptInvite = (
  secret: string,
  ...rest: Parameters<typeof acceptWithHash> extends [string, ...infer Rest] ? Rest : never
) => acceptWithHash(hashSecret(secret), ...rest);
const CLEO = { firstName: "Cleo", wantsKey: true };

/** Opens an environment with an invite whose secret is known. */
async function openInvite(t: TestContext, targetEmail = "cleo@example.com") {
  const environment = await openInviteEnvironment(t);
  const { store, ports, organization, organizationId, ada, clock } = environment;
  const accepting = { ...store, now: () => clock.now };
  const invite = async (targetEmail: string, level?: Invite["level"]) => {
    const [created] = await createInvites(ada, organization, [{ targetEmail, firstName: "C.", level }], ports);
    const { secret, secretHash } = newInviteSecret();
    const stored = (await store.invites.list(organizationId, { limit: 100, offset: 0 })).items[0];
    assert.ok(created && stored);
    await store.invites.delete(organizationId, created.id);
    await store.invites.insert([{ ...stored, secretHash }]);
    return { secret, id: created.id, expiresAt: created.expiresAt };
  };
  const countMembers = async () => (await store.tenants.listMembers(organizationId)).length;
  return { ...environment, ...(await invite(targetEmail)), invite, accepting, countMembers };
}

test("an invite is shown, and accepted once, by a new member with a key", async (t) => {
  const { secret, accepting, organizationId, store, inviter } = await openInvite(t);
  const shown = await showInvite(secret, accepting);
  assert.deepEqual([shown.organization.name, shown.inviter, shown.targetEmail], ["Acme", inviter, "cleo@example.com"]);
  const { user, personalApiKey, projects } = await acceptInvite(secret, CLEO, accepting);
  assert.deepEqual([user.email, user.firstName, user.isEmailVerified], ["cleo@example.com", "Cleo", true]);
  assert.equal(projects.length, 1);
  const key = await store.keys.find(computeKeyLookup(personalApiKey ?? "") ?? "");
  assert.ok(key?.kind === "personal" && key.userId === user.id && !key.readOnly);
  assert.ok(await store.tenants.organizationOfMember(user.id, organizationId));
  await assert.rejects(showInvite(secret, accepting), NOT_FOUND);
  await assert.rejects(acceptInvite(secret, CLEO, accepting), NOT_FOUND);
});

test("concurrent attempts make one member and one key", async (t) => {
  const { secret, accepting, countMembers, store } = await openInvite(t);
  const before = [await countMembers(), (await store.keys.list()).length] as const;
  const attempts = Array.from({ length: 5 }, () => acceptInvite(secret, CLEO, accepting));
  const results = await Promise.allSettled(attempts);
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  assert.deepEqual([await countMembers(), (await store.keys.list()).length], [before[0] + 1, before[1] + 1]);
});

test("the log says who joined, and that the invite is used up", async (t) => {
  const { secret, accepting, store, organizationId, id } = await openInvite(t);
  const { user } = await acceptInvite(secret, CLEO, accepting);
  const [project] = await store.tenants.projectsOf(organizationId);
  const { items } = await listActivity({ projectId: project?.id ?? "" }, { limit: 10, offset: 0 }, store);
  const seen = items.map((one) => [one.scope, one.activity, one.itemId, one.userId, one.name]);
  const name = "c…@example.com";
  assert.deepEqual(seen.slice(0, 2), [
    ["OrganizationInvite", "deleted", id, user.id, name],
    ["OrganizationMembership", "created", user.uuid, user.id, name],
  ]);
});

test("expired, deleted and unknown secrets are alike", async (t) => {
  const { secret, accepting, clock, expiresAt, invite, ada, organizationId, ports } = await openInvite(t);
  const deleted = await invite("dora@example.com");
  await deleteInvite(ada, organizationId, deleted.id, ports);
  clock.now = expiresAt;
  for (const one of [secret, deleted.secret, newInviteSecret().secret, "", "inv_", "x".repeat(100_000)]) {
    await assert.rejects(showInvite(one, accepting), NOT_FOUND);
    await assert.rejects(acceptInvite(one, CLEO, accepting), NOT_FOUND);
  }
});

test("a user of another organization joins under its own name and gets no key", async (t) => {
  const { secret, accepting, store, organizationId } = await openInvite(t, "EVE@example.com");
  const { user, personalApiKey } = await acceptInvite(secret, { ...CLEO, firstName: "Mallory" }, accepting);
  assert.deepEqual([user.email, user.firstName, personalApiKey], ["eve@example.com", "", null]);
  assert.ok(await store.tenants.organizationOfMember(user.id, organizationId));
  for (const key of await store.keys.listOfUser(user.id)) await store.keys.revoke(key.id);
  const again = await openInvite(t, "eve@example.com");
  assert.equal(
    (await acceptInvite(again.secret, { ...CLEO, firstName: "Mallory" }, again.accepting)).personalApiKey,
    null,
  );
});

test("after an outage the invite can be accepted, with a key that replaces the one not shown", async (t) => {
  const { secret, accepting, store, countMembers } = await openInvite(t);
  const before = [await countMembers(), (await store.keys.list()).length] as const;
  const failing = { ...store.invites, delete: () => Promise.reject(new StoreUnavailable("gone")) };
  await assert.rejects(acceptInvite(secret, CLEO, { ...accepting, invites: failing }), StoreUnavailable);
  const { personalApiKey } = await acceptInvite(secret, CLEO, accepting);
  assert.ok(await store.keys.find(computeKeyLookup(personalApiKey ?? "") ?? ""));
  assert.deepEqual([await countMembers(), (await store.keys.list()).length], [before[0] + 1, before[1] + 1]);
});

test("who wants no key is new once, also with a second invite", async (t) => {
  const { secret, accepting, invite, store } = await openInvite(t);
  const second = await invite("cleo@example.com");
  const withoutKey = { ...CLEO, wantsKey: false };
  const first = await acceptInvite(secret, withoutKey, accepting);
  assert.deepEqual([first.isNew, first.personalApiKey], [true, null]);
  assert.deepEqual(await store.keys.listOfUser(first.user.id), []);
  assert.equal((await acceptInvite(second.secret, withoutKey, accepting)).isNew, false);
});

test("an invite makes an admin if its inviter may still do that", async (t) => {
  const { invite, accepting, store, organizationId, ada } = await openInvite(t);
  const levelAfter = async (email: string) => {
    const { secret } = await invite(email, "admin");
    return async () => {
      const { user } = await acceptInvite(secret, CLEO, accepting);
      return (await store.tenants.listMembers(organizationId)).find((one) => one.user.id === user.id)?.level;
    };
  };
  const [first, second] = [await levelAfter("dora@example.com"), await levelAfter("emil@example.com")];
  assert.equal(await first(), "admin");
  const other = await store.tenants.findUserByEmail("dora@example.com");
  await store.tenants.changeMemberLevel(organizationId, other?.id ?? 0, "owner");
  await store.tenants.changeMemberLevel(organizationId, ada.userId, "member");
  assert.equal(await second(), "member");
});
