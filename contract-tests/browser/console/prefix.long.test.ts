import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Server as Service, startServer } from "../../services/sightline-server.ts";
import { AREAS, confirmSignIn, IN_BROWSER, signInPath } from "./console-browser.ts";
import { closePages, openBrowser } from "./shared-processes.ts";

const PREFIX = "/analytics";
/** What the first page may load, compressed. */
const MAX_FIRST_PAGE = 120_000;

describe("the console below a path, behind a proxy", IN_BROWSER, () => {
  let service: Service;
  let proxy: Server;
  let browser: Browser;
  let base: string;
  const strayed: string[] = [];
  before(async () => {
    if (IN_BROWSER.skip) return;
    let target = "";
    // Like a proxy that removes the path, and has nothing of the service elsewhere.
    proxy = createServer((incoming, outgoing) => {
      const { url = "", method, headers } = incoming;
      if (!url.startsWith(`${PREFIX}/`)) {
        strayed.push(url);
        outgoing.writeHead(404).end();
        return;
      }
      const passed = request(`${target}${url.slice(PREFIX.length)}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(passed.on("error", () => outgoing.destroy()));
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`;
    service = await startServer({ tenants: ["acme"], settings: { PUBLIC_URL: base } });
    target = service.direct;
    browser = await openBrowser();
  });
  after(async () => {
    await closePages();
    proxy?.closeAllConnections();
    proxy?.close();
    await service?.stop();
  });

  /** Counts what the page loads, compressed. */
  const countBytes = async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const sizes: number[] = [];
    session.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
    return () => sizes.reduce((sum, size) => sum + size, 0);
  };

  test("signs in and shows every area, with nothing from elsewhere", async () => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(180_000);
    await page.goto(`${base}/#${await signInPath(service, "owner@acme.example")}`);
    await confirmSignIn(page);
    await page.getByText(`api_host: "${base}"`).first().waitFor();
    for (const name of AREAS) {
      await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
    }
    const [cookie] = await page.context().cookies();
    assert.equal(cookie?.path, PREFIX);
    await page.getByRole("link", { name: "API reference" }).first().click();
    await page.waitForURL(`${base}/docs`);
    assert.deepEqual(
      strayed.filter((path) => path !== "/favicon.ico"),
      [],
    );
    await page.context().close();
  });

  test(`begins with at most ${MAX_FIRST_PAGE / 1000} KB`, async (t) => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(180_000);
    await page.goto(`${base}/#${await signInPath(service, "owner@acme.example")}`);
    await confirmSignIn(page);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const again = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage();
    again.setDefaultTimeout(180_000);
    const bytes = await countBytes(again);
    await again.goto(`${base}/`);
    await again.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await again.getByText("posthog.init(").first().waitFor();
    t.diagnostic(`${bytes()} bytes`);
    assert.ok(bytes() > 0 && bytes() <= MAX_FIRST_PAGE, `${bytes()} bytes`);
  });
});
