import { after } from "node:test";
import { Mailbox } from "./mailbox.ts";
import { ownServer } from "./own-server.ts";
import { WebhookReceiver } from "./webhook-receiver.ts";

/** Starts a server before the tests of this file, whose mails and webhooks arrive here. */
export function notifiedServer() {
  const receiver = new WebhookReceiver();
  let mailbox: Mailbox | undefined;
  after(async () => {
    receiver.close();
    await mailbox?.close();
  });
  const own = ownServer(async () => {
    mailbox = await Mailbox.open();
    await receiver.open();
    const PUBLIC_URL = "https://analytics.example/app/";
    return { SMTP_URL: mailbox.url, PUBLIC_URL, FLAG_WEBHOOK_ALLOW_PRIVATE: "true" };
  });
  return { own, receiver, mails: () => mailbox?.mails ?? [] };
}
