import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { clickHouseUnavailable } from "../../src/test-support/start-clickhouse.ts";
import { decodeBody, exchange } from "../client/exchange.ts";
import { type ColumnarTable, createColumnarTable } from "../services/columnar-table.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import { eventually } from "../support/poll.ts";
import { type RrwebEvent, rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";
import type { Tenant } from "../target-description.ts";
import { findBrowser, STEP_TIMEOUT_MS } from "./browser.ts";
import { type Shop, startShop } from "./shop.ts";

const BODY_TEXT = fileURLToPath(new URL("body-text.js", import.meta.url));

declare global {
  interface Window {
    bodyText(document: Document, base: string): string;
    /** Events that the shop's page has recorded and sent. */
    recorded: number;
    sent: number;
    /** Set by scripts of a recorded page, which must not run. */
    ran?: string;
  }
}

const browserOrReason = await findBrowser();

describe("the page at /replay", {
  skip: "missing" in browserOrReason && browserOrReason.missing,
  timeout: 900_000,
}, () => {
  let browser: Browser;
  let server: Server;
  let tenant: Tenant;
  let shop: Shop;
  let table: ColumnarTable | undefined;
  const contexts: BrowserContext[] = [];
  before(async () => {
    if ("missing" in browserOrReason) return;
    // Snapshots move to files during the tests.
    table = clickHouseUnavailable ? undefined : await createColumnarTable();
    const settings = { RECORDING_INGESTION_LIMIT_SECONDS: "1", ...table?.settings };
    server = await startServer({ tenants: ["shop"], settings });
    tenant = server.tenants[0] as Tenant;
    shop = await startShop(server.direct, tenant.projectApiKey);
    browser = await browserOrReason.launch();
  });
  after(async () => {
    await browser?.close();
    await shop?.stop();
    await server?.stop();
    await table?.drop();
  });

  const newPage = async (width = 1100, height = 760) => {
    const context = await browser.newContext({ viewport: { width, height } });
    contexts.push(context);
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    await context.addInitScript({ path: BODY_TEXT });
    return context.newPage();
  };

  /** Opens the replay page of the project and enters a key. */
  const openReplay = async ({ project = tenant.projectId, key = tenant.personalApiKey, width = 1100 } = {}) => {
    const page = await newPage(width);
    await page.goto(`${server.direct}/replay/${project}`);
    await page.getByLabel("Your personal API key").fill(key);
    await page.getByRole("button", { name: "Show recordings" }).click();
    return page;
  };

  const visitShop = async (session: string) => {
    const page = await newPage();
    await page.goto(`${shop.url}?session=${session}`);
    await page.getByRole("button", { name: "Buy" }).first().click();
    return page;
  };

  /** Acts like a visitor and waits until all recorded events are stored. Returns the final page as text. */
  const shopAround = async (page: Page, session: string): Promise<string> => {
    await page.getByRole("button", { name: "Buy" }).nth(1).click();
    await page.getByLabel("Name").pressSequentially("Ada <script>");
    await page.getByLabel("Size").selectOption("L");
    await page.getByLabel("With lights").check();
    await page.locator("#note").fill("Two\nlines");
    await page.getByRole("button", { name: "Order" }).click();
    await page.mouse.move(300, 300, { steps: 5 });
    const text = await page.evaluate((base) => window.bodyText(document, base), shop.url);
    await page.waitForFunction(() => {
      return window.sent === window.recorded;
    });
    const sent = await page.evaluate(() => window.sent);
    await eventually("all events are stored", async () => (await eventsOf(session)).length >= sent);
    return text;
  };

  const eventsOf = async (session: string): Promise<RrwebEvent[]> => {
    const path = `/api/projects/${tenant.projectId}/session_recordings/${session}/snapshots`;
    const headers = { accept: "application/x-ndjson", authorization: `Bearer ${tenant.personalApiKey}` };
    const response = await exchange(server.direct, { method: "GET", path, headers });
    if (response.status !== 200) return [];
    const lines = decodeBody(response).split("\n").filter(Boolean);
    return lines.flatMap((line) => JSON.parse(line).data);
  };

  const waitUntilReplayMatches = async (page: Page, expected: string) => {
    const replayText = () =>
      page.evaluate((base) => {
        const frame = document.querySelector<HTMLIFrameElement>(".replayer-wrapper > iframe");
        const replayed = frame?.contentDocument;
        return replayed?.body ? window.bodyText(replayed, base) : "";
      }, shop.url);
    await eventually("the replay looks like the page", async () => (await replayText()) === expected).catch(
      () => undefined,
    );
    assert.equal(await replayText(), expected);
  };

  test("replays a visit to its end and sends requests only to the service", async () => {
    const session = randomUUID();
    const expected = await shopAround(await visitShop(session), session);
    for (const context of contexts.splice(0)) await context.close();
    const requestCount = shop.requestedPaths.length;

    const page = await openReplay();
    await page.getByRole("button", { name: "ada" }).first().click();
    await waitUntilReplayMatches(page, expected);

    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.deepEqual(shop.requestedPaths.slice(requestCount), []);
  });

  test("does not connect to hosts in a recorded page", async () => {
    const external = createServer((socket) => socket.destroy());
    let connections = 0;
    external.on("connection", () => {
      connections += 1;
    });
    await once(external.listen(0, "127.0.0.1"), "listening");
    const { port } = external.address() as AddressInfo;
    const src = `http://127.0.0.1:${port}/`;
    const frame = (id: number, tagName: string, attributes: object) => ({
      ...{ type: 2, id, tagName, attributes, childNodes: [] },
    });
    const frames = [
      frame(10, "iframe", { src }),
      frame(11, "FRAME", { SRC: src }),
      frame(12, "iframe", { srcdoc: `<iframe src="${src}"></iframe>` }),
      frame(13, "iframe", {}),
    ];
    const body = { type: 2, id: 3, tagName: "body", attributes: {}, childNodes: frames };
    const html = { type: 2, id: 2, tagName: "html", attributes: {}, childNodes: [body] };
    const on = rrwebEventFactory(Date.now() - 10_000);
    const full = {
      ...on.full(1),
      data: { node: { type: 0, id: 1, childNodes: [html] }, initialOffset: { top: 0, left: 0 } },
    };
    const adds = [{ parentId: 3, nextId: null, node: { type: 3, id: 30, textContent: "the end of the page" } }];
    const attributes = [{ id: 13, attributes: { src } }];
    const mutation = { ...on.mutation(100), data: { source: 0, texts: [], removes: [], adds, attributes } };
    const events = [on.page(0, "http://external.example/"), full, mutation];
    const json = snapshotBody(tenant.projectApiKey, { sessionId: randomUUID(), distinctId: "mallory" }, events);
    const headers = { "content-type": "application/json" };
    const sent = await exchange(server.direct, {
      method: "POST",
      path: "/capture/",
      headers,
      body: JSON.stringify(json),
    });
    assert.equal(sent.status, 200);

    const page = await openReplay();
    await eventually("it is listed", async () => {
      await page.getByRole("button", { name: "Refresh" }).click();
      return (await page.getByRole("button", { name: "mallory" }).count()) > 0;
    });
    await page.getByRole("button", { name: "mallory" }).click();
    await page.frameLocator(".replayer-wrapper > iframe").getByText("the end of the page").waitFor();
    await page.waitForTimeout(500);
    external.close();
    assert.equal(connections, 0);
  });

  test("follows a live visit while its snapshots move to files", async () => {
    const session = randomUUID();
    const visitor = await visitShop(session);
    await eventually("the visit has begun", async () => (await eventsOf(session)).length > 1);
    const page = await openReplay();
    await page
      .getByRole("button", { name: /ada.*Live/ })
      .first()
      .click();
    await page.locator(".replayer-wrapper > iframe").waitFor();
    await waitUntilReplayMatches(page, await shopAround(visitor, session));
  });

  test("replays a visit of the old ingestion method", { skip: clickHouseUnavailable }, async () => {
    const session = randomUUID();
    const expected = await shopAround(await visitShop(session), session);
    const old = randomUUID();
    await table?.insert(tenant.projectId, old, await eventsOf(session));
    await eventually("it is a recording", async () => (await eventsOf(old)).length > 0);
    const page = await openReplay();
    await page.getByRole("button", { name: "visitor" }).first().click();
    await waitUntilReplayMatches(page, expected);
    const shown = page.locator('[aria-current="true"]');
    assert.match(await shown.innerText(), /^visitor/);
    await page.getByRole("button", { name: "Refresh" }).click();
    await shown.getByText("seen").waitFor();
  });

  test("does not expose the key", async () => {
    const page = await openReplay();
    await page.getByRole("button", { name: "Refresh" }).waitFor();
    const exposed = await page.evaluate(() => [
      document.documentElement.outerHTML,
      (document.getElementById("key") as HTMLInputElement).value,
      location.href,
      document.cookie,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    ]);
    for (const text of exposed) assert.ok(!text.includes(tenant.personalApiKey));
  });

  test("shows errors", async () => {
    const wrongKey = await openReplay({ key: "phx_wrong" });
    await wrongKey.getByText("This is not a personal API key of this service.").waitFor();
    const noProject = await openReplay({ project: "999" });
    await noProject.getByText("Not found, or the user of this key may not see it.").waitFor();
  });

  test("fits on a phone", async () => {
    const page = await openReplay({ width: 375 });
    await page.getByRole("button", { name: "ada" }).first().click();
    await page.locator(".replayer-wrapper > iframe").waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 375);
  });
});
