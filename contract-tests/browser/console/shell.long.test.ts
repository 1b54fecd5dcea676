import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { AREAS, type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

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

  test("shows times in the time zone of the project, wherever the person is, and names it once", async () => {
    const page = await running.open("/team?tab=sessions", { timezoneId: "America/St_Johns" });
    const time = page.locator("time").first();
    const at = new Date((await time.getAttribute("datetime")) ?? "");
    const minutes = (minute: number) => `:${String((at.getUTCMinutes() + minute) % 60).padStart(2, "0")}:`;
    await time.filter({ hasText: minutes(0) }).waitFor();
    assert.equal(await page.getByText("Times in UTC").count(), 1);
    assert.match((await time.getAttribute("title")) ?? "", / UTC$/);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Time zone").fill("Asia/Kathmandu");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Times in Asia/Kathmandu").waitFor();
    await page.getByRole("link", { name: "Team" }).click();
    await page.getByRole("tab", { name: "Sessions" }).click();
    await time.filter({ hasText: minutes(45) }).waitFor();
    await checkLooks(page, "times-of-project");
  });

  test("says that something is gone, whatever the address was about", async () => {
    for (const path of ["/flags/99999", "/dashboards/99999", "/questions/saved/gone", `/persons/${randomUUID()}`]) {
      const page = await running.open(path);
      await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
      await page.close();
    }
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
