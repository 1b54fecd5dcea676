import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const AREAS = ["Live", "Questions", "Dashboards", "Persons", "Recordings", "Flags", "Team", "Settings"];

describe("the frame of the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    running = await startConsole();
  });
  after(() => running?.close());

  test("leads to every area, by keyboard too", async () => {
    const page = await running.open("");
    const areas = page.getByRole("navigation", { name: "Areas" }).getByRole("link");
    await areas.first().waitFor();
    assert.deepEqual(await areas.allTextContents(), AREAS);
    for (const name of AREAS) {
      await areas.filter({ hasText: name }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name }).waitFor();
      assert.equal(await page.title(), `${name} · Sightline`);
    }
    await checkLooks(page, "shell");
  });

  test("hides its menu on a phone until it is wanted", async () => {
    const page = await running.open("/team", { width: 390 });
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.click();
    await checkLooks(page, "menu");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await page.getByRole("button", { name: "Menu", expanded: false }).waitFor();
  });

  test("says that a project is none of the person's", async () => {
    const page = await running.open("0/live");
    await page.getByRole("heading", { name: "There is no such project" }).waitFor();
  });

  test("leads who is not signed in to the page for that", async () => {
    const page = await running.openSignedOut("/projects/1/flags");
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    assert.match(page.url(), /#\/sign-in$/);
    await checkLooks(page, "sign-in");
  });
});
