import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { AREAS, type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const JSON_TYPE = "application/json; charset=utf-8";

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
    const page = await running.open("/team?tab=sessions", { timezoneId: "Asia/Katmandu" });
    const time = page.locator("time").first();
    const at = new Date((await time.getAttribute("datetime")) ?? "");
    const minutes = (minute: number) => `:${String((at.getUTCMinutes() + minute) % 60).padStart(2, "0")}:`;
    await time.filter({ hasText: minutes(0) }).waitFor();
    assert.equal(await page.getByText("Times in UTC").count(), 1);
    assert.match((await time.getAttribute("title")) ?? "", / UTC$/);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Time zone").fill("Australia/Adelaide");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Times in Australia/Adelaide").waitFor();
    await page.getByRole("link", { name: "Team" }).click();
    await page.getByRole("tab", { name: "Sessions" }).click();
    await time.filter({ hasText: minutes(30) }).waitFor();
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

  test("says of an address without a page that there is none, and leads on", async () => {
    const paths = ["/nonsense", "/live/nonsense", "/questions/nonsense", "/flags/new/more", "/persons/erasures/1/more"];
    for (const path of [...paths, "/settings/keys", "/recordings/a/b", "/plan/new/more", "/dashboards/1/more"]) {
      const page = await running.open(path);
      await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
      await page.close();
    }
    const page = await running.open("/nonsense");
    await page.getByRole("link", { name: /^Go to acme/ }).waitFor();
    await checkLooks(page, "no-such-page");
    for (const address of ["#/nonsense", "#/projects", "#/projects//live", "#//"]) {
      await page.goto(`${running.server.direct}/docs`);
      await page.goto(`${running.server.direct}/${address}`);
      await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
    }
    await page.getByRole("link", { name: "Go to your projects" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  });

  test("leads a browser back from an address of the service without anything", async () => {
    const page = await running.open("");
    for (const path of ["/nonsense", "/api/nonsense/", "/console/nonsense.js", "/docs/a/b/c", "/openapi.yml?a=<b>"]) {
      const response = await page.goto(`${running.server.direct}${path}`);
      assert.equal(response?.status(), 404);
      await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
      assert.equal((await page.request.get(`${running.server.direct}${path}`)).headers()["content-type"], JSON_TYPE);
    }
    await checkLooks(page, "not-found");
    await page.getByRole("link", { name: "API reference" }).click();
    await page.getByText(/^Served by Sightline \d+\.\d+\.\d+\. The API has a version of its own/).waitFor();
    await page.getByRole("heading", { name: /^Sightline API \(\d+\.\d+\.\d+\)/ }).waitFor();
    await page.goto(`${running.server.direct}/a/b`);
    await page.getByRole("link", { name: "Go to the console" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
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
