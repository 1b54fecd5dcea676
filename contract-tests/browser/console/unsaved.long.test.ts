import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

describe("edits that are not saved", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    running = await startConsole();
  });
  after(() => running?.close());

  const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
  const stay = async (page: Page) => {
    await question(page).getByRole("button", { name: "Stay here" }).click();
    await question(page).waitFor({ state: "detached" });
  };
  const saved = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: null }] };
  const sql = { kind: "HogQLQuery", query: "SELECT 1" };
  const ask = (query: object) => `/questions/ask?${new URLSearchParams({ q: JSON.stringify(query), name: "Mine" })}`;
  /** Where each form is, the field that is edited, and what is typed. */
  const forms: [path: string, label: string, typed: string][] = [
    ["/flags/new", "Description", "edited"],
    ["/plan/new", "Description", "edited"],
    ["/settings", "Name", "edited"],
    [ask(sql), "SQL", "SELECT 2"],
  ];

  for (const [path, label, typed] of forms) {
    test(`${path.split("?")[0]}: a link, Back and the address ask, and nothing is lost by staying`, async () => {
      const page = await running.open("/live");
      await page.getByRole("link", { name: "Persons" }).click();
      const { server, tenant } = running;
      await page.goto(`${server.direct}/#/projects/${tenant.projectId}${path}`);
      const field = page.getByLabel(label, { exact: true }).first();
      await field.fill(typed);
      const address = page.url();
      const ways = [
        () => page.getByRole("link", { name: "Dashboards" }).click(),
        () => page.goBack(),
        () => page.evaluate(() => location.assign("#/nowhere")),
      ];
      for (const leave of ways) {
        await leave();
        await stay(page);
        assert.equal(await field.inputValue(), typed);
        assert.equal(page.url(), address);
      }
      await page.getByRole("link", { name: "Dashboards" }).click();
      await checkLooks(page, "leave");
      await question(page).getByRole("button", { name: "Leave without saving" }).click();
      await page.getByRole("heading", { level: 1, name: "Dashboards" }).waitFor();
      await page.getByRole("link", { name: "Persons" }).click();
      await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
    });
  }

  test("reload asks in the words of the browser, and only while there are some", async () => {
    const page = await running.open("/flags/new");
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    await page.getByLabel("Key").fill("x");
    await page.reload();
    await page.getByLabel("Key").waitFor();
    assert.deepEqual(asked, ["beforeunload"]);
    await page.reload();
    await page.getByLabel("Key").fill("x");
    await page.getByLabel("Key").fill("");
    await page.reload();
    assert.deepEqual(asked, ["beforeunload"]);
  });

  test("other tabs, another project and signing out ask, too", async () => {
    const page = await running.open("/settings");
    await page.getByLabel("Name", { exact: true }).fill("edited");
    await page.getByRole("tab", { name: "Keys" }).click();
    await stay(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await stay(page);
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "edited");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The settings are saved.").waitFor();
    await page.getByRole("tab", { name: "Keys" }).click();
    await page.getByText("Sites and applications send events").waitFor();
  });

  test("of a saved question ask; it is the same after Back, and those of a new one stay in its address", async () => {
    const page = await running.open(ask(saved));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Add to a dashboard" }).waitFor();
    await page.getByLabel("By", { exact: true }).selectOption({ label: "Week" });
    await page.getByLabel("Dates").selectOption({ label: "Last 14 days" });
    await page.getByRole("link", { name: "Live" }).click();
    await stay(page);
    assert.equal(await page.getByLabel("By", { exact: true }).inputValue(), "week", "dates do not change it");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Live" }).click();
    await page.getByRole("heading", { level: 1, name: "Live" }).waitFor();
    await page.goBack();
    assert.equal(await page.getByLabel("By", { exact: true }).inputValue(), "week");
  });
});
