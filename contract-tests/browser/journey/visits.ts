import type { Browser, Page, Request } from "playwright-core";
import { eventually } from "../../support/poll.ts";
import type { BikeShop } from "./bike-shop.ts";

declare const posthog: {
  onFeatureFlags(callback: () => void): void;
  getFeatureFlag(key: string): unknown;
  captureException(error: Error): void;
  capture(event: string, properties: object): void;
  identify(distinctId: string, set: object): void;
  sessionRecordingStarted(): boolean;
};

export const FLAG = "checkout-layout";
export const VISIT_COUNT = 200;
const PERSON_COUNT = 120;
/** Visits at a time: most of a visit is waiting. */
const TABS = 6;
const referrerOf = (person: number) =>
  person % 4 === 0 ? "https://search.example/" : person % 8 === 1 ? "https://news.example/" : undefined;

/** What a person saw and did in a visit. */
export interface Visit {
  readonly person: number;
  readonly isFirst: boolean;
  /** The variant of the flag, in first visits. */
  readonly variant: unknown;
}

export const emailOf = (person: number) => `customer-${person}@shop.example`;
/** The days of first visits are 2 to 6 March 2026; who comes back does so on the next day. */
const dayOf = (person: number, isFirst: boolean) => 2 + (person % 5) + (isFirst ? 0 : 1);

interface VisitsOptions {
  readonly browser: Browser;
  readonly shop: BikeShop;
  /** The addresses of the service's processes, which take turns. */
  readonly nodes: readonly string[];
  readonly apiKey: string;
}

/** 120 persons visit the shop, of whom the first 80 come back: 200 visits. */
export async function visitShop(options: VisitsOptions): Promise<Visit[]> {
  const numbers = Array.from({ length: VISIT_COUNT }, (_, index) => index);
  const first = numbers.splice(0, PERSON_COUNT);
  return [...(await runAll(first, options)), ...(await runAll(numbers, options))];
}

async function runAll(numbers: readonly number[], options: VisitsOptions): Promise<Visit[]> {
  const visits: Visit[] = [];
  const waiting = numbers.values();
  const context = await options.browser.newContext({ viewport: { width: 900, height: 600 } });
  context.setDefaultTimeout(180_000);
  const work = async () => {
    const page = await context.newPage();
    const unanswered = new Set<Request>();
    page.on("request", (request) => unanswered.add(request));
    page.on("requestfinished", (request) => unanswered.delete(request));
    page.on("requestfailed", (request) => unanswered.delete(request));
    for (const number of waiting) {
      visits.push(await visit(page, number, options));
      // A request that is on its way ends with the page.
      await eventually("all requests are answered", async () => unanswered.size === 0);
    }
  };
  await Promise.all(Array.from({ length: TABS }, work));
  await context.close();
  return visits;
}

async function visit(page: Page, number: number, { shop, nodes, apiKey }: VisitsOptions): Promise<Visit> {
  const isFirst = number < PERSON_COUNT;
  const person = number % PERSON_COUNT;
  const at = `2026-03-0${dayOf(person, isFirst)}T12:00:00.000Z`;
  const visitOptions = { apiHost: nodes[number % nodes.length], apiKey, distinctId: `visitor-${person}`, at };
  const referer = referrerOf(person);
  await page.goto("about:blank");
  await page.goto(`${shop.url}#${encodeURIComponent(JSON.stringify(visitOptions))}`, { ...(referer && { referer }) });
  await page.waitForFunction(() => typeof posthog === "object" && posthog.sessionRecordingStarted?.());
  const variant = isFirst ? await lookAround(page, person) : await comeBack(page, person);
  await endRecording(page);
  return { person, isFirst, variant };
}

/** Sees the start page and the bikes; every third adds one. Returns the variant that the person sees. */
async function lookAround(page: Page, person: number): Promise<unknown> {
  await page.getByRole("link", { name: "Bikes" }).click();
  const variant = await page.evaluate(
    (flag) =>
      new Promise((resolve) => {
        posthog.onFeatureFlags(() => resolve(posthog.getFeatureFlag(flag)));
      }),
    FLAG,
  );
  const vitals = { $web_vitals_LCP_value: 1000 + person * 10, $web_vitals_CLS_value: 0 };
  await page.evaluate((properties) => posthog.capture("$web_vitals", properties), vitals);
  if (person % 10 === 5) {
    await page.evaluate(() => posthog.captureException(new TypeError("The basket is empty")));
  }
  if (person % 3 === 0) await page.getByRole("button", { name: "Add to basket" }).click();
  return variant;
}

/** Sees the start page again; who added a bike signs in, and every second of these orders. */
async function comeBack(page: Page, person: number): Promise<undefined> {
  if (person % 3 !== 0) return;
  await page.getByRole("link", { name: "Checkout" }).click();
  await page.getByLabel("Email").fill(emailOf(person));
  const [id, set] = [`customer-${person}`, { email: emailOf(person), plan: person % 2 === 0 ? "pro" : "free" }];
  await page.evaluate(([id, set]) => posthog.identify(id as string, set as object), [id, set] as const);
  if (person % 2 === 0) await page.getByRole("button", { name: "Order" }).click();
}

/** Waits until all that is recorded has arrived. */
export async function endRecording(page: Page): Promise<void> {
  // What is sent after a request begins to be waited for has all that was recorded before.
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === "/s/");
  await page.mouse.move(400, 300, { steps: 3 });
  await (await sent).response();
}
