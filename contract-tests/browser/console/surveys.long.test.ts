import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";
import { type RecordedShop, startRecordedShop } from "./recorded-shop.ts";

declare const posthog: {
  getEarlyAccessFeatures(found: (features: { flagKey: string }[]) => void, isForced: boolean): void;
  updateEarlyAccessFeatureEnrollment(key: string, isEnrolled: boolean): void;
  isFeatureEnabled(key: string): boolean | undefined;
};

describe("surveys in the console and in a shop", IN_BROWSER, () => {
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

  const question = (page: Page, number: number, what: string) => page.getByLabel(`${what} question ${number}`);

  test("are written, started, answered by a visitor, and counted", async () => {
    const page = await running.open("/surveys");
    await page.getByRole("heading", { name: "Visitors are not asked anything yet" }).waitFor();
    await checkLooks(page, "surveys-none");
    await page.getByRole("link", { name: "New survey" }).click();
    await page.getByLabel("Name").fill("How was the ride?");
    await page.getByLabel("On pages whose address contains").fill("/cart");
    await question(page, 1, "Text of").fill("Would you recommend us?");
    await question(page, 1, "Answer to").selectOption("rating");
    await page.getByRole("button", { name: "Add a question" }).click();
    await question(page, 2, "Text of").fill("Which bike?");
    await question(page, 2, "Answer to").selectOption("single_choice");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("A question for choices needs some.").waitFor();
    await question(page, 2, "Choices of").fill("Torden\nBris\n");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "How was the ride?" }).waitFor();
    await page.getByText("Draft").waitFor();
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "Start it" }).click();
    await page.getByText(/^Running/).waitFor();
    await page.getByText("Nobody has answered it yet.").first().waitFor();

    const visitor = await running.visit("about:blank");
    await eventually("the shop shows the survey", async () => {
      await visitor.goto(shop.url);
      const asked = visitor.getByText("Would you recommend us?");
      return asked.waitFor({ timeout: 6000 }).then(
        () => true,
        () => false,
      );
    });
    await visitor.getByRole("button", { name: "Rate 9" }).click();
    await visitor.getByRole("button", { name: "Submit" }).click();
    await visitor.getByText("Bris").click();
    await visitor.getByRole("button", { name: "Submit" }).click();
    await visitor.getByText("Which bike?").waitFor({ state: "hidden" });

    await eventually("the answers are counted", async () => {
      await page.reload();
      await page.getByRole("heading", { name: "Answers" }).waitFor();
      return page.getByText(/net promoter score 100/).isVisible();
    });
    await page.getByText("Shown 1 time, answered 1 time (100%)").waitFor();
    await page.getByRole("cell", { name: "Bris" }).waitFor();
    await checkLooks(page, "survey-answers");
    await page.getByRole("button", { name: "End" }).click();
    await page.getByRole("button", { name: "End it" }).click();
    await page.getByText(/^Ended/).waitFor();
    await page.close();
    await visitor.close();
  });

  test("features to try early are listed by the library, and their flag is on for who joins", async () => {
    const { projectId, personalApiKey } = running.tenant;
    const created = await fetch(`${running.server.direct}/api/projects/${projectId}/early_access_feature`, {
      method: "POST",
      headers: { authorization: `Bearer ${personalApiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Group bookings", stage: "beta" }),
    });
    assert.equal(created.status, 201);
    const visitor = await running.visit(shop.url);
    const listed = () =>
      visitor.evaluate(
        () =>
          new Promise((resolve) =>
            posthog.getEarlyAccessFeatures((found) => resolve(found.map((one) => one.flagKey)), true),
          ),
      );
    await eventually("the library lists it", async () => String(await listed()) === "group-bookings");
    const isOn = () => visitor.evaluate(() => posthog.isFeatureEnabled("group-bookings") === true);
    assert.equal(await isOn(), false);
    await visitor.evaluate(() => posthog.updateEarlyAccessFeatureEnrollment("group-bookings", true));
    assert.equal(await isOn(), true);
    await eventually("the service decides so for the person", async () => {
      await visitor.reload();
      await visitor.waitForLoadState("networkidle");
      return isOn();
    });
    await visitor.close();
  });
});
