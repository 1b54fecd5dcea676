import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "../access/keyring.ts";
import { createInvites, type NewInvite } from "./create-invites.ts";
import { deleteInvite, type InvitePorts, listInvites } from "./invites.ts";
import { openInviteEnvironment } from "./test-invite-environment.ts";

async function createInvite(caller: Caller, organizationId: string, newInvite: NewInvite, ports: InvitePorts) {
  const [invite] = await createInvites(caller, organizationId, [newInvite], ports);
  return invite ?? assert.fail("no invite was returned");
}

const ALL = { limit: 1000, offset: 0 };
const UNKNOWN_ID = "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60";

test("an invite is stored and returned with its inviter", async (t) => {
  const { ports, organizationId, ada, inviter, clock } = await openInviteEnvironment(t);
  const newInvite = { targetEmail: "Cleo@Example.com", firstName: "Cleo", message: "Join us\nsoon" };
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
    isExpired: false,
  });
  assert.deepEqual(await listInvites(ada, organizationId, ALL, ports), { count: 1, items: [invite] });
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

test("a member's address is refused regardless of case, that of another organization's member is not", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const creation = createInvite(ada, organizationId, { targetEmail: "BOB@example.com" }, ports);
  await assert.rejects(creation, { name: "UninvitableAddress", index: 0 });
  await createInvite(ada, organizationId, { targetEmail: "eve@example.com" }, ports);
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
