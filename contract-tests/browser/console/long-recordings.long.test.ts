import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { exchange } from "../../client/exchange.ts";
import { eventually } from "../../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../../support/rrweb-events.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

const MINUTE_MS = 60_000;
const MINUTES = 180;
/** Both are more than the page lists at once. */
const LINES_PER_MINUTE = 8;
const EVENTS_PER_MINUTE = 5;
const TEXT_ID = 5;

describe("a recording of three hours", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let page: Page;
  const sessionId = randomUUID();
  before(async () => {
    if (IN_BROWSER.skip) return;
    running = await startConsole();
    await send();
    page = await running.open(`/recordings/${sessionId}`);
  });
  after(() => running?.close());

  /** Sends a visit whose page says in each minute which it is, and waits until all of it is stored. */
  const send = async () => {
    const start = Date.now() - 2 * MINUTES * MINUTE_MS;
    const on = rrwebEventFactory(start);
    const minutes = Array.from({ length: MINUTES + 1 }, (_, minute) => minute);
    const snapshots = minutes.map((minute) => {
      const at = minute * MINUTE_MS;
      const texts = [{ id: TEXT_ID, value: `minute ${minute}` }];
      const change = { ...on.mutation(at), data: { source: 0, adds: [], removes: [], attributes: [], texts } };
      const said = { plugin: "rrweb/console@1", payload: { level: "log", payload: [`"said in minute ${minute}"`] } };
      const line = { type: 6, timestamp: start + at + 200, data: said };
      const page = minute === 0 ? [on.page(0, "http://shop.example/"), { ...on.full(0), data: recordedPage() }] : [];
      return [...page, change, on.move(at), ...Array.from({ length: LINES_PER_MINUTE }, () => line)];
    });
    const events = minutes.slice(1).flatMap((minute) =>
      Array.from({ length: EVENTS_PER_MINUTE }, () => ({
        event: `event of minute ${minute}`,
        distinct_id: "ada",
        timestamp: new Date(start + minute * MINUTE_MS).toISOString(),
        properties: { $session_id: sessionId },
      })),
    );
    const { projectApiKey, personalApiKey, projectId } = running.tenant;
    const batch = [snapshotBody(projectApiKey, { sessionId, distinctId: "ada" }, snapshots.flat()), ...events];
    const body = JSON.stringify({ api_key: projectApiKey, batch });
    const headers = { "content-type": "application/json", authorization: `Bearer ${personalApiKey}` };
    const sent = await exchange(running.server.direct, { method: "POST", path: "/batch/", headers, body });
    assert.equal(sent.status, 200);
    const get = (path: string) =>
      exchange(running.server.direct, { method: "GET", path: `/api/projects/${projectId}/${path}`, headers });
    await eventually("all of it is stored", async () => {
      const query = `properties=${encodeURIComponent(JSON.stringify([{ key: "$session_id", value: sessionId }]))}`;
      const { bytes } = await get(`events?limit=1000&${query}`);
      const { status } = await get(`session_recordings/${sessionId}`);
      return status === 200 && JSON.parse(bytes.toString()).results.length >= events.length;
    });
  };

  const recordedText = (text: string) => {
    const recorded = page.frameLocator(".recording-frame").frameLocator("iframe");
    return recorded.getByText(text, { exact: true }).waitFor({ state: "attached" });
  };
  /** Waits until the list shows the row of the moment that is played, for a person to see. */
  const currentRow = async (text: string) => {
    const row = page.locator('.recording-moment[aria-current="true"]').filter({ hasText: text });
    await row.waitFor();
    const isSeen = () =>
      row.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const list = element.closest("ol")?.getBoundingClientRect();
        return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
      });
    await eventually(`${text} is in view`, isSeen);
  };

  test("shows any moment, with what happened then beside it", async () => {
    await page.getByText("/ 3:00:00").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    const position = page.getByLabel("Position");
    await position.fill(String(150 * MINUTE_MS + 100));
    await page.getByText("2:30:00 / 3:00:00").waitFor();
    await recordedText("minute 150");
    await currentRow("event of minute 150");
    await position.fill(String(2 * MINUTE_MS + 100));
    await recordedText("minute 2");
    await currentRow("event of minute 2");
    await page.getByRole("tab", { name: /Console 1,448/ }).click();
    await page.getByPlaceholder("Find in this list").fill("minute 179");
    await page
      .getByRole("button", { name: /said in minute 179/ })
      .first()
      .click();
    await recordedText("minute 179");
    await page.getByPlaceholder("Find in this list").fill("");
    await currentRow("said in minute 179");
  });

  test("marks events along all of its length", async () => {
    const places = await page
      .locator(".recording-mark")
      .evaluateAll((marks) => marks.map((mark) => Number.parseFloat((mark as HTMLElement).style.left)));
    assert.ok(places.length <= 301, `${places.length} marks`);
    const tenths = new Set(places.map((place) => Math.min(9, Math.floor(place / 10))));
    assert.equal(tenths.size, 10);
    await checkLooks(page, "long-recording");
  });
});

function recordedPage() {
  const text = { type: 3, id: TEXT_ID, textContent: "begun" };
  const body = { type: 2, id: 4, tagName: "body", attributes: {}, childNodes: [text] };
  const head = { type: 2, id: 3, tagName: "head", attributes: {}, childNodes: [] };
  const html = { type: 2, id: 2, tagName: "html", attributes: {}, childNodes: [head, body] };
  return { node: { type: 0, id: 1, childNodes: [html] }, initialOffset: { top: 0, left: 0 } };
}
