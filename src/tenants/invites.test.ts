import assert from "node:assert/strict";
import { test } from "node:test";
import { openInviteEnvironment } from "../../test/support/test-invite-environment.ts";
import type { Organization } from "../store/records/tenant-kinds.ts";
import { createInvites, type NewInvite } from "./create-invites.ts";
import { deleteInvite, type InvitePorts, listInvites } from "./invites.ts";
import type { Caller } from "./keyring.ts";

async function createInvite(caller: Caller, organization: Organization, newInvite: NewInvite, ports: InvitePorts) {
  const [invite] = await createInvites(caller, organization, [newInvite], ports);
  return invite ?? assert.fail("no invite was returned");
}

const ALL = { limit: 1000, offset: 0 };
const UNKNOWN_ID = "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60";

test("an invite is stored and returned with its inviter", async (t) => {
  const { ports, organizationId, organization, ada, inviter, clock } = await openInviteEnvironment(t);
  const newInvite = {
    targetEmail: "Cleo@Example.com",
    firstName: "Cleo",
    message: "Join us\nsoon",
    level: "admin" as const,
  };
  const invite = await createInvite(ada, organization, newInvite, ports);
  assert.deepEqual(invite, {
    id: invite.id,
    organizationId,
    ...newInvite,
    emailingAttemptMade: false,
    createdBy: inviter,
    createdAt: clock.now,
    updatedAt: clock.now,
    expiresAt: clock.now + 3 * 86_400_000,
    secretHash: invite.secretHash,
    isExpired: false,
  });
  assert.match(invite.secretHash ?? "", /^[0-9a-f]{64}$/);
  assert.deepEqual(await listInvites(organization.id, ALL, ports), { count: 1, items: [invite] });
});

test("an absent name and message are empty, and the level is that of a member", async (t) => {
  const { ports, organization, ada } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organization, { targetEmail: "cleo@example.com" }, ports);
  assert.deepEqual([invite.firstName, invite.message, invite.level], ["", "", "member"]);
});

test("an expired invite stays listed", async (t) => {
  const { ports, organization, ada, clock } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organization, { targetEmail: "cleo@example.com" }, ports);
  const areExpired = async () => (await listInvites(organization.id, ALL, ports)).items.map((item) => item.isExpired);
  clock.now = invite.expiresAt - 1;
  assert.deepEqual(await areExpired(), [false]);
  clock.now = invite.expiresAt;
  assert.deepEqual(await areExpired(), [true]);
});

test("invites are listed newest first, in pages", async (t) => {
  const { ports, organization, ada, clock } = await openInviteEnvironment(t);
  for (const name of ["one", "two", "three"]) {
    clock.now += 1000;
    await createInvite(ada, organization, { targetEmail: `${name}@example.com` }, ports);
  }
  const page = await listInvites(organization.id, { limit: 2, offset: 1 }, ports);
  assert.equal(page.count, 3);
  assert.deepEqual(
    page.items.map((item) => item.targetEmail),
    ["two@example.com", "one@example.com"],
  );
});

test("a member's address is refused regardless of case, that of another organization's member is not", async (t) => {
  const { ports, organization, ada } = await openInviteEnvironment(t);
  const creation = createInvite(ada, organization, { targetEmail: "BOB@example.com" }, ports);
  await assert.rejects(creation, { name: "UninvitableAddress", index: 0 });
  await createInvite(ada, organization, { targetEmail: "eve@example.com" }, ports);
});

test("invites are returned in the order of the list", async (t) => {
  const { ports, organization, ada } = await openInviteEnvironment(t);
  const newInvites = Array.from({ length: 20 }, (_, index) => ({ targetEmail: `user${index}@example.com` }));
  const invites = await createInvites(ada, organization, newInvites, ports);
  assert.deepEqual(
    invites.map((invite) => invite.targetEmail),
    newInvites.map((newInvite) => newInvite.targetEmail),
  );
  assert.equal((await listInvites(organization.id, ALL, ports)).count, 20);
});

test("if one address of a list is refused, none is stored and the error has its index", async (t) => {
  const { ports, organization, ada } = await openInviteEnvironment(t);
  const newInvites = (...addresses: string[]) => addresses.map((targetEmail) => ({ targetEmail }));
  const member = createInvites(ada, organization, newInvites("cleo@example.com", "bob@example.com"), ports);
  await assert.rejects(member, { name: "UninvitableAddress", index: 1 });
  const duplicates = newInvites("a@example.com", "b@example.com", "A@example.com");
  const repeated = createInvites(ada, organization, duplicates, ports);
  await assert.rejects(repeated, { name: "UninvitableAddress", index: 2 });
  assert.equal((await listInvites(organization.id, ALL, ports)).count, 0);
});

test("an invite is deleted once, whatever the case of its id", async (t) => {
  const { ports, organization, ada } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organization, { targetEmail: "cleo@example.com" }, ports);
  await deleteInvite(ada, organization.id, invite.id.toUpperCase(), ports);
  await assert.rejects(deleteInvite(ada, organization.id, invite.id, ports), { code: "not_found" });
  for (const id of [UNKNOWN_ID, "", "abc", "\u0000", "x".repeat(1_000_000)]) {
    await assert.rejects(deleteInvite(ada, organization.id, id, ports), { code: "not_found" });
  }
});

test("invites of another organization cannot be listed or deleted", async (t) => {
  const { ports, organization, ada, store } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organization, { targetEmail: "cleo@example.com" }, ports);
  const othersId = (await store.tenants.listProjects())[1]?.organizationId ?? "";
  await assert.rejects(deleteInvite(ada, othersId, invite.id, ports), { code: "not_found" });
  assert.equal((await listInvites(othersId, ALL, ports)).count, 0);
  assert.equal((await listInvites(organization.id, ALL, ports)).count, 1);
});
