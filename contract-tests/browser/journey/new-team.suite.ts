import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { missingVariables } from "../../services/create-test-environment.ts";
import type { ServerOptions } from "../../services/sightline-server.ts";
import { eventually } from "../../support/poll.ts";
import { findBrowser } from "../browser.ts";
import { type BikeShop, startBikeShop } from "./bike-shop.ts";
import { MORNING } from "./morning.ts";
import { assertFits, type NewTeam, picture, startNewTeam } from "./new-team.ts";
import { expectOrders, QUESTIONS } from "./questions.ts";
import { emailOf, endRecording, FLAG, VISIT_COUNT, type Visit, visitShop } from "./visits.ts";

declare const posthog: {
  reloadFeatureFlags(): void;
  isFeatureEnabled(key: string): boolean | undefined;
  sessionRecordingStarted(): boolean;
};

const found = await findBrowser();
const skip = "missing" in found && found.missing;
/** With two processes where there is a store for several. */
const isOnMongo = missingVariables(["mongodb", "s3"]).length === 0;
const OPTIONS: ServerOptions = isOnMongo ? { engines: ["mongodb", "s3"], nodes: 2 } : {};
const PHONE = 390;
const DESKTOP = 1280;
const BANNER = "spring-banner";

/** Where a reader's mouse goes. */
const READING = [
  [180, 150],
  [420, 240],
] as const;

/** Who does what at which width: nobody needs a shell. */
const WIDTHS = [
  { width: DESKTOP, invited: "nora@shop.example", erased: 12 },
  { width: PHONE, invited: "jonas@shop.example", erased: 6 },
];

describe(`a new team, on ${isOnMongo ? "MongoDB and S3 with two nodes" : "SQLite"}`, {
  skip,
  timeout: 5_400_000,
}, () => {
  let team: NewTeam;
  let shop: BikeShop;
  let owner: BrowserContext;
  let apiKey: string;
  let visits: readonly Visit[];
  before(async () => {
    if (skip) return;
    team = await startNewTeam(OPTIONS);
    shop = await startBikeShop();
  });
  after(async () => {
    await shop?.stop();
    await team?.close();
  });

  /** The process that serves a width: with two, each has one. */
  const nodeOf = (width: number) => team.nodes[width === PHONE ? 0 : team.nodes.length - 1] ?? "";
  const open = (path: string, width: number) =>
    team.open(`${nodeOf(width)}/#/projects/1${path}`, { width, context: owner });
  const area = async (page: Page, width: number, name: string) => {
    if (width === PHONE) await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };

  test("gets from the printed link to its first event, on a phone", async () => {
    const page = await team.open(team.signInLink, { width: PHONE });
    owner = page.context();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Not now" }).click();
    const snippet = page.getByText("posthog.init(").first();
    await snippet.waitFor();
    await assertFits(page);
    const html = ((await snippet.textContent()) ?? "").replace("{ api", "{ opt_out_useragent_filter: true, api");
    apiKey = /init\("([^"]+)"/.exec(html)?.[1] ?? "";
    const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
    await once(site.listen(0, "127.0.0.1"), "listening");
    const visitor = await team.open(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`, { width: PHONE });
    await page.getByText("The first event has arrived.").waitFor();
    await page.getByRole("link", { name: "Look at it" }).click();
    await page.getByRole("button", { name: "$pageview" }).first().waitFor();
    await visitor.context().close();
    site.closeAllConnections();
    site.close();
  });

  test("makes an experiment", async () => {
    const page = await open("/flags", DESKTOP);
    await page.getByRole("link", { name: "New flag" }).click();
    await page.getByLabel("Key", { exact: true }).fill(FLAG);
    await page.getByLabel("Description").fill("Which checkout sells more?");
    await page.getByRole("button", { name: "Use variants" }).click();
    await page.getByRole("button", { name: "Create flag" }).click();
    await page.getByRole("heading", { level: 1, name: FLAG }).waitFor();
    await turn(page, FLAG, "on");
    const other = await open("/flags/new", PHONE);
    await other.getByLabel("Key", { exact: true }).fill(BANNER);
    await other.getByRole("button", { name: "Create flag" }).click();
    await other.getByRole("heading", { level: 1, name: BANNER }).waitFor();
    await area(other, PHONE, "Flags");
    assert.equal(await other.getByRole("switch", { name: `${BANNER} is on` }).isChecked(), false);
    await other.close();
  });

  test(`has ${VISIT_COUNT} visits, all recorded`, async () => {
    const addresses = team.nodes.map((node) => node.replace("localhost", "127.0.0.1"));
    visits = await visitShop({ browser: team.browser, shop, nodes: addresses, apiKey });
    assert.equal(visits.length, VISIT_COUNT);
    const page = await open("/recordings?figure=click_count&least=0", DESKTOP);
    await eventually("all recordings are listed", async () => {
      const found = await page.evaluate(async () => {
        const headers = { "X-Sightline-Console": "1" };
        return (await fetch("/api/projects/1/session_recordings?limit=1", { headers })).json();
      });
      // The first event's page was recorded, too.
      return found.count >= VISIT_COUNT;
    });
    await page.close();
  });

  for (const { width } of WIDTHS) {
    for (const [question, ask] of Object.entries(QUESTIONS)) {
      test(`${question} (${width} px)`, async () => {
        const page = await open("/questions", width);
        await ask(page, { visits, shop: shop.url });
        await assertFits(page);
        if (width === DESKTOP && question.includes("order, and who")) {
          await page.getByText("Question", { exact: true }).click();
          await picture(page, "console-funnel");
        }
        await page.close();
      });
    }
  }

  for (const { width, invited, erased } of WIDTHS) {
    const email = emailOf(erased);

    test(`a product manager accepts an invite, turns a flag on for posthog-js, and leaves (${width} px)`, async () => {
      const page = await open("/team?tab=invites", width);
      await page.getByRole("button", { name: "Invite someone" }).click();
      await page.getByLabel("Address").fill(invited);
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      const link = await page.getByRole("dialog", { name: "The link of the invite" }).locator(".code").innerText();
      await page.close();

      const manager = await team.open(link, { width });
      await manager.getByLabel("Your first name").fill("Product manager");
      await manager.getByRole("button", { name: "Accept the invite" }).click();
      await manager.getByLabel("A password").fill("seven boats in the harbor");
      await manager.getByRole("button", { name: "Save" }).click();
      await manager.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
      await area(manager, width, "Flags");
      const visitor = await openShop(`sees-${width}`);
      assert.equal(await seesBanner(visitor), false);
      await turn(manager, BANNER, "on");
      await eventually("the visitor sees the flag", () => seesBanner(visitor));
      if (width === DESKTOP) await picture(manager, "console-flags");
      await turn(manager, BANNER, "off");
      await eventually("the visitor sees it no longer", async () => !(await seesBanner(visitor)));
      await visitor.context().close();

      await area(manager, width, "Team");
      await manager.getByRole("button", { name: "Leave the organization" }).click();
      await manager.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
      await manager.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      await manager.goto(`${nodeOf(width)}/#/projects/1/flags`);
      await manager.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      await manager.context().close();
    });

    test(`a customer's recordings are found by email, and play (${width} px)`, async () => {
      const visitor = await openShop(`visitor-${erased}`);
      await visitor.waitForFunction(() => posthog.sessionRecordingStarted?.());
      await read(visitor);
      await visitor.getByRole("link", { name: "Bikes" }).click();
      await read(visitor);
      await visitor.getByRole("button", { name: "Add to basket" }).click();
      await read(visitor);
      await endRecording(visitor);
      await visitor.context().close();
      const page = await open("/recordings", width);
      await page.getByLabel("Email of the person").fill(email);
      await page.getByRole("button", { name: "Find", exact: true }).click();
      await page.getByText("3 recordings, newest first.").waitFor();
      await page.getByRole("link", { name: email }).first().click();
      await page.getByRole("heading", { level: 1, name: email }).waitFor();
      const recorded = page.frameLocator(".recording-frame").frameLocator("iframe");
      await recorded.getByRole("heading", { name: "Bicycles for wet weather" }).waitFor({ state: "attached" });
      await page.getByRole("button", { name: /bike added/ }).click();
      await recorded.getByRole("heading", { name: "Our bikes" }).waitFor({ state: "attached" });
      await page.getByText(/^(?!0:00)\d+:\d\d \/ (?!0:00)\d+:\d\d$/).waitFor();
      await assertFits(page);
      if (width === DESKTOP) await picture(page, "console-recording");
      await page.close();
    });

    test(`a customer is erased, to the end (${width} px)`, async () => {
      const page = await open("/persons", width);
      await page.getByLabel("Part of an address, a name or a distinct id").fill(email);
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: email }).click();
      await page.getByRole("button", { name: "Erase" }).click();
      await page.getByRole("button", { name: "Erase for good" }).click();
      await page.getByText("Nothing of the person is left.").waitFor();
      await assertFits(page);
      await area(page, width, "Persons");
      await page.getByLabel("Part of an address, a name or a distinct id").fill(email);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Nobody was found" }).waitFor();
      await area(page, width, "Recordings");
      await page.getByLabel("Email of the person").fill(email);
      await page.getByRole("button", { name: "Find", exact: true }).click();
      await page.getByRole("heading", { name: "No recording matches" }).waitFor();
      await page.close();
    });
  }

  for (const { width } of WIDTHS) {
    for (const [job, work] of Object.entries(MORNING)) {
      test(`${job} (${width} px)`, () => {
        const visit = (url: string) => team.open(url, { width });
        return work({ open: (path) => open(path, width), visit, suffix: String(width) });
      });
    }
  }

  test("answers count who was erased no longer", async () => {
    const page = await open("/questions", DESKTOP);
    await expectOrders(page, 14 - WIDTHS.length);
    await page.close();
  });

  /** Turns a flag on or off where it is shown. */
  const turn = async (page: Page, flag: string, to: "on" | "off") => {
    await page.getByRole("switch", { name: `${flag} is on` }).click();
    await page.getByRole("button", { name: `Turn it ${to}` }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };

  /** Opens the shop as somebody new. */
  const openShop = (distinctId: string) => {
    const [apiHost] = team.nodes;
    const visit = { apiHost, apiKey, distinctId, at: new Date().toISOString() };
    return team.open(`${shop.url}#${encodeURIComponent(JSON.stringify(visit))}`, { width: DESKTOP });
  };

  /** Lets a visitor move the mouse over a page for some seconds, so that there is something to play. */
  const read = async (page: Page) => {
    for (const [x, y] of READING) {
      await page.mouse.move(x, y, { steps: 10 });
      await page.waitForTimeout(1000);
    }
  };

  /** Returns whether posthog-js says so, and lets it ask again. */
  const seesBanner = async (page: Page): Promise<boolean> => {
    // Flags that are off are not in what the library gets.
    await page.waitForFunction((flag) => posthog.isFeatureEnabled?.(flag) !== undefined, FLAG);
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === "/flags/");
    await page.evaluate(() => posthog.reloadFeatureFlags());
    await answered;
    return (await page.evaluate((flag) => posthog.isFeatureEnabled(flag), BANNER)) === true;
  };
});
