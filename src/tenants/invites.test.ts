import assert from "node:assert/strict";
import { test } from "node:test";
import { openInviteEnvironment } from "../../test/support/test-invite-environment.ts";
import { createInvites, type NewInvite } from "./create-invites.ts";
import { deleteInvite, type InvitePorts, listInvites } from "./invites.ts";
import type { Caller } from "./keyring.ts";

async function createInvite(caller: Caller, organizationId: string, newInvite: NewInvite, ports: InvitePorts) {
  const [invite] = await createInvites(caller, organizationId, [newInvite], ports);
  return invite ?? assert.fail("no invite was returned");
}

const ALL = { limit: 1000, offset: 0 };
const UNKNOWN_ID = "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60";

test("an invite is stored and returned with its inviter", async (t) => {
  const { ports, organizationId, ada, inviter, clock } = await openInviteEnvironment(t);
  const newInvite = {
    targetEmail: "Cleo@Example.com",
    firstName: "Cleo",
    message: "Join us\nsoon",
    level: "admin" as const,
  };
  const invite = await createInvite(ada, organizationId, newInvite, ports);
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
  assert.deepEqual(await listInvites(ada, organizationId, ALL, ports), { count: 1, items: [invite] });
});

test("an absent name and message are empty, and the level is that of a member", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  assert.deepEqual([invite.firstName, invite.message, invite.level], ["", "", "member"]);
});

test("an expired invite stays listed", async (t) => {
  const { ports, organizationId, ada, clock } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  const areExpired = async () =>
    (await listInvites(ada, organizationId, ALL, ports)).items.map((item) => item.isExpired);
  clock.now = invite.expiresAt - 1;
  assert.deepEqual(await areExpired(), [false]);
  clock.now = invite.expiresAt;
  assert.deepEqual(await areExpired(), [true]);
});

test("invites are listed newest first, in pages", async (t) => {
  const { ports, organizationId, ada, clock } = await openInviteEnvironment(t);
  for (const name of ["one", "two", "three"]) {
    clock.now += 1000;
    await createInvite(ada, organizationId, { targetEmail: `${name}@example.com` }, ports);
  }
  const page = await listInvites(ada, organizationId, { limit: 2, offset: 1 }, ports);
  assert.equal(page.count, 3);
  assert.deepEqual(
    page.items.map((item) => item.targetEmail),
    ["two@example.com", "one@example.com"],
  );
});

test("a member's address is refused regardless of case, that of another organization's member is not", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const creation = createInvite(ada, organizationId, { targetEmail: "BOB@example.com" }, ports);
  await assert.rejects(creation, { name: "UninvitableAddress", index: 0 });
  await createInvite(ada, organizationId, { targetEmail: "eve@example.com" }, ports);
});

test("invites are returned in the order of the list", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const newInvites = Array.from({ length: 20 }, (_, index) => ({ targetEmail: `user${index}@example.com` }));
  const invites = await createInvites(ada, organizationId, newInvites, ports);
  assert.deepEqual(
    invites.map((invite) => invite.targetEmail),
    newInvites.map((newInvite) => newInvite.targetEmail),
  );
  assert.equal((await listInvites(ada, organizationId, ALL, ports)).count, 20);
});

test("if one address of a list is refused, none is stored and the error has its index", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const newInvites = (...addresses: string[]) => addresses.map((targetEmail) => ({ targetEmail }));
  const member = createInvites(ada, organizationId, newInvites("cleo@example.com", "bob@example.com"), ports);
  await assert.rejects(member, { name: "UninvitableAddress", index: 1 });
  const duplicates = newInvites("a@example.com", "b@example.com", "A@example.com");
  const repeated = createInvites(ada, organizationId, duplicates, ports);
  await assert.rejects(repeated, { name: "UninvitableAddress", index: 2 });
  assert.equal((await listInvites(ada, organizationId, ALL, ports)).count, 0);
});

test("an invite is deleted once, whatever the case of its id", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  await deleteInvite(ada, organizationId, invite.id.toUpperCase(), ports);
  await assert.rejects(deleteInvite(ada, organizationId, invite.id, ports), { code: "not_found" });
  for (const id of [UNKNOWN_ID, "", "abc", "\u0000", "x".repeat(1_000_000)]) {
    await assert.rejects(deleteInvite(ada, organizationId, id, ports), { code: "not_found" });
  }
});

test("invites of another organization cannot be listed, created or deleted", async (t) => {
  const { ports, organizationId, ada, eve, store } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  const othersId = (await store.tenants.listProjects())[1]?.organizationId ?? "";
  await assert.rejects(listInvites(eve, organizationId, ALL, ports), { code: "not_found" });
  await assert.rejects(createInvite(eve, organizationId, { targetEmail: "x@example.com" }, ports), {
    code: "not_found",
  });
  await assert.rejects(deleteInvite(eve, organizationId, invite.id, ports), { code: "not_found" });
  await assert.rejects(deleteInvite(eve, othersId, invite.id, ports), { code: "not_found" });
  assert.equal((await listInvites(eve, othersId, ALL, ports)).count, 0);
  assert.equal((await listInvites(ada, organizationId, ALL, ports)).count, 1);
});

test("a read-only key can only list; for other organizations it gets not_found", async (t) => {
  const { ports, organizationId, ada, reader } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  const newInvite = { targetEmail: "dan@example.com" };
  await assert.rejects(createInvite(reader, organizationId, newInvite, ports), { code: "permission_denied" });
  await assert.rejects(createInvites(reader, organizationId, [newInvite], ports), { code: "permission_denied" });
  await assert.rejects(deleteInvite(reader, organizationId, invite.id, ports), { code: "permission_denied" });
  await assert.rejects(createInvite(reader, UNKNOWN_ID, newInvite, ports), { code: "not_found" });
  assert.equal((await listInvites(reader, organizationId, ALL, ports)).count, 1);
});
