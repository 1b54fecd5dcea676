import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

/** What a hostile client may send as any text. */
const HOSTILE = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`;

describe("the page with live events", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    running = await startConsole();
  });
  after(() => running?.close());

  test("shows what sends the first event, and notices it", async () => {
    const page = await running.open("/live");
    const snippet = page.getByText("posthog.init(").first();
    await snippet.waitFor();
    await checkLooks(page, "live-empty");
    // The library takes a browser that is driven for a bot.
    const html = `<!doctype html><title>Shop</title>${await snippet.textContent()}`.replace(
      "{ api_host",
      "{ opt_out_useragent_filter: true, api_host",
    );
    // A real server: Chromium keeps pages that the test makes up from servers of this machine.
    const shop = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
    await once(shop.listen(0, "127.0.0.1"), "listening");
    const visitor = await running.visit(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
    await page.getByText("The first event has arrived.").waitFor();
    await page.getByRole("button", { name: "$pageview" }).waitFor();
    await visitor.close();
    shop.closeAllConnections();
    shop.close();
  });

  test("does not say that it listens while the service cannot be reached", async () => {
    const page = await running.open("/live");
    await page.getByText("Listening for events").waitFor();
    await page.route("**/events?*", (route) => route.abort());
    await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
    await page.getByText("Not connected, trying again").waitFor();
    assert.equal(await page.getByText("Listening for events").count(), 0);
    await page.unrouteAll();
    await page.getByText("Listening for events").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
  });

  test("filters, pauses, and opens an event with all it has", async () => {
    const page = await running.open("/live");
    const row = (name: string) => page.getByRole("button", { name, exact: true });
    const properties = { plan: "pro", [HOSTILE]: HOSTILE, $current_url: "javascript:window.ran=1", $session_id: "s/1" };
    await running.send({ event: HOSTILE, distinct_id: HOSTILE, properties });
    await row(HOSTILE).first().waitFor();
    await running.send({ event: "bought", distinct_id: "ada", properties: { plan: "pro", $set: { name: "Ada" } } });
    await row("bought").first().waitFor();
    await checkLooks(page, "live-events");

    await page.getByLabel("Event", { exact: true }).fill("bought");
    await row(HOSTILE).first().waitFor({ state: "detached" });
    await row("bought").click();
    const details = page.getByRole("dialog", { name: "bought" });
    await details.getByText("plan", { exact: true }).waitFor();
    await checkLooks(page, "live-details");
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });

    await page.getByLabel("Event", { exact: true }).fill("none such");
    await page.getByRole("heading", { name: "No event matches" }).waitFor();
    await page.getByRole("button", { name: "Show all events" }).click();
    await row(HOSTILE).first().click();
    const hostile = page.getByRole("dialog", { name: HOSTILE });
    await hostile.getByText("javascript:window.ran=1").waitFor();
    assert.equal(await hostile.locator("a[href^=javascript]").count(), 0);
    assert.match(
      (await hostile.getByRole("link", { name: /recording/ }).getAttribute("href")) ?? "",
      /\/recordings\/s%2F1$/,
    );
    assert.equal(await page.evaluate(() => "ran" in window), false);
    await hostile.getByRole("button", { name: "Close" }).click();

    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused").waitFor();
    await running.send({ event: "later", distinct_id: "ada" });
    const other = await running.open("/live");
    await other.getByRole("button", { name: "later" }).waitFor();
    assert.equal(await row("later").count(), 0);
    await page.getByRole("button", { name: "Continue" }).click();
    await row("later").waitFor();
  });

  test("says which events are not stored, and why", async () => {
    await running.send({ event: "", distinct_id: "ada" });
    const page = await running.open("/live");
    await page.getByRole("tab", { name: "Stored", exact: true }).press("ArrowRight");
    await page.getByRole("heading", { name: "The store has refused no event" }).waitFor();
    await page.getByText("1 event without a name").waitFor();
    await checkLooks(page, "live-refused");
  });
});
