import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";
import { FIRST_DAY, LAST_DAY, sendKnownEvents } from "./known-events.ts";

const dateRange = { date_from: FIRST_DAY, date_to: LAST_DAY };
const step = (event: string) => ({ kind: "EventsNode", event });
const QUESTIONS = {
  "Views by day": { kind: "TrendsQuery", series: [step("view")], dateRange },
  "To buying": { kind: "FunnelsQuery", series: [step("view"), step("buy")], dateRange },
  "Too old": { kind: "HogQLQuery", query: "SELECT nothing FROM events" },
} as const;

describe("dashboards", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    running = await startConsole();
    await sendKnownEvents(running);
    for (const [name, query] of Object.entries(QUESTIONS)) await save(name, query);
  });
  after(() => running?.close());

  const save = (name: string, query: object) => running.request("POST", "insights", { name, query });
  const tile = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const add = async (page: Page, ...names: string[]) => {
    await page.getByRole("button", { name: "Add questions" }).click();
    for (const name of names) await page.getByLabel(`Add ${name}`).check();
    await checkLooks(page, "dashboard-add");
    await page.getByRole("button", { name: /^Add (the question|\d+ questions)$/ }).click();
    for (const name of names) await tile(page, name).waitFor();
  };
  const tilesOf = (page: Page) => page.locator(".tile h2").allTextContents();

  test("is made of saved questions, each with its answer, its table and its own error", async () => {
    const page = await running.open("/dashboards");
    await page.getByRole("heading", { name: "There is no dashboard yet" }).waitFor();
    await page.getByRole("button", { name: "New dashboard" }).click();
    await page.getByLabel("Name").fill("Shop");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "Shop" }).waitFor();
    await add(page, ...Object.keys(QUESTIONS));
    assert.deepEqual(await tilesOf(page), Object.keys(QUESTIONS));

    const views = tile(page, "Views by day");
    await views.getByRole("img", { name: "Chart: Views by day" }).waitFor();
    await views.getByText("Table", { exact: true }).click();
    await views.getByRole("row", { name: /^Together 4/ }).waitFor();
    const funnel = tile(page, "To buying");
    await funnel.getByRole("listitem").filter({ hasText: "2. buy1 33.3%" }).waitFor();
    await tile(page, "Too old").getByRole("alert").getByText('column "nothing" not found').waitFor();
    await checkLooks(page, "dashboard");

    await views.getByRole("button", { name: /^4 : show who/ }).click();
    await page.getByRole("dialog").getByRole("link", { name: "ada@shop.example" }).waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Arrange" }).click();
    await page.getByRole("button", { name: "Move Too old forward" }).click();
    await page.locator(".tile h2").nth(1).getByText("Too old").waitFor();
    await page.getByRole("button", { name: "Take Too old off the dashboard" }).click();
    await tile(page, "Too old").waitFor({ state: "detached" });
    await page.reload();
    await tile(page, "To buying").waitFor();
    assert.deepEqual(await tilesOf(page), ["Views by day", "To buying"]);
  });

  test("has dates and conditions for all tiles, in its address", async () => {
    const { results } = await running.request("GET", "dashboards?search=Shop");
    const where = JSON.stringify([{ key: "plan", operator: "exact", value: "free" }]);
    const page = await running.open(`/dashboards/${results[0].id}?${new URLSearchParams({ where })}`);
    await tile(page, "To buying").getByRole("listitem").filter({ hasText: "1. view2" }).waitFor();
    await tile(page, "Views by day").getByText("Table", { exact: true }).click();
    await tile(page, "Views by day")
      .getByRole("row", { name: /^Together 3/ })
      .waitFor();
    await checkLooks(page, "dashboard-narrowed");
    await page.getByLabel("Dates of all tiles").selectOption("Last 7 days");
    for (const name of ["Views by day", "To buying"]) {
      await tile(page, name).getByRole("heading", { name: "Nothing found" }).waitFor();
    }
    await page.getByLabel("Dates of all tiles").selectOption("As saved");
    await page.getByRole("button", { name: /^Remove condition 1/ }).click();
    await tile(page, "To buying").getByRole("listitem").filter({ hasText: "2. buy1 33.3%" }).waitFor();
    assert.doesNotMatch(page.url(), /[?]/);
    await page.close();
  });

  test("is shared by a link, which shows it to anyone until it is revoked", async () => {
    const page = await running.open("/dashboards");
    await page.getByRole("link", { name: "Shop" }).click();
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("heading", { name: "There is no link yet" }).waitFor();
    await page.getByLabel("Sites that may embed the page").fill("intranet.example.com");
    await page.getByRole("button", { name: "Create a link" }).click();
    await page.getByRole("alert").getByText("allowed_origins").waitFor();
    await page.getByLabel("Sites that may embed the page").fill("https://intranet.example.com");
    await page.getByRole("button", { name: "Create a link" }).click();
    await page.getByRole("cell", { name: "https://intranet.example.com" }).waitFor();
    const url = await page.locator("code").filter({ hasText: "/shared/shr_" }).innerText();
    await checkLooks(page, "dashboard-share");

    const seen = await running.visit(url);
    await seen.getByRole("heading", { level: 1, name: "Shop" }).waitFor();
    await tile(seen, "Views by day").getByRole("img", { name: "Chart: Views by day" }).waitFor();
    await tile(seen, "Views by day").getByText("Table", { exact: true }).click();
    await tile(seen, "Views by day")
      .getByRole("row", { name: /^Together 4/ })
      .waitFor();
    await tile(seen, "To buying").getByRole("listitem").filter({ hasText: "2. buy1 33.3%" }).waitFor();
    assert.equal(await seen.getByRole("link").count(), 0, "nothing leads into the project");
    assert.equal(await seen.getByRole("button").count(), 0, "nor to persons");
    await checkLooks(seen, "shared");
    await seen.getByLabel("Dates").selectOption("Today");
    await tile(seen, "Views by day").getByText("Today", { exact: true }).waitFor();
    await tile(seen, "Views by day")
      .getByRole("row", { name: /^Together 4/ })
      .waitFor({ state: "detached" });
    await seen.getByLabel("Dates").selectOption("As saved");
    // As in a frame of a site for which the browser blocks storage.
    await seen.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("Access is denied", "SecurityError");
        },
      });
    });
    await seen.reload();
    await seen.getByRole("heading", { level: 1, name: "Shop" }).waitFor();

    await page.getByRole("button", { name: `Revoke ${url}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).last().click();
    await page.getByRole("heading", { name: "There is no link yet" }).waitFor();
    await seen.reload();
    await seen.getByRole("heading", { name: "This link is not valid" }).waitFor();
    await seen.close();
    await page.close();
  });

  test("is renamed and deleted, and a change by someone else is not overwritten", async () => {
    const page = await running.open("/dashboards");
    await page.getByRole("button", { name: "New dashboard" }).click();
    await page.getByLabel("Name").fill("Draft");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "Draft" }).waitFor();
    const other = await running.open(page.url().replace(/^.*?\/projects\/\d+/, ""));
    await add(other, "To buying");
    await page.getByRole("button", { name: "Add questions" }).click();
    await page.getByLabel("Add To buying").check();
    await page.getByRole("button", { name: "Add the question" }).click();
    await page
      .getByRole("alert")
      .getByText(/version/)
      .waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await tile(page, "To buying").waitFor();

    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Final");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { level: 1, name: "Final" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { level: 1, name: "Dashboards" }).waitFor();
    await page.getByRole("link", { name: "Shop" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Final" }).count(), 0);
    await checkLooks(page, "dashboards");
  });
});
