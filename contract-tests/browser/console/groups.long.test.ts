import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const COMPANIES = Array.from({ length: 52 }, (_, index) => `acme/${index + 1}`);

describe("the pages about groups", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let page: Page;
  before(async () => {
    running = await startConsole();
    const { send } = running;
    for (const [index, $group_key] of COMPANIES.entries()) {
      const $group_set = { name: `Company ${index + 1}`, plan: index === 0 ? "pro" : "free" };
      const properties = { $group_type: "company", $group_key, $group_set };
      await send({ event: "$groupidentify", distinct_id: `$company_${$group_key}`, properties });
    }
    const $groups = { company: "acme/1" };
    for (const [distinct_id, event] of [
      ["ann", "opened"],
      ["ann", "bought"],
      ["bob", "opened"],
    ] as const) {
      await send({ event, distinct_id, properties: { $groups, $set: { email: `${distinct_id}@acme.example` } } });
    }
    await send({ event: "opened", distinct_id: "cy" });
    page = await running.open("/persons");
  });
  after(() => running?.close());

  test("are no persons, and have a list of their own that is searched and has pages", async () => {
    await page.getByText("3 persons").waitFor();
    assert.equal(await page.getByText("$company_").count(), 0);
    await page.getByRole("tab", { name: "company" }).click();
    await page.getByText("52 groups").waitFor();
    await checkLooks(page, "groups");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("51–52 of 52").waitFor();
    await page.getByLabel("Part of the key or a property").fill("PRO");
    await page.keyboard.press("Enter");
    await page.getByText("1 group", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Company 1", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Company 1" }).waitFor();
  });

  test("a page shows the events of a group, its persons, and its properties", async () => {
    const rows = page.getByRole("table").getByRole("row");
    await page.getByRole("button", { name: "bought" }).waitFor();
    const events = await page.getByRole("table").getByRole("button").allTextContents();
    assert.deepEqual(events.toSorted(), ["bought", "opened", "opened"]);
    await page.getByRole("link", { name: "bob@acme.example" }).waitFor();
    await checkLooks(page, "group-events");
    await page.getByRole("tab", { name: "Persons" }).click();
    await rows.filter({ hasText: "ann@acme.example" }).getByText("2", { exact: true }).waitFor();
    assert.equal(await rows.count(), 3);
    await checkLooks(page, "group-persons");
    await page.getByRole("tab", { name: "Properties" }).click();
    await page.getByText("pro", { exact: true }).waitFor();
    await checkLooks(page, "group-properties");
    await page.getByRole("link", { name: "All of type company" }).click();
    await page.getByText("52 groups").waitFor();
  });

  test("a question counts groups, and is divided by their properties", async () => {
    const question = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: null }], interval: "day" };
    page = await running.open(`/questions/ask?${new URLSearchParams({ q: JSON.stringify(question) })}`);
    await page.getByLabel("Count").selectOption({ label: "Unique groups: company" });
    await page.getByRole("button", { name: "By a property" }).click();
    await page.getByLabel("Break down by whose property").selectOption({ label: "company" });
    const property = page.getByRole("combobox", { name: "Property to break down by" });
    await property.click();
    await page.getByRole("option", { name: "$group_key" }).waitFor();
    await page.getByRole("option", { name: "plan" }).click();
    await page.getByRole("columnheader", { name: "pro", exact: true }).waitFor();
    await page.getByRole("button").filter({ hasText: "1: show who (pro, " }).click();
    const who = page.getByRole("dialog").getByRole("link", { name: "Company 1", exact: true });
    assert.match((await who.getAttribute("href")) ?? "", /\/persons\/groups\/0\/acme%2F1$/);
    await page.keyboard.press("Escape");
    await checkLooks(page, "question-groups");
  });

  test("are named where their events arrive", async () => {
    const live = await running.open("/live");
    await live.getByText("company acme/52", { exact: true }).waitFor();
  });
});
