import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { exchange } from "../../client/exchange.ts";
import { dayBefore, fallingOrders, SINCE } from "../../support/falling-orders.ts";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const DAY_MS = 86_400_000;

interface Visit {
  readonly id: string;
  readonly daysAgo: number;
  readonly pages: readonly string[];
  readonly more: object;
  readonly buys?: boolean;
}

const FROM_SEARCH = { $referring_domain: "www.google.com", $browser: "Chrome", $geoip_country_code: "NO" };
const DIRECT = { $referring_domain: "$direct", $browser: "Firefox", $geoip_country_code: "SE" };
const VISITS: readonly Visit[] = [
  { id: "ann", daysAgo: 1, pages: ["/", "/bikes", "/cart"], more: FROM_SEARCH, buys: true },
  { id: "bob", daysAgo: 2, pages: ["/", "/bikes"], more: FROM_SEARCH },
  { id: "eva", daysAgo: 3, pages: ["/help"], more: DIRECT },
  { id: "eva", daysAgo: 10, pages: ["/"], more: DIRECT },
];

describe("the overview of the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    if (IN_BROWSER.skip) return;
    running = await startConsole();
  });
  after(() => running?.close());

  const figures = (page: Page) => page.locator(".page > .figures .figure-value").allInnerTexts();
  const shows = (page: Page, expected: readonly string[]) =>
    eventually(`the figures are ${expected}`, async () => String(await figures(page)) === String(expected));
  const values = (page: Page, table: string) =>
    page.locator("section", { has: page.getByRole("heading", { name: table }) }).locator(".visits-row");

  test("says how to send events until one is there, and then that nobody visited", async () => {
    const page = await running.open("");
    await page.waitForURL("**/overview");
    await page.getByRole("heading", { name: "Send the first event" }).waitFor();
    await checkLooks(page, "overview-first");
    await running.send({ event: "order paid", distinct_id: "server" });
    await page.getByRole("heading", { name: "Nobody visited a page in this time" }).waitFor();
    await checkLooks(page, "overview-no-visit");
    await page.close();
  });

  test("shows visits beside those before; a row filters everything", async () => {
    const batch = fallingOrders("paid");
    const note = { content: "Release 1.4.0", date_marker: `${dayBefore(SINCE)}T08:00:00Z` };
    await running.request("POST", "annotations", note);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ api_key: running.tenant.projectApiKey, batch });
    await exchange(running.server.direct, { method: "POST", path: "/batch/", headers, body });
    for (const [index, { id, daysAgo, pages, more, buys }] of VISITS.entries()) {
      const start = Date.now() - daysAgo * DAY_MS;
      for (const [step, $pathname] of pages.entries()) {
        const timestamp = new Date(start + step * 20_000).toISOString();
        const properties = { $session_id: `visit ${index}`, $pathname, ...more };
        await running.send({ event: "$pageview", distinct_id: id, timestamp, properties });
      }
      const timestamp = new Date(start + 60_000).toISOString();
      const properties = { $session_id: `visit ${index}`, ...more };
      if (buys) await running.send({ event: "order completed", distinct_id: id, timestamp, properties });
    }
    const page = await running.open("/overview?dates=-7d");
    await eventually("all visits are stored", async () => {
      if ((await figures(page))[1] === "6") return true;
      await page.reload();
      await page.locator(".figure-value, .empty-state").first().waitFor();
      return false;
    });
    await shows(page, ["3", "6", "3", "27 s", "33.3%"]);
    await page.getByText("200%").first().waitFor();
    assert.deepEqual(await values(page, "Sources").allInnerTexts(), ["Organic Search\n2", "Direct\n1"]);
    assert.deepEqual((await values(page, "Visitors").allInnerTexts()).sort(), ["Norway\n2", "Sweden\n1"]);
    const changed = page.locator("section", { has: page.getByRole("heading", { name: "What changed" }) });
    await changed.getByText(/paid .* less since .* Most of all Browser: Safari, 0 a day instead of/).waitFor();
    await changed.getByText("Release 1.4.0").waitFor();
    await page.getByText("Dotted: not over yet.").waitFor();
    await checkLooks(page, "overview");

    await page.getByRole("button", { name: "Organic Search" }).click();
    await shows(page, ["2", "5", "2", "40 s", "0%"]);
    await page.getByRole("tab", { name: "Exit page" }).click();
    await eventually("exit pages are shown", async () => {
      return String((await values(page, "Pages").allInnerTexts()).sort()) === "/bikes\n1,/cart\n1";
    });
    await page.getByRole("button", { name: "/cart" }).click();
    await shows(page, ["1", "3", "1", "1 min", "0%"]);
    await page.getByRole("button", { name: "Remove Exit page: /cart" }).click();
    await page.getByRole("button", { name: "Remove Channel: Organic Search" }).click();
    await shows(page, ["3", "6", "3", "27 s", "33.3%"]);
    await page.close();
  });

  test("leads from what changed to its chart", async () => {
    const page = await running.open("/overview");
    await page.getByRole("link", { name: "paid" }).click();
    await page.getByRole("heading", { level: 1, name: "paid" }).waitFor();
    await page.getByText("Release 1.4.0").first().waitFor({ state: "attached" });
    await page.close();
  });

  test("knows the part of visitors who reach a goal", async () => {
    const page = await running.open("/overview");
    await page.getByLabel("What visitors should do").fill("order completed");
    await page.getByRole("option", { name: "order completed" }).click();
    await page.getByText("33.3%").last().waitFor();
    await page.reload();
    await page.getByText("Of visitors").waitFor();
    assert.equal(await page.getByLabel("What visitors should do").inputValue(), "order completed");
    await page.close();
  });
});
