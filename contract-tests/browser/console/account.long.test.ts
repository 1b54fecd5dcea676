import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { runCliOrThrow } from "../../services/sightline-cli.ts";
import {
  type ConsoleBrowser,
  checkLooks,
  confirmSignIn,
  IN_BROWSER,
  signInPath,
  startConsole,
} from "./console-browser.ts";

const EMAIL = "ada@acme.example";
const PASSWORD = "seven boats in the harbor";

describe("the account of who is signed in", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let page: Page;
  before(async () => {
    running = await startConsole({ tenants: ["acme"], settings: {}, ignoresMistakes: true });
  });
  after(() => running?.close());

  const signOut = async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  };
  const settle = () => page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();

  test("the first sign-in asks for an address and offers a password, with which one comes back", async () => {
    const { server } = running;
    const made = JSON.parse(await runCliOrThrow(server.environment, "setup", "--json", "--organization", "first"));
    const link = `/#${await signInPath(server, `owner-${made.organization_id.slice(0, 8)}@sightline.invalid`)}`;
    // IP addresses have no passkeys.
    page = await running.visit(`${server.direct.replace("127.0.0.1", "localhost")}${link}`);
    await page.locator("button:focus").getByText("Sign in").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
    await checkLooks(page, "welcome");
    const [email, password] = [page.getByLabel("Your email address"), page.getByLabel("A password")];
    assert.equal(await email.inputValue(), "");
    await email.fill("ada");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("This is no email address.").waitFor();
    await email.fill(EMAIL);
    await password.fill("seven boats");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Use at least 12 characters").waitFor();
    await checkLooks(page, "welcome-refused");
    await password.fill(PASSWORD);
    await page.keyboard.press("Enter");
    await settle();
    await page.getByRole("link", { name: EMAIL }).waitFor();

    await signOut();
    await checkLooks(page, "sign-in-password");
    await page.getByLabel("Your email address").fill(EMAIL);
    await page.getByLabel("Your password").fill("seven boats on the beach");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("The address or the password is wrong.").waitFor();
    await checkLooks(page, "sign-in-wrong");
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await settle();
  });

  test("changes the name and the address, and removes the password", async () => {
    await page.getByRole("link", { name: EMAIL }).click();
    await page.getByLabel("Your first name").fill("Ada");
    await page.getByLabel("Your email address").fill("owner@acme.example");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Another user has this address.").waitFor();
    await page.getByLabel("Your email address").fill(`new-${EMAIL}`);
    await page.keyboard.press("Enter");
    await page.getByText("It is saved.").waitFor();
    await page.getByRole("link", { name: `new-${EMAIL}` }).waitFor();
    await checkLooks(page, "settings-account");
    await page.getByRole("button", { name: "Remove the password" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByLabel("A password").waitFor();
  });

  test("gets passkeys, each of which signs in until it is removed", async () => {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const authenticator = { ...options, isUserVerified: true, automaticPresenceSimulation: true };
    await session.send("WebAuthn.addVirtualAuthenticator", { options: authenticator });
    await page.getByLabel("Name of a new passkey").fill("Laptop");
    await page.keyboard.press("Enter");
    await page.getByRole("row").filter({ hasText: "Laptop" }).getByText("Never").waitFor();
    await checkLooks(page, "settings-passkeys");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("alert").getByText("has a passkey of yours already").waitFor();
    await signOut();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await settle();
    await page.getByRole("link", { name: `new-${EMAIL}` }).click();
    await page.getByRole("button", { name: "Rename Laptop" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("must not be empty").waitFor();
    await page.getByRole("dialog").getByLabel("Name").fill("Desk");
    await checkLooks(page, "settings-rename-passkey");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove Desk" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("row").filter({ hasText: "Desk" }).waitFor({ state: "detached" });
    await signOut();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("not known here, or was removed").waitFor();
  });

  test("has no passkeys where browsers have none, and says why", async () => {
    const other = await running.openSignedOut(await signInPath(running.server, "member@acme.example"));
    await confirmSignIn(other);
    await other.getByRole("link", { name: "member@acme.example" }).click();
    await other.getByText("Passkeys need a name of the service").waitFor();
  });
});
