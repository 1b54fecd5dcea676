import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { exchange } from "../../client/exchange.ts";
import { type ConsoleBrowser, IN_BROWSER, startConsole } from "./console-browser.ts";
import { IdentityProvider, signInAtProvider } from "./identity-provider.ts";

describe("signing in with a provider", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let provider: IdentityProvider;
  before(async () => {
    provider = await IdentityProvider.open({
      ada: { email: "OWNER@acme.example" },
      jonas: { email: "jonas@guests.example" },
      liar: { email: "owner@acme.example", isVerified: false },
      reuser: { email: "owner@acme.example" },
    });
    const settings = { OIDC_PROVIDERS: "acme", OIDC_ACME_LABEL: "Acme <ID>", ...provider.settings("acme") };
    running = await startConsole({ settings });
    await provider.serve({ acme: running.server.direct });
  });
  after(async () => {
    await running?.close();
    await provider?.close();
  });

  /** Signs in to an account in a browser of its own, from a page of the console. */
  async function signIn(account: string, path = ""): Promise<Page> {
    const page = await running.visit(`${running.server.direct}/#${path}`);
    await page.getByRole("link", { name: "Sign in with Acme <ID>" }).click();
    await signInAtProvider(page, account);
    return page;
  }

  test("a member gets to where the person wanted to be", async () => {
    const page = await signIn("ada", `/projects/${running.tenant.projectId}/persons`);
    await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
  });

  test("an invited person accepts by signing in, and others are told why not", async () => {
    const stranger = await signIn("jonas");
    await stranger.getByText("neither a member's nor invited").waitFor();
    const { organizationId, personalApiKey } = running.tenant;
    const headers = { "content-type": "application/json", authorization: `Bearer ${personalApiKey}` };
    const body = JSON.stringify({ target_email: "Jonas@guests.example" });
    const path = `/api/organizations/${organizationId}/invites`;
    assert.equal((await exchange(running.server.direct, { method: "POST", path, headers, body })).status, 201);
    const page = await signIn("jonas");
    await page.getByText("Jonas@guests.example").waitFor();
  });

  test("an address that is not verified does not get in, nor another account with a member's address", async () => {
    await (await signIn("liar")).getByText("does not say that your email address is verified").waitFor();
    await (await signIn("reuser")).getByText("another account of Acme <ID>").waitFor();
  });
});
