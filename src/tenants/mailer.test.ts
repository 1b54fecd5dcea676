import assert from "node:assert/strict";
import { test } from "node:test";
import { openInviteEnvironment } from "../../test/support/test-invite-environment.ts";
import { openMailServer, openUnresponsiveServer, unreachableUrl } from "../../test/support/test-mail-server.ts";
import { createInvites } from "./create-invites.ts";
import { listInvites } from "./invites.ts";

const ALL = { limit: 1000, offset: 0 };
const NEW_INVITE = { targetEmail: "cleo@example.com", firstName: "Cleo", message: "Join us" };

test("an invite is mailed and marked as mailed, in the result and in the list", async (t) => {
  const { withMailer, organizationId, organization, ada, warnings } = await openInviteEnvironment(t);
  const server = await openMailServer(t);
  const ports = withMailer({ smtpUrl: server.url, serviceUrl: "https://sightline.example.com" });
  const [invite] = await createInvites(ada, organization, [NEW_INVITE], ports);
  assert.equal(invite?.emailingAttemptMade, true);
  assert.deepEqual((await listInvites(organizationId, ALL, ports)).items, [invite]);
  assert.deepEqual(warnings, []);
  assert.equal(server.mails.length, 1);
  const [mail] = server.mails;
  assert.deepEqual(mail?.to, ["cleo@example.com"]);
  assert.match(mail?.raw ?? "", /^From: Sightline <sightline@example\.com>$/m);
  assert.match(mail?.raw ?? "", /^To: cleo@example\.com$/m);
  assert.match(mail?.raw ?? "", /^Reply-To: ada@example\.com$/m);
  assert.match(mail?.raw ?? "", /^Subject: ada@example\.com invites you to Acme on Sightline$/m);
});

test("each invite of a list is mailed separately, and a refused address does not stop the others", async (t) => {
  const { withMailer, organization, ada, warnings } = await openInviteEnvironment(t);
  const server = await openMailServer(t, ["user1@example.com"]);
  const ports = withMailer({ smtpUrl: server.url });
  const newInvites = Array.from({ length: 5 }, (_, index) => ({ targetEmail: `user${index}@example.com` }));
  const invites = await createInvites(ada, organization, newInvites, ports);
  assert.deepEqual(
    invites.map((invite) => invite.emailingAttemptMade),
    [true, false, true, true, true],
  );
  assert.deepEqual(server.mails.flatMap((mail) => mail.to).sort(), [
    "user0@example.com",
    "user2@example.com",
    "user3@example.com",
    "user4@example.com",
  ]);
  assert.equal(warnings.length, 1);
  const [warning] = warnings as { about?: string; responseCode?: number }[];
  assert.deepEqual([warning?.about, warning?.responseCode], [invites[1]?.id, 550]);
});

test("if the mail server is down, the invite is created and the failure is logged without the password", async (t) => {
  const { withMailer, organizationId, organization, ada, warnings } = await openInviteEnvironment(t);
  const url = (await unreachableUrl()).replace("smtp://", "smtp://user:hunter2@");
  const ports = withMailer({ smtpUrl: url });
  const [invite] = await createInvites(ada, organization, [NEW_INVITE], ports);
  assert.equal(invite?.emailingAttemptMade, false);
  assert.deepEqual((await listInvites(organizationId, ALL, ports)).items, [invite]);
  assert.equal(warnings.length, 1);
  assert.match(JSON.stringify(warnings), /ECONNREFUSED|ESOCKET/);
  assert.doesNotMatch(JSON.stringify(warnings), /hunter2/);
});

test("a silent server delays the request only briefly, and close aborts the attempt", async (t) => {
  const { withMailer, organization, ada, warnings } = await openInviteEnvironment(t);
  const server = await openUnresponsiveServer(t);
  const ports = withMailer({ smtpUrl: server.url, maxWaitMs: 1 });
  const [invite] = await createInvites(ada, organization, [NEW_INVITE], ports);
  assert.equal(invite?.emailingAttemptMade, false);
  assert.deepEqual(warnings, []);
  await ports.mailer?.close(0);
  assert.equal(warnings.length, 1);
});

test("all mails of a request share one timeout", async (t) => {
  const { withMailer, organization, ada, warnings } = await openInviteEnvironment(t);
  const server = await openUnresponsiveServer(t);
  const ports = withMailer({ smtpUrl: server.url, maxWaitMs: 60_000, attemptTimeoutMs: 20 });
  const newInvites = Array.from({ length: 5 }, (_, index) => ({ targetEmail: `user${index}@example.com` }));
  const invites = await createInvites(ada, organization, newInvites, ports);
  assert.ok(invites.every((invite) => !invite.emailingAttemptMade));
  assert.equal(warnings.length, 5);
});

test("a mail that is sent after the request is marked in the store", async (t) => {
  const { withMailer, organizationId, organization, ada } = await openInviteEnvironment(t);
  const server = await openMailServer(t);
  const ports = withMailer({ smtpUrl: server.url, maxWaitMs: 0 });
  await createInvites(ada, organization, [NEW_INVITE], ports);
  await ports.mailer?.close(60_000);
  const { items } = await listInvites(organizationId, ALL, ports);
  assert.deepEqual(
    items.map((invite) => invite.emailingAttemptMade),
    [true],
  );
});

test("no field can inject a mail header", async (t) => {
  const { withMailer, ada, store } = await openInviteEnvironment(t);
  const server = await openMailServer(t);
  const ports = withMailer({ smtpUrl: server.url });
  const injection = "x\r\nBcc: victim@example.com\r\n\r\nbody";
  const organization = { id: "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60", name: injection, createdAt: 1 };
  await store.tenants.addOrganization(organization);
  await store.tenants.addMember(organization.id, ada.userId, "member");
  await createInvites(
    ada,
    organization,
    [{ targetEmail: "cleo@example.com", firstName: injection, message: injection }],
    ports,
  );
  await createInvites(ada, organization, [{ targetEmail: `dan@example.com\r\nBcc: victim@example.com` }], ports);
  for (const { to, raw } of server.mails) {
    const headers = raw.slice(0, raw.indexOf("\n\n"));
    assert.doesNotMatch(headers, /^Bcc/im);
    assert.ok(!to.includes("victim@example.com"));
  }
  assert.ok(server.mails.length >= 1);
});
