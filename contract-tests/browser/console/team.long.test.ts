import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { exchange } from "../../client/exchange.ts";
import { createSignInToken } from "../../services/sightline-cli.ts";
import {
  type ConsoleBrowser,
  checkLooks,
  confirmSignIn,
  IN_BROWSER,
  signInPath,
  startConsole,
} from "./console-browser.ts";

const MEMBER = "member@acme.example";

describe("the page about the team", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let page: Page;
  before(async () => {
    running = await startConsole({ tenants: ["acme"] });
    page = await running.open("/team");
  });
  after(() => running?.close());

  const row = (text: string | RegExp) => page.getByRole("row").filter({ hasText: text });
  const statusWithKey = async (key: string) => {
    const { status } = await exchange(running.server.direct, {
      method: "GET",
      path: "/api/users/@me",
      headers: { authorization: `Bearer ${key}` },
    });
    return status;
  };

  test("offers a member nothing that only owners and admins do", async () => {
    const { server, tenant } = running;
    const member = await running.openSignedOut(await signInPath(server, MEMBER));
    await confirmSignIn(member);
    const open = (path: string) => member.goto(`${server.direct}/#/projects/${tenant.projectId}${path}`);
    await member.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await open("/team");
    await member.getByRole("button", { name: "Leave the organization" }).waitFor();
    assert.equal(await member.getByRole("button", { name: /^Change level|^Remove/ }).count(), 0);
    await checkLooks(member, "team-as-member");
    await open("/team?tab=invites");
    await member.getByRole("button", { name: "Invite someone" }).click();
    await member.getByLabel("Address").waitFor();
    assert.equal(await member.getByRole("combobox", { name: "Level" }).count(), 0);
    await open("/settings");
    await member.getByText("Owners and admins of the organization change the settings.").waitFor();
    assert.equal(await member.getByRole("button", { name: /^Save|^Create/ }).count(), 0);
    await checkLooks(member, "settings-as-member");
    await open("/settings?tab=keys");
    await member.getByText("Owners and admins of the organization create and revoke keys.").waitFor();
    assert.equal(await member.getByRole("button", { name: /^Revoke/ }).count(), 0);
    await open("/settings?tab=health");
    await member.getByText("Owners and admins of the organization see how the service does.").waitFor();
  });

  test("makes a link with which a member signs in, and which tells who", async () => {
    await page.getByRole("button", { name: `Make a sign-in link for ${MEMBER}` }).click();
    const dialog = page.getByRole("dialog", { name: "A sign-in link" });
    const url = await dialog.locator(".code").innerText();
    await checkLooks(page, "team-sign-in-link");
    await page.keyboard.press("Escape");
    const member = await running.visit(url);
    await member.getByText(MEMBER).waitFor();
    await confirmSignIn(member);
    await member.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  });

  test("changes what a member may do, and removes one", async () => {
    await row("owner@acme.example (you)").getByText("Owner", { exact: true }).waitFor();
    await checkLooks(page, "team-members");
    await page.getByRole("button", { name: `Change level of ${MEMBER}` }).click();
    await page.getByRole("combobox", { name: "Level" }).selectOption("admin");
    await checkLooks(page, "team-level");
    await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
    await row(MEMBER).getByText("Admin", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Leave the organization" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: `Remove ${MEMBER}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await row(MEMBER).waitFor({ state: "detached" });
  });

  test("invites by address, and makes a link where nothing is mailed", async () => {
    await page.getByRole("tab", { name: "Invites" }).click();
    await page.getByRole("heading", { name: "Nobody is invited" }).waitFor();
    await page.getByRole("button", { name: "Invite someone" }).click();
    const address = page.getByLabel("Address");
    await address.fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("alert").waitFor();
    assert.equal(await address.getAttribute("aria-invalid"), "true");
    await checkLooks(page, "team-invite");
    await address.fill("new@acme.example");
    await page.keyboard.press("Enter");
    const link = page.getByRole("dialog", { name: "The link of the invite" }).locator(".code");
    const url = await link.innerText();
    assert.ok(url.startsWith(`${running.server.direct}/invites/`), url);
    await checkLooks(page, "team-link");
    const visitor = await running.visit(url);
    await visitor.getByRole("heading", { level: 1, name: "Join acme" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await row("new@acme.example").getByText("Not mailed").waitFor();
    await checkLooks(page, "team-invites");
    await page.getByRole("button", { name: "Withdraw the invite of new@acme.example" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("heading", { name: "Nobody is invited" }).waitFor();
  });

  test("creates a key, which is shown once, and revokes it", async () => {
    await page.getByRole("tab", { name: "Your keys" }).click();
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("Nightly report");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Your new key" });
    const key = await dialog.locator(".code").innerText();
    assert.equal(await statusWithKey(key), 200);
    await checkLooks(page, "team-key");
    await dialog.getByRole("button", { name: "Done" }).click();
    await row(/Nightly report.*Read/).waitFor();
    assert.ok(!(await page.content()).includes(key));
    await checkLooks(page, "team-keys");
    await page.getByRole("button", { name: "Revoke Nightly report" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await row("Nightly report").waitFor({ state: "detached" });
  });

  test("ends another session, and signs out", async () => {
    const { server, tenant } = running;
    const token = await createSignInToken(server.environment, "owner@acme.example");
    const own = await running.openSignedOut(`/sign-in/${token}`);
    await confirmSignIn(own);
    await own.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await own.goto(`${server.direct}/#/projects/${tenant.projectId}/team?tab=sessions`);
    await own.getByText("This one").waitFor();
    await checkLooks(own, "team-sessions");
    await own.getByRole("button", { name: /^End the session in Chrome/ }).click();
    await own.getByRole("button", { name: /^End the session/ }).waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await own.getByRole("button", { name: "Sign out" }).click();
    await own.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await own.goto(`${server.direct}/#/projects/${tenant.projectId}/team`);
    await own.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });
});
