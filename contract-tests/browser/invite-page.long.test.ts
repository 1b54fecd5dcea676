import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { exchange } from "../client/exchange.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import { invitePath, Mailbox } from "../support/mailbox.ts";
import { eventually } from "../support/poll.ts";
import type { Tenant } from "../target-description.ts";
import { findBrowser, STEP_TIMEOUT_MS } from "./browser.ts";

const browserOrReason = await findBrowser();

describe("the page at /invites without a console", {
  skip: "missing" in browserOrReason && browserOrReason.missing,
  timeout: 900_000,
}, () => {
  let browser: Browser;
  let server: Server;
  let mailbox: Mailbox;
  before(async () => {
    if ("missing" in browserOrReason) return;
    mailbox = await Mailbox.open();
    server = await startServer({ tenants: ["acme"], settings: { SMTP_URL: mailbox.url, CONSOLE: "off" } });
    browser = await browserOrReason.launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    await mailbox?.close();
  });

  test("an invited person opens the link on a phone, accepts, and lists recordings with the new key", async () => {
    const { organizationId, projectId, personalApiKey } = server.tenants[0] as Tenant;
    const invited = await exchange(server.direct, {
      method: "POST",
      path: `/api/organizations/${organizationId}/invites`,
      headers: { "content-type": "application/json", authorization: `Bearer ${personalApiKey}` },
      body: JSON.stringify({ target_email: "jonas@guests.example", first_name: "Jon", message: "Come and see" }),
    });
    assert.equal(invited.status, 201);
    const mail = await eventually("the mail", async () => mailbox.mails[0]);
    const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    const page = await context.newPage();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    await page.goto(`${server.direct}${invitePath(mail)}`);
    await page.getByRole("heading", { level: 1, name: "Join acme" }).waitFor();
    assert.match((await page.locator("main").textContent()) ?? "", /owner@acme\.example invites jonas@guests\.example/);
    const isNarrow = async () => (await page.locator("main").boundingBox())?.width ?? Number.POSITIVE_INFINITY;
    assert.ok((await isNarrow()) <= 360);
    const name = page.getByLabel("Your first name");
    assert.equal(await name.inputValue(), "Jon");
    await name.fill("Jonas");
    await page.getByRole("button", { name: "Accept the invite" }).click();
    await page.getByRole("heading", { level: 1, name: "Welcome to acme" }).waitFor();
    const [key = "", ...commands] = await page.locator("pre").allTextContents();
    assert.match(key, /^phx_\w{43}$/);
    const addresses = [`users/@me`, `projects/${projectId}/session_recordings`];
    const bearer = `-H 'Authorization: Bearer ${key}'`;
    assert.deepEqual(
      commands,
      addresses.map((address) => `curl '${server.direct}/api/${address}' ${bearer}`),
    );
    assert.ok((await isNarrow()) <= 360);
    const headers = { authorization: `Bearer ${key}` };
    const path = `/api/projects/${projectId}/session_recordings`;
    const recordings = await exchange(server.direct, { method: "GET", path, headers });
    assert.deepEqual([recordings.status, JSON.parse(recordings.bytes.toString()).results], [200, []]);
    assert.deepEqual([...new Set(requested.map((url) => new URL(url).origin))], [server.direct]);
    assert.deepEqual(messages, []);
    await page.goto(`${server.direct}${invitePath(mail)}`);
    await page.getByText("This invite cannot be accepted").waitFor();
    assert.equal(await page.getByRole("link").count(), 0);
    await page.goto(`${server.direct}${invitePath(mail)}#/sign-in`);
    await page.getByText("This invite cannot be accepted").waitFor();
    await context.close();
  });
});
