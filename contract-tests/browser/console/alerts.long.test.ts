import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Mailbox } from "../../support/mailbox.ts";
import { eventually } from "../../support/poll.ts";
import { type ConsoleBrowser, checkLooks, IN_BROWSER, startConsole } from "./console-browser.ts";

describe("alerts in the console", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await Mailbox.open();
    running = await startConsole({ settings: { SMTP_URL: mailbox.url } });
  });
  after(async () => {
    await running?.close();
    await mailbox?.close();
  });

  test("are added to a saved question, say how they are, and are deleted", async () => {
    const query = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "order" }] };
    await running.send({ event: "order", distinct_id: "ann" });
    const { id, short_id } = await running.request("POST", "insights", { name: "Orders", query });
    const page = await running.open(`/questions/saved/${short_id}`);
    await page.getByRole("button", { name: "Alerts" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "No alert watches this question" }).waitFor();
    await dialog.getByLabel("Number").fill("3");
    await dialog.getByRole("button", { name: "Add alert" }).click();
    await dialog.getByRole("cell", { name: "is less than 3" }).waitFor();
    await dialog.getByLabel("When").selectOption("rises");
    await dialog.getByLabel("Number").fill("50");
    await dialog.getByLabel("At the end of each").selectOption("weekly");
    await dialog.getByRole("checkbox").uncheck();
    await dialog.getByLabel("Webhook").fill("https://hooks.example/x");
    await dialog.getByRole("button", { name: "Add alert" }).click();
    await dialog.getByRole("cell", { name: "rises by more than 50%" }).waitFor();
    await checkLooks(page, "alerts");
    await eventually("the mail of the alert that fires", async () => {
      return mailbox.mails.some(({ text }) => text.includes("Subject: Alert: Orders"));
    });
    const { results } = await running.request("GET", `alerts?insight_id=${id}`);
    const [rising, few] = results;
    assert.deepEqual(few.threshold.configuration, { type: "absolute", bounds: { lower: 3 } });
    assert.deepEqual([few.calculation_interval, few.subscribed_users.length], ["daily", 1]);
    assert.deepEqual(rising.threshold.configuration, { type: "percentage", bounds: { upper: 0.5 } });
    const rest = [rising.condition.type, rising.calculation_interval, rising.webhook_url, rising.subscribed_users];
    assert.deepEqual(rest, ["relative_increase", "weekly", "https://hooks.example/x", []]);

    await dialog.getByRole("row", { name: "is less than 3" }).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete the alert?" }).getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("cell", { name: "is less than 3" }).waitFor({ state: "detached" });
    assert.equal((await running.request("GET", `alerts?insight_id=${id}`)).count, 1);
    await page.close();
  });
});
