import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import type { Body } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";
import { type Mail, Mailbox } from "../support/mailbox.ts";
import { ownServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { readMetrics } from "../support/service-metrics.ts";

type Invite = Body<"invites_create", 201>;
let mailbox: Mailbox | undefined;

after(() => mailbox?.close());

const own = ownServer(async () => {
  mailbox = await Mailbox.open();
  return { SMTP_URL: mailbox.url, MAIL_FROM: "Contract <contract@sender.example>", INVITE_EXPIRY_SECONDS: "1" };
});

function newEmailAddress(name = "invited"): string {
  return `${name}-${randomUUID()}@guests.example`;
}

function waitForMail(target_email: string): Promise<Mail> {
  return eventually("the mail", async () => mailbox?.mails.find(({ to }) => to.includes(target_email)));
}

/** Waits until the invite is marked as mailed. The response says so only if that takes less than 3 seconds. */
function waitUntilMarked(id: string): Promise<unknown> {
  return eventually("the invite is marked", async () => (await findInvite(id))?.emailing_attempt_made);
}

async function findInvite(id: string): Promise<Invite | undefined> {
  return (await own().client.expectStatus("invites_list", 200)).results.find((invite) => invite.id === id);
}

describe("invites: mail and expiry", needs("settings"), () => {
  test("an invite is mailed, and emailing_attempt_made is true", async () => {
    const target_email = newEmailAddress();
    const json = { target_email, first_name: "Jonas", message: "Come and see." };
    const created = await own().client.expectStatus("invites_create", 201, { json });
    const mail = await waitForMail(target_email);
    assert.deepEqual(mail.to, [target_email]);
    assert.match(mail.text, /^From: Contract <contract@sender\.example>/m);
    assert.match(mail.text, /Jonas/);
    assert.match(mail.text, /Come and see\./);
    await waitUntilMarked(created.id);
  });

  test("a name or a message cannot add mail headers", async () => {
    const target_email = newEmailAddress();
    const json = { target_email, first_name: "J\r\nBcc: x@y.example", message: "A\r\n.\r\nQUIT\r\nBcc: x@y.example" };
    const { status } = await own().client.request("invites_create", { json });
    assert.equal(status, 201);
    const mail = await waitForMail(target_email);
    assert.deepEqual(mail.to, [target_email]);
    assert.doesNotMatch(mail.text.split("\r\n\r\n", 1)[0] ?? "", /^Bcc:/im);
  });

  test("several invites are mailed individually; a refused one does not affect the others", async () => {
    const addresses = [newEmailAddress(), newEmailAddress("refused"), newEmailAddress()];
    const json = addresses.map((target_email) => ({ target_email }));
    const created = (await own().client.expectStatus("invites_bulk_create", 201, { json })) as readonly Invite[];
    const [first, refused, last] = created.map(({ id }) => id);
    for (const id of [first, last]) await waitUntilMarked(id ?? "");
    assert.equal((await findInvite(refused ?? ""))?.emailing_attempt_made, false);
    const mailed = new Set(mailbox?.mails.flatMap(({ to }) => to));
    assert.deepEqual(
      addresses.map((address) => mailed.has(address)),
      [true, false, true],
    );
  });

  test("an invite expires and stays listed", async () => {
    const json = { target_email: newEmailAddress() };
    const { id } = await own().client.expectStatus("invites_create", 201, { json });
    await eventually("it expires", async () => (await findInvite(id))?.is_expired);
  });

  test("a failing mail server does not make the request fail", async () => {
    await mailbox?.close();
    const created = await own().client.expectStatus("invites_create", 201, {
      json: { target_email: newEmailAddress() },
    });
    assert.equal(created.emailing_attempt_made, false);
    assert.equal((await findInvite(created.id))?.emailing_attempt_made, false);
    assert.ok((await readMetrics(own().client))("sightline_mails_failed_total") > 0);
  });
});
