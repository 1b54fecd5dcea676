import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";
import { type RecordedShop, startRecordedShop } from "./recorded-shop.ts";

declare const posthog: { sessionRecordingStarted?(): boolean };

const MESSAGE = "<img src=x onerror=alert(1)> basket";

describe("errors in the console", IN_BROWSER, () => {
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

  test("are listed, shown with stack, persons and recording, and come back after they are resolved", async () => {
    const visitor = await running.visit(shop.url);
    await visitor.waitForFunction(() => posthog?.sessionRecordingStarted?.());
    await visitor.getByRole("button", { name: "Buy" }).click(); // without a visitor who acts, nothing is recorded
    const fail = (number: number) => {
      const error = `new RangeError("${MESSAGE} ${number}", { cause: new Error("no price") })`;
      return visitor.addScriptTag({ content: `setTimeout(function openBasket() { throw ${error}; })` });
    };
    await fail(7);
    await fail(8);
    const page = await running.open("/errors");
    const link = page.getByRole("link", { name: "RangeError" });
    await eventually("the error is listed", async () => {
      await page.reload();
      await page.getByRole("heading", { name: "Errors" }).waitFor();
      await page
        .getByText(/^(No error|openBasket)/)
        .first()
        .waitFor();
      return (await page.getByRole("row", { name: /RangeError.*Active 2 1 1/ }).count()) === 1;
    });
    assert.equal(await link.count(), 1);
    await checkLooks(page, "errors");
    await page.getByLabel("Part of the error or its place").fill("nothing like it");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("heading", { name: "No error was found" }).waitFor();
    await page.getByLabel("Part of the error or its place").fill("BASKET");
    await page.getByRole("button", { name: "Search" }).click();
    await link.click();

    await page.getByText(`RangeError: ${MESSAGE} 8`).waitFor();
    await page.getByText(/Caused by Error: no price/).waitFor();
    await page
      .getByText(/openBasket/)
      .first()
      .waitFor();
    await eventually("the recording is there", async () => {
      await page.reload();
      await page.getByText(`RangeError: ${MESSAGE} 8`).waitFor();
      await page
        .getByRole("cell", { name: "Recording 1" })
        .waitFor({ timeout: 5000 })
        .catch(() => undefined);
      return page.getByRole("link", { name: "Watch what happened" }).isVisible();
    });
    await checkLooks(page, "error");
    assert.match(
      (await page.getByRole("link", { name: "Watch what happened" }).getAttribute("href")) ?? "",
      /\?t=\d+$/,
    );

    await page.getByRole("button", { name: "Resolve" }).click();
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await fail(9);
    await eventually("it came back", async () => {
      await page.reload();
      await page.getByRole("heading", { name: "RangeError" }).waitFor();
      return page.getByText("Came back").isVisible();
    });
    await page.getByRole("button", { name: "Suppress" }).click();
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByText("Active", { exact: true }).waitFor();
    await page.close();
    await visitor.close();
  });
});
