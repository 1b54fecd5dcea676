import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";
import { type RecordedShop, startRecordedShop } from "./recorded-shop.ts";

declare const posthog: { sessionRecordingStarted?(): boolean; readonly heatmaps?: { readonly isEnabled: boolean } };

describe("heatmaps in the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let shop: RecordedShop;
  before(async () => {
    if (IN_BROWSER.skip) return;
    running = await startConsole();
    shop = await startRecordedShop(running.server.direct, running.tenant.projectApiKey);
  });
  after(async () => {
    await shop?.stop();
    await running?.close();
  });

  test("are turned on, and show clicks and depths over a recorded page", async () => {
    const page = await running.open("/heatmaps");
    await page.getByRole("heading", { name: "Nobody has viewed a page yet" }).waitFor();
    await checkLooks(page, "heatmaps-none");
    const first = await running.visit(shop.url);
    await eventually("the page is known", async () => {
      await page.reload();
      await page.getByRole("heading", { name: "Heatmaps", exact: true }).waitFor();
      await page
        .getByRole("button", { name: "Turn heatmaps on" })
        .waitFor({ timeout: 5000 })
        .catch(() => undefined);
      return page.getByRole("button", { name: "Turn heatmaps on" }).isVisible();
    });
    await first.close();
    await page.getByRole("button", { name: "Turn heatmaps on" }).click();
    await page.getByText("Nobody did this on the page in this time").waitFor();

    const visitor = await running.visit(shop.url);
    await eventually("the library sends positions", async () => {
      await visitor.reload();
      await visitor.waitForFunction(() => posthog?.sessionRecordingStarted?.());
      return visitor.evaluate(() => posthog.heatmaps?.isEnabled === true);
    });
    await visitor.addStyleTag({ content: "body { min-height: 2400px }" });
    const rows = page.locator("tbody tr");
    await eventually("clicks are there", async () => {
      await visitor.getByRole("button", { name: "Buy" }).click();
      await visitor.waitForTimeout(6000); // the library sends positions every five seconds
      await page.reload();
      await page.getByRole("heading", { name: "Heatmaps", exact: true }).waitFor();
      await page.waitForTimeout(2000);
      return (await rows.count()) > 0;
    });
    await eventually("the recording is there", async () => {
      await page.reload();
      await page.getByRole("table", { name: "The most frequent places" }).waitFor();
      return page
        .frameLocator("iframe")
        .locator("canvas:last-child")
        .isVisible({ timeout: 5000 })
        .then(
          (is) => is,
          () => false,
        );
    });
    const frame = page.frameLocator("iframe");
    await frame.frameLocator("iframe").getByText("Bikes for the fjord").waitFor();
    // The picture covers the whole page, and the button has the color of many clicks.
    const drawn = await frame.locator("canvas:last-child").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return { height: canvas.height, colored: data.filter((value, index) => index % 4 === 3 && value > 0).length };
    });
    assert.ok(drawn.height >= 1200, `${drawn.height}`);
    assert.ok(drawn.colored > 100, `${drawn.colored}`);
    await checkLooks(page, "heatmaps");

    await visitor.evaluate(() => scrollTo(0, 900));
    await visitor.waitForTimeout(1000);
    await visitor.goto(`${shop.url}?next`);
    await page.getByLabel("Shown").selectOption({ label: "How far they scrolled" });
    await eventually("how far the page was seen", async () => {
      await page.reload();
      await page.getByLabel("Shown").waitFor();
      await page.waitForTimeout(2000);
      return page.getByRole("table", { name: "How far the page was seen" }).isVisible();
    });
    await checkLooks(page, "heatmaps-depth");
    await page.getByLabel("Windows").selectOption({ label: "Phones" });
    await page.getByText("No recording shows this page in such a window").waitFor();
    await visitor.close();
    await page.close();
  });
});
