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

  test("a dashboard is sent by mail each week, and at once", async () => {
    const query = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "order" }] };
    const { short_id } = await running.request("POST", "insights", { name: "Orders", query });
    const { id } = await running.request("POST", "dashboards", { name: "Shop", tiles: [{ insight: short_id }] });
    const page = await running.open(`/dashboards/${id}`);
    await page.getByRole("button", { name: "Send by mail" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "It is sent to nobody yet" }).waitFor();
    await dialog.getByLabel("First").fill("2026-03-16T08:00");
    await dialog.getByLabel("To", { exact: true }).fill("Ada");
    await dialog.getByRole("button", { name: "Send it" }).click();
    await dialog.getByText("This has no email address in “Ada”.").waitFor();
    await dialog.getByLabel("To", { exact: true }).fill("ada@example.com, grace@example.com");
    await dialog.getByRole("button", { name: "Send it" }).click();
    await dialog.getByRole("cell", { name: "every week" }).waitFor();
    await dialog.getByLabel("By").selectOption("slack");
    await dialog.getByLabel("Each").selectOption("monthly");
    await dialog.getByLabel("Incoming webhook of Slack").fill("https://hooks.example/x");
    await dialog.getByRole("button", { name: "Send it" }).click();
    await dialog.getByRole("cell", { name: "every month" }).waitFor();
    const row = dialog.getByRole("row", { name: "ada@example.com" });
    await row.getByRole("button", { name: "Send now" }).click();
    await eventually("the mail with the dashboard", async () => {
      return mailbox.mails.some(({ to, text }) => to[0] === "grace@example.com" && text.includes("Subject: Shop, "));
    });
    await row.getByRole("button", { name: "Send now" }).click();
    await dialog.getByText("It was sent a moment ago: wait a minute.").waitFor();
    await checkLooks(page, "subscriptions");
    const { results } = await running.request("GET", `subscriptions?dashboard=${id}`);
    const [monthly, weekly] = results;
    assert.deepEqual([monthly.target_type, monthly.frequency], ["slack", "monthly"]);
    assert.deepEqual([weekly.start_date, weekly.target_type], ["2026-03-16T08:00:00.000Z", "email"]);
    await row.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Send it no longer?" }).getByRole("button", { name: "Delete" }).click();
    await row.waitFor({ state: "detached" });
    await page.close();
  });
});
