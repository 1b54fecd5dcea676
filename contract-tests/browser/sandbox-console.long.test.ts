import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startSandbox } from "../services/sandbox-process.ts";
import { findBrowser, STEP_TIMEOUT_MS } from "./browser.ts";

const browserOrReason = await findBrowser();
const skip = "missing" in browserOrReason && browserOrReason.missing;

test("in a sandbox the console is one link away, the samples play, and code looks like code", {
  skip,
  timeout: 900_000,
}, async (t) => {
  if ("missing" in browserOrReason) return;
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  t.after(() => rm(directory, { recursive: true }));
  const sandbox = await startSandbox(join(directory, "log"));
  t.after(() => sandbox.stop());
  const browser = await browserOrReason.launch();
  t.after(() => browser.close());
  const context = await browser.newContext();
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const page = await context.newPage();
  await page.goto(`${sandbox.base}/_sandbox/console`);
  await page.locator("button:focus").getByText("Sign in").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Recordings" }).click();
  const row = page.getByRole("row").filter({ hasText: "maja.lind@post.example" });
  await row.first().waitFor();
  const project = `${sandbox.base}/#/projects/${sandbox.tenant.projectId}`;
  const recorded = page.frameLocator(".recording-frame").frameLocator("iframe");
  for (const [id, name] of [
    ["019cde10-366c-7c3e-8f10-2a6d4b9e1c77", "In your cart"],
    ["019ce16b-c892-7a1f-9b5c-07e83d24f6ab", "Choose a color"],
  ]) {
    await page.goto(`${project}/recordings/${id}`);
    await recorded.getByRole("button", { name }).waitFor();
  }
  // What the service says has code in backticks: people see it as code.
  await fetch(`${sandbox.base}/_sandbox/tenants/other`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  await page.goto(`${project}/team?tab=invites`);
  await page
    .getByRole("button", { name: /^Make a link/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "The link of the invite" });
  await dialog.locator("code", { hasText: /^sightline invites link$/ }).waitFor();
  assert.ok(!(await dialog.innerText()).includes("`"));
});
