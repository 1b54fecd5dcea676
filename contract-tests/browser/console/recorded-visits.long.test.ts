import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { clickHouseUnavailable } from "../../../test/support/engines/test-clickhouse.ts";
import { decodeBody, exchange } from "../../client/exchange.ts";
import { type ColumnarTable, createColumnarTable } from "../../services/columnar-table.ts";
import { eventually } from "../../support/poll.ts";
import type { RrwebEvent } from "../../support/rrweb-events.ts";
import { type Shop, startShop } from "../shop.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const BODY_TEXT = fileURLToPath(new URL("../body-text.js", import.meta.url));

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

describe("recorded visits in the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let shop: Shop;
  let table: ColumnarTable | undefined;
  before(async () => {
    if (IN_BROWSER.skip) return;
    // Snapshots move to files during the tests.
    table = clickHouseUnavailable ? undefined : await createColumnarTable();
    const settings = { RECORDING_INGESTION_LIMIT_SECONDS: "1", ...table?.settings };
    // The player's policy refuses the shop's pictures, which Chromium reports as errors.
    running = await startConsole({ settings, ignoresMistakes: true });
    shop = await startShop(running.server.direct, running.tenant.projectApiKey);
  });
  after(async () => {
    await shop?.stop();
    await running?.close();
    await table?.drop();
  });

  const visitShop = async (session: string) => {
    const page = await running.visit(`${shop.url}?session=${session}`);
    await page.addScriptTag({ path: BODY_TEXT });
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
    const { projectId, personalApiKey } = running.tenant;
    const path = `/api/projects/${projectId}/session_recordings/${session}/snapshots`;
    const headers = { accept: "application/x-ndjson", authorization: `Bearer ${personalApiKey}` };
    const response = await exchange(running.server.direct, { method: "GET", path, headers });
    if (response.status !== 200) return [];
    const lines = decodeBody(response).split("\n").filter(Boolean);
    return lines.flatMap((line) => JSON.parse(line).data);
  };

  /** Opens the newest recording of this person from the list. */
  const openNewest = async (name: string) => {
    const page = await running.open("/recordings");
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.evaluate(await readFile(BODY_TEXT, "utf8")); // the policy allows no script element
    return page;
  };

  const waitUntilReplayMatches = async (page: Page, expected: string) => {
    const replayText = () =>
      page.evaluate((base) => {
        const player = document.querySelector<HTMLIFrameElement>(".recording-frame")?.contentDocument;
        const replayed = player?.querySelector<HTMLIFrameElement>(".replayer-wrapper > iframe")?.contentDocument;
        return replayed?.body ? window.bodyText(replayed, base) : "";
      }, shop.url);
    await eventually("the replay looks like the page", async () => (await replayText()) === expected, 60_000).catch(
      () => undefined,
    );
    assert.equal(await replayText(), expected);
  };

  test("are replayed to their end, with requests only to the service", async () => {
    const session = randomUUID();
    const visitor = await visitShop(session);
    const expected = await shopAround(visitor, session);
    await visitor.context().close();
    const requestCount = shop.requestedPaths.length;

    const page = await openNewest("ada");
    await waitUntilReplayMatches(page, expected);
    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.deepEqual(shop.requestedPaths.slice(requestCount), []);
    await checkLooks(page, "recorded-visit");
  });

  test("are followed live, while their snapshots move to files", async () => {
    const session = randomUUID();
    const visitor = await visitShop(session);
    await eventually("the visit has begun", async () => (await eventsOf(session)).length > 1);
    const page = await openNewest("ada");
    await page.getByText("Live: new activity appears").waitFor();
    await waitUntilReplayMatches(page, await shopAround(visitor, session));
    await visitor.context().close();
  });

  test("of the old ingestion method are replayed", { skip: clickHouseUnavailable }, async () => {
    const session = randomUUID();
    const visitor = await visitShop(session);
    const expected = await shopAround(visitor, session);
    await visitor.context().close();
    const old = randomUUID();
    await table?.insert(running.tenant.projectId, old, await eventsOf(session));
    await eventually("it is a recording", async () => (await eventsOf(old)).length > 0);
    const page = await openNewest("visitor");
    await waitUntilReplayMatches(page, expected);
    await page.getByRole("link", { name: "← Recordings" }).click();
    await page.getByRole("row", { name: /^visitor.*Viewed/ }).waitFor();
  });

  test("are at the address that they had before there was a console", async () => {
    const page = await running.open("/live");
    await page.goto(`${running.server.direct}/replay/${running.tenant.projectId}`);
    await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
    const gone = await running.open(`/recordings/${randomUUID()}`);
    await gone.getByRole("heading", { name: "There is no such recording" }).waitFor();
  });
});
