import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { exchange } from "../../client/exchange.ts";
import { invitePath, Mailbox } from "../../support/mailbox.ts";
import { eventually } from "../../support/poll.ts";
import {
  type ConsoleBrowser,
  checkLooks,
  confirmSignIn,
  IN_BROWSER,
  signInPath,
  startConsole,
} from "./console-browser.ts";

describe("signing in to the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await Mailbox.open();
    running = await startConsole({ settings: { SMTP_URL: mailbox.url } });
  });
  after(async () => {
    await running?.close();
    await mailbox?.close();
  });

  test("a mailed link leads back to where the person was, once, and signing out ends the session", async () => {
    const { tenant } = running;
    const email = tenant.details?.email ?? "";
    const page = await running.openSignedOut(`/projects/${tenant.projectId}/persons`);
    await page.getByLabel("Your email address").waitFor();
    await checkLooks(page, "sign-in-mail");
    await page.getByRole("button", { name: "Mail me a link" }).click();
    await page
      .getByRole("textbox", { name: "Your email address", exact: true })
      .and(page.locator("[aria-invalid]"))
      .waitFor();
    await page.getByLabel("Your email address").fill(email);
    await page.keyboard.press("Enter");
    await page.getByText("is on its way").waitFor();
    await checkLooks(page, "sign-in-mailed");
    const mail = await eventually("the mail", async () => mailbox.mails.find((one) => one.text.includes("sign-in/")));
    const path = /#(\/sign-in\/[\w-]+)/.exec(mail.text.replaceAll("=\r\n", ""))?.[1] ?? "";
    const scanner = await running.openSignedOut(path);
    await scanner.getByText(email).waitFor();
    await checkLooks(scanner, "sign-in-link");
    await page.goto(`${running.server.direct}/#${path}`);
    await confirmSignIn(page);
    await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
    assert.deepEqual(await page.evaluate(() => document.cookie), "");

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    const again = await running.openSignedOut(path);
    await again.getByText("was used already, or has expired").waitFor();
    await checkLooks(again, "sign-in-used");
    await page.goto(`${running.server.direct}/#/projects/${tenant.projectId}/flags`);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });

  test("a link from the server signs in", async () => {
    const page = await running.openSignedOut(
      await signInPath(running.server, running.tenant.details?.memberEmail ?? ""),
    );
    await confirmSignIn(page);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    assert.doesNotMatch(page.url(), /sign-in/);
  });

  test("invited people accept under their name, and are signed in in place of others", async () => {
    const { organizationId, personalApiKey } = running.tenant;
    const headers = { "content-type": "application/json", authorization: `Bearer ${personalApiKey}` };
    const open = async (target_email: string, more: object = {}) => {
      const body = JSON.stringify({ target_email, message: "<b>Come</b>", ...more });
      const path = `/api/organizations/${organizationId}/invites`;
      assert.equal((await exchange(running.server.direct, { method: "POST", path, headers, body })).status, 201);
      const isIt = ({ to, text }: { to: readonly string[]; text: string }) =>
        to[0] === target_email && text.includes("/invites/");
      const mail = await eventually("the invite", async () => mailbox.mails.find(isIt));
      return `${running.server.direct}${invitePath(mail)}`;
    };
    const link = await open("jonas@guests.example", { level: "admin" });
    const page = await running.openSignedOut("/sign-in");
    await page.goto(link);
    await page.getByText("<b>Come</b>").waitFor();
    await page.getByText("as an admin").waitFor();
    await checkLooks(page, "invite");
    await page.getByRole("button", { name: "Accept the invite" }).click();
    await page.getByRole("alert").or(page.locator("[aria-invalid]")).first().waitFor();
    await page.getByLabel("Your first name").fill("Jonas");
    await page.keyboard.press("Enter");
    await page.getByLabel("A password").fill("seven boats in the harbor");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByText("jonas@guests.example").waitFor();

    await page.goto(link);
    await page.getByText("was used already").waitFor();
    await checkLooks(page, "invite-used");
    await page.goto(await open("inga@guests.example"));
    await page.getByText("You are signed in as jonas@guests.example").waitFor();
    await checkLooks(page, "invite-other");
    await page.getByLabel("Your first name").fill("Inga");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Not now" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByText("inga@guests.example").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Your email address").fill("jonas@guests.example");
    await page.getByLabel("Your password").fill("seven boats in the harbor");
    await page.keyboard.press("Enter");
    await page.getByText("jonas@guests.example").waitFor();
  });
});
