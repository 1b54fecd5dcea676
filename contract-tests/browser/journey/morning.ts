import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { eventually } from "../../support/poll.ts";
import { begin, choose, chooseDays, expectRows, fill } from "./questions.ts";

export interface Morning {
  /** Opens a page of the project. */
  readonly open: (path: string) => Promise<Page>;
  /** Opens an address as somebody without an account. */
  readonly visit: (url: string) => Promise<Page>;
  /** Tells apart what is made at several widths. */
  readonly suffix: string;
}

const WEBHOOK = "https://hooks.example/sightline";

/** What a team does each morning, in this order: later ones use what earlier ones made. */
export const MORNING: Readonly<Record<string, (morning: Morning) => Promise<void>>> = {
  "How many orders come of a hundred bikes in baskets? It is saved": async ({ open, suffix }) => {
    const page = await open("/questions");
    await begin(page, "Trend");
    await choose(page, "Event of series a", "order placed");
    await page.getByRole("button", { name: "Series", exact: true }).click();
    await choose(page, "Event of series b", "bike added");
    await fill(page, "Formula", "A / B * 100");
    await chooseDays(page);
    await page.getByLabel("Show").selectOption({ label: "One number" });
    // Two who ordered are erased.
    await expectRows(page, "the formula", [["All", "31.58"]]);
    await page.getByLabel("Show").selectOption({ label: "Over time" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(`Bikes added ${suffix}`);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: `Bikes added ${suffix}` }).waitFor();
    await page.close();
  },
  "What happened on that day? A note says so": async ({ open, suffix }) => {
    const page = await openQuestion(open, suffix);
    await page.locator("summary", { hasText: "Notes" }).click();
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByLabel("What happened").fill(`Sale ${suffix}`);
    await page.getByLabel("When").fill("2026-03-04T08:00");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: `Delete Sale ${suffix}` }).waitFor();
    await page.close();
  },
  "Be notified when a number falls": async ({ open, suffix }) => {
    const page = await openQuestion(open, suffix);
    await page.getByRole("button", { name: "Alerts" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Number").fill("3");
    await dialog.getByLabel("Webhook").fill(WEBHOOK);
    await dialog.getByRole("button", { name: "Add alert" }).click();
    await dialog.getByRole("cell", { name: "is less than 3" }).waitFor();
    await page.close();
  },
  "Numbers that belong together are on a dashboard": async ({ open, suffix }) => {
    const page = await open("/dashboards");
    await page.getByRole("button", { name: "New dashboard" }).click();
    await page.getByLabel("Name").fill(`Shop ${suffix}`);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: `Shop ${suffix}` }).waitFor();
    await page.getByRole("button", { name: "Add questions" }).click();
    await page.getByLabel(`Add Bikes added ${suffix}`).check();
    await page.getByRole("button", { name: "Add the question" }).click();
    await page.getByRole("img", { name: `Chart: Bikes added ${suffix}` }).waitFor();
    await page.close();
  },
  "The dashboard is sent each week": async ({ open, suffix }) => {
    const page = await openDashboard(open, suffix);
    await page.getByRole("button", { name: "Send by mail" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("By").selectOption("slack");
    await dialog.getByLabel("Incoming webhook of Slack").fill(WEBHOOK);
    await dialog.getByRole("button", { name: "Send it" }).click();
    await dialog.getByRole("cell", { name: "every week" }).waitFor();
    await page.close();
  },
  "The dashboard is shown to someone without an account, until the link is revoked": async (morning) => {
    const page = await openDashboard(morning.open, morning.suffix);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Create a link" }).click();
    const url = await page.locator("code").filter({ hasText: "/shared/shr_" }).innerText();
    const seen = await morning.visit(url);
    await seen.getByRole("img", { name: `Chart: Bikes added ${morning.suffix}` }).waitFor();
    assert.equal(await seen.getByRole("button").count(), 0);
    await page.getByRole("button", { name: `Revoke ${url}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).last().click();
    await page.getByRole("heading", { name: "There is no link yet" }).waitFor();
    await seen.reload();
    await seen.getByRole("heading", { name: "This link is not valid" }).waitFor();
    await seen.context().close();
    await page.close();
  },
  "Who visits today, and which pages?": async ({ open }) => {
    const page = await open("/overview");
    await page.getByLabel("Dates").selectOption({ label: "Today" });
    const visitors = page.locator(".figure", { hasText: "Visitors" }).locator(".figure-value");
    await eventually("there are visitors", async () => {
      await page.reload();
      await visitors.first().waitFor();
      return Number(await visitors.first().innerText()) > 0;
    });
    await page.getByRole("button", { name: "/", exact: true }).first().click();
    await page.getByRole("button", { name: "Remove Page: /", exact: true }).waitFor();
    await page.close();
  },
  "Who ordered? They are a cohort": async ({ open, suffix }) => {
    const page = await open("/cohorts/new");
    await page.getByLabel("Name").fill(`Customers ${suffix}`);
    await page.getByLabel("About").selectOption("What they did");
    await choose(page, "Event", "order placed");
    await page.getByLabel("in the last: how many").fill("9999");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: `Customers ${suffix}` }).waitFor();
    await page.getByText(/^[1-9]\d* persons?, counted/).waitFor();
    await page.close();
  },
  "Where do visitors click? Heatmaps are turned on": async ({ open }) => {
    const page = await open("/heatmaps");
    const [off, on] = [page.getByRole("button", { name: "Turn heatmaps on" }), page.getByText("Nobody did this")];
    await off.or(on).waitFor();
    if (await off.isVisible()) await off.click();
    await on.waitFor();
    await page.close();
  },
};

async function openQuestion(open: Morning["open"], suffix: string): Promise<Page> {
  const page = await open("/questions");
  await page.getByRole("link", { name: `Bikes added ${suffix}` }).click();
  await page.getByRole("heading", { level: 1, name: `Bikes added ${suffix}` }).waitFor();
  return page;
}

async function openDashboard(open: Morning["open"], suffix: string): Promise<Page> {
  const page = await open("/dashboards");
  await page.getByRole("link", { name: `Shop ${suffix}` }).click();
  await page.getByRole("heading", { level: 1, name: `Shop ${suffix}` }).waitFor();
  return page;
}
