import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Route } from "playwright-core";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, IN_BROWSER, startConsole } from "./console-browser.ts";
import { FIRST_DAY, LAST_DAY, sendKnownEvents } from "./known-events.ts";

describe("a question that a person changes", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    if (IN_BROWSER.skip) return;
    running = await startConsole();
    await sendKnownEvents(running);
  });
  after(() => running?.close());

  test("keeps what is typed while the answer to what was asked before arrives", async () => {
    const question = {
      kind: "RetentionQuery",
      retentionFilter: { targetEntity: { id: "view" }, returningEntity: { id: "view" }, totalIntervals: 5 },
      dateRange: { date_to: LAST_DAY },
    };
    const page = await running.open("/live");
    const asked: Route[] = [];
    let isHeld = true;
    await page.route(/\/query$/, (route) => (isHeld ? void asked.push(route) : route.continue()));
    const { server, tenant } = running;
    const search = new URLSearchParams({ q: JSON.stringify(question) });
    await page.goto(`${server.direct}/#/projects/${tenant.projectId}/questions/ask?${search}`);
    const count = page.getByLabel("How many");
    await eventually("the question is asked", async () => asked.length > 0);
    await count.press("Control+A");
    await page.keyboard.type("3");
    isHeld = false;
    await Promise.all(asked.map((route) => route.continue()));
    const days = page.locator(".result-table thead").getByText(/^Day \d+$/);
    await days.nth(3).waitFor();
    assert.equal(await count.inputValue(), "3");
    await page.keyboard.press("Tab");
    await days.nth(2).waitFor({ state: "detached" });
    assert.equal(await days.count(), 2);
    assert.ok((await page.locator(".result-table tbody tr").first().innerText()).startsWith(FIRST_DAY));
  });
});
