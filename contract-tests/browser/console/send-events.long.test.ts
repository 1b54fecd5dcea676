import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { startTcpProxy, type TcpProxy } from "../../../test/support/tcp-proxy.ts";
import { decodeBody, exchange } from "../../client/exchange.ts";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

interface Event {
  readonly event: string;
  readonly timestamp: string;
  readonly distinct_id: string;
}

declare const posthog: { readonly __loaded?: boolean };

/** A page of a customer, whose buttons report what people do and look at flags. */
const BODY = `<h1>Bikes</h1>
<button id="buy">Buy</button> <output></output>
<script>
  let bought = 0;
  posthog.people.set({ plan: "pro" });
  posthog.onFeatureFlags(() => {});
  document.getElementById("buy").addEventListener("click", () => {
    posthog.capture("bike bought", { price: 12990 });
    posthog.identify("ada");
    bought += 1;
    document.querySelector("output").textContent = posthog.isFeatureEnabled("sale") ? "sale" : "bought " + bought;
  });
  addEventListener("load", () => { document.title = "loaded"; });
</script>`;

describe("the code for a web site", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let proxy: TcpProxy;
  let html: string;
  const stops: (() => void)[] = [];
  const errors: string[] = [];
  before(async () => {
    if (IN_BROWSER.skip) return;
    running = await startConsole();
    const { hostname, port } = new URL(running.server.direct);
    proxy = await startTcpProxy(hostname, Number(port));
  });
  after(async () => {
    for (const stop of stops) stop();
    await running?.close();
  });

  const visit = async (prepare?: (page: Page) => Promise<void>): Promise<Page> => {
    const shop = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
    await once(shop.listen(0, "127.0.0.1"), "listening");
    stops.push(() => {
      shop.closeAllConnections();
      shop.close();
    });
    const page = await running.visit("about:blank");
    await prepare?.(page);
    page.on("pageerror", (error) => void errors.push(String(error)));
    await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`, { waitUntil: "commit" });
    return page;
  };
  const stored = async (): Promise<Event[]> => {
    const { projectId, personalApiKey } = running.tenant;
    const path = `/api/projects/${projectId}/events?event=bike%20bought&limit=100`;
    const headers = { authorization: `Bearer ${personalApiKey}` };
    return JSON.parse(decodeBody(await exchange(running.server.direct, { method: "GET", path, headers }))).results;
  };

  test("stays in the settings, with that for other programs", async () => {
    const page = await running.open("/settings?tab=send");
    const code = page.getByText("posthog.init(");
    await code.waitFor();
    // The library takes a browser that is driven for a bot.
    const text = ((await code.textContent()) ?? "").replace("{ api_host", "{ opt_out_useragent_filter: true, api_host");
    const address = `http://127.0.0.1:${proxy.port}`;
    html = `<!doctype html><title>Shop</title><head>${text.replaceAll(running.server.direct, address)}</head>${BODY}`;
    await checkLooks(page, "send-events");
    for (const name of ["npm", "React", "Node", "Python", "curl"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      await page.getByText(running.tenant.projectApiKey).waitFor();
    }
  });

  test("lets the page work while the service is down, and sends what was called when it is back", async () => {
    await proxy.disconnect();
    const page = await visit();
    await page.getByRole("button", { name: "Buy" }).click();
    await page.getByText("bought 1").waitFor();
    const clicked = Date.now();
    await page.waitForFunction(() => document.title === "loaded");
    assert.equal(await page.evaluate(() => posthog.__loaded), undefined);
    await page.waitForTimeout(3000);
    await proxy.restore();
    const [event] = await eventually("the event arrives", async () => (await stored()).length > 0 && stored(), 60_000);
    assert.ok(Math.abs(Date.parse(event?.timestamp ?? "") - clicked) < 2000, `${event?.timestamp} is the click's time`);
    assert.equal(event?.distinct_id, "ada"); // the library identifies before it sends what waited

    await proxy.disconnect();
    await page.getByRole("button", { name: "Buy" }).click();
    await page.getByText("bought 2").waitFor();
    await page.waitForTimeout(4000);
    await proxy.restore();
    await eventually("the second event arrives", async () => (await stored()).length === 2, 60_000);
    assert.deepEqual(errors, []);
  });

  test("lets the page load while the service does not answer, and gets the library once", async () => {
    let transfers = 0;
    proxy.stall();
    const page = await visit(async (empty) => {
      const session = await empty.context().newCDPSession(empty);
      await session.send("Network.enable");
      session.on("Network.responseReceived", ({ response }) => {
        if (response.url.endsWith("/static/array.js") && !response.fromDiskCache) transfers += 1;
      });
      session.on("Network.requestServedFromCache", () => {
        transfers -= 1;
      });
    });
    await page.waitForFunction(() => document.title === "loaded");
    await proxy.restore();
    await page.waitForFunction(() => posthog.__loaded);
    assert.equal(transfers, 1);
    await page.getByRole("button", { name: "Buy" }).click();
    await eventually("the event arrives", async () => (await stored()).length === 3, 60_000);
    assert.deepEqual(errors, []);
  });
});
