import assert from "node:assert/strict";
import { test } from "node:test";
import { createInvite } from "./create-invite.ts";
import { createInvites } from "./create-invites.ts";
import { deleteInvite } from "./delete-invite.ts";
import { listInvites } from "./list-invites.ts";
import { openInviteEnvironment } from "./test-invite-environment.ts";

const ALL = { limit: 1000, offset: 0 };
const UNKNOWN_ID = "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60";

test("an invite is stored and answered with its inviter", async (t) => {
  const { ports, organizationId, ada, inviter, clock } = await openInviteEnvironment(t);
  const wanted = { targetEmail: "Cleo@Example.com", firstName: "Cleo", message: "Join us\nsoon" };
  const invite = await createInvite(ada, organizationId, wanted, ports);
  assert.deepEqual(invite, {
    id: invite.id,
    organizationId,
    ...wanted,
    emailingAttemptMade: false,
    createdBy: inviter,
    createdAt: clock.now,
    updatedAt: clock.now,
    expiresAt: clock.now + 3 * 86_400_000,
    isExpired: false,
  });
  assert.deepEqual(await listInvites(ada, organizationId, ALL, ports), { count: 1, items: [invite] });
});

test("name and message are empty when absent", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  assert.deepEqual([invite.firstName, invite.message], ["", ""]);
});

test("an invite expires at its time and stays listed", async (t) => {
  const { ports, organizationId, ada, clock } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  const expired = async () => (await listInvites(ada, organizationId, ALL, ports)).items.map((item) => item.isExpired);
  clock.now = invite.expiresAt - 1;
  assert.deepEqual(await expired(), [false]);
  clock.now = invite.expiresAt;
  assert.deepEqual(await expired(), [true]);
});

test("the list is newest first and comes in pages", async (t) => {
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

test("a member's address is refused in any case, another organization's member is not", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const refused = createInvite(ada, organizationId, { targetEmail: "BOB@example.com" }, ports);
  await assert.rejects(refused, { code: "invalid_input", attr: "target_email" });
  await createInvite(ada, organizationId, { targetEmail: "eve@example.com" }, ports);
});

test("a list of invites is answered in its order, a single one as a single one", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const wanted = Array.from({ length: 20 }, (_, index) => ({ targetEmail: `user${index}@example.com` }));
  const many = await createInvites(ada, organizationId, wanted, ports);
  assert.ok(Array.isArray(many));
  assert.deepEqual(
    many.map((invite) => invite.targetEmail),
    wanted.map((one) => one.targetEmail),
  );
  const single = await createInvites(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  assert.ok(!Array.isArray(single));
  assert.equal(single.targetEmail, "cleo@example.com");
  assert.equal((await listInvites(ada, organizationId, ALL, ports)).count, 21);
});

test("of a list with one that cannot be invited nothing is stored, and its place is named", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const list = (...addresses: string[]) => addresses.map((targetEmail) => ({ targetEmail }));
  const member = createInvites(ada, organizationId, list("cleo@example.com", "bob@example.com"), ports);
  await assert.rejects(member, { code: "invalid_input", attr: "1__target_email" });
  const repeated = createInvites(ada, organizationId, list("a@example.com", "b@example.com", "A@example.com"), ports);
  await assert.rejects(repeated, { code: "invalid_input", attr: "2__target_email" });
  const tooMany = Array.from({ length: 21 }, (_, index) => ({ targetEmail: `user${index}@example.com` }));
  await assert.rejects(createInvites(ada, organizationId, tooMany, ports), { code: "max_length" });
  await assert.rejects(createInvites(ada, organizationId, [], ports), { code: "invalid_input" });
  assert.equal((await listInvites(ada, organizationId, ALL, ports)).count, 0);
});

test("an invite is deleted once, in any case of its id", async (t) => {
  const { ports, organizationId, ada } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  await deleteInvite(ada, organizationId, invite.id.toUpperCase(), ports);
  await assert.rejects(deleteInvite(ada, organizationId, invite.id, ports), { code: "not_found" });
  for (const id of [UNKNOWN_ID, "", "abc", "\u0000", "x".repeat(1_000_000)]) {
    await assert.rejects(deleteInvite(ada, organizationId, id, ports), { code: "not_found" });
  }
});

test("another organization's invites cannot be seen, made or deleted", async (t) => {
  const { ports, organizationId, ada, eve, documents } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  const theirs = (await documents.tenants.listProjects())[1]?.organizationId ?? "";
  await assert.rejects(listInvites(eve, organizationId, ALL, ports), { code: "not_found" });
  await assert.rejects(createInvite(eve, organizationId, { targetEmail: "x@example.com" }, ports), {
    code: "not_found",
  });
  await assert.rejects(deleteInvite(eve, organizationId, invite.id, ports), { code: "not_found" });
  await assert.rejects(deleteInvite(eve, theirs, invite.id, ports), { code: "not_found" });
  assert.equal((await listInvites(eve, theirs, ALL, ports)).count, 0);
  assert.equal((await listInvites(ada, organizationId, ALL, ports)).count, 1);
});

test("a read-only key lists and changes nothing; elsewhere it learns no more than others", async (t) => {
  const { ports, organizationId, ada, reader } = await openInviteEnvironment(t);
  const invite = await createInvite(ada, organizationId, { targetEmail: "cleo@example.com" }, ports);
  const wanted = { targetEmail: "dan@example.com" };
  await assert.rejects(createInvite(reader, organizationId, wanted, ports), { code: "permission_denied" });
  await assert.rejects(createInvites(reader, organizationId, [wanted], ports), { code: "permission_denied" });
  await assert.rejects(deleteInvite(reader, organizationId, invite.id, ports), { code: "permission_denied" });
  await assert.rejects(createInvite(reader, UNKNOWN_ID, wanted, ports), { code: "not_found" });
  assert.equal((await listInvites(reader, organizationId, ALL, ports)).count, 1);
});
