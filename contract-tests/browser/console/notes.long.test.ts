import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";
import { FIRST_DAY, LAST_DAY, sendKnownEvents } from "./known-events.ts";

const ask = (event: string, date_from: string, date_to: string | null) => {
  const dateRange = { date_from, date_to };
  const question = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event }], dateRange, interval: "day" };
  return `/questions/ask?${new URLSearchParams({ q: JSON.stringify(question) })}`;
};

describe("notes on charts", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    running = await startConsole();
    await sendKnownEvents(running);
    await running.request("PATCH", "", { timezone: "Asia/Tokyo" });
  });
  after(() => running?.close());

  const notes = (page: Page) => page.locator(".notes > li");
  const openNotes = async (page: Page) => {
    await page.locator("summary", { hasText: "Notes" }).click();
    return notes(page).allInnerTexts();
  };
  /** Moves the mouse along the chart. Returns what the legend says of each day. */
  const legend = async (page: Page) => {
    await page.locator(".lines-plot").scrollIntoViewIfNeeded();
    const box = await page.locator(".lines-plot .u-over").boundingBox();
    assert.ok(box);
    const said = new Set<string>();
    for (let part = 0.01; part < 1; part += 0.07) {
      await page.mouse.move(box.x + box.width * part, box.y + box.height / 2);
      said.add(await page.locator(".lines-day").innerText());
    }
    return [...said];
  };

  test("are at the day of the project that their time is in", async () => {
    await running.request("POST", "annotations", { content: "Release 2", date_marker: "2026-03-09T16:00:00Z" });
    await running.request("POST", "annotations", { content: "Later", date_marker: "2026-03-12T02:00:00+09:00" });
    const page = await running.open(ask("view", FIRST_DAY, LAST_DAY));
    await page.getByText("Notes (1)").waitFor();
    assert.deepEqual(await legend(page), ["2026-03-09", "2026-03-10 · Release 2", "2026-03-11"]);
    const [only = "", ...others] = await openNotes(page);
    assert.deepEqual(others, []);
    assert.match(only, /Mar 10, 2026, 1:00:00 AM · .+\nRelease 2\nDelete/);
    await checkLooks(page, "notes");
    await page.close();
  });

  test("are added and deleted below a chart", async () => {
    const page = await running.open(ask("view", FIRST_DAY, LAST_DAY));
    await page.getByText("Notes (1)").waitFor();
    await openNotes(page);
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByLabel("What happened").fill("Sale begins");
    await page.getByLabel("When").fill("2026-03-11T00:30");
    await checkLooks(page, "notes-add");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Notes (2)").waitFor();
    const { results } = await running.request("GET", "annotations?search=sale");
    assert.equal(results[0].date_marker, "2026-03-10T15:30:00.000Z");
    await page.getByRole("button", { name: "Delete Sale begins" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Notes (1)").waitFor();
    assert.equal((await running.request("GET", "annotations?search=sale")).count, 0);
    await page.close();
  });

  test("tell of flags that were changed", async () => {
    const { id } = await running.request("POST", "feature_flags", {
      key: "new-cart",
      active: false,
      filters: { groups: [] },
    });
    await running.request("PATCH", `feature_flags/${id}`, { active: true });
    const page = await running.open(ask("$pageview", "-7d", null));
    await page.getByText("Notes (2)").waitFor();
    const said = (await openNotes(page)).join("\n");
    assert.match(said, /Flag new-cart was created/);
    assert.match(said, /Flag new-cart was turned on/);
    assert.equal(await page.getByRole("button", { name: /^Delete Flag/ }).count(), 0);
    await page.close();
  });
});
