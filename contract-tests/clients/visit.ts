import type { Browser, BrowserContext, Page, Request } from "../browser/browser.ts";
import { eventually } from "../support/poll.ts";

/** The part of posthog-js that the tests use. The first version lacks the last two methods. */
interface BrowserLibrary {
  capture(event: string, properties?: object): void;
  identify(distinctId: string, set: object, setOnce: object): void;
  alias(alias: string): void;
  get_distinct_id(): string;
  isFeatureEnabled(key: string): boolean | undefined;
  getFeatureFlag(key: string): unknown;
  opt_out_capturing(): void;
  group?(type: string, key: string, set: object): void;
  getFeatureFlagPayload?(key: string): unknown;
}

declare const posthog: BrowserLibrary;

/** What a visit has observed. */
export interface Visit {
  readonly anonymousId: string;
  readonly flags: { readonly half: unknown; readonly everybody: unknown; readonly payload: unknown };
  /** All requests to the service with their status; null if the page did not read the response. */
  readonly requests: readonly { readonly path: string; readonly status: number | null }[];
  /** Errors in the page itself. */
  readonly errors: readonly string[];
}

export const SAMPLE_PROPERTIES = {
  total: 12990.5,
  note: "Åpent 🚲 + & %",
  items: [{ name: "Torden", "a.b": [1, null] }],
};
/** Without it, old versions take headless Chromium for a bot. */
export const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const TIMEOUT_MS = 300_000;
/** The time for a page to load its flags. After a timeout, on a busy machine, the page is opened again. */
const FLAGS_TIMEOUT_MS = 20_000;

/** Visits a page with the library and acts like a visitor. The distinct ids contain the version. */
export async function visitPage(browser: Browser, page: string, service: string, version: string): Promise<Visit> {
  const context = await browser.newContext({ userAgent: USER_AGENT });
  context.setDefaultTimeout(TIMEOUT_MS);
  const requests: Request[] = [];
  const errors: string[] = [];
  try {
    const tab = await context.newPage();
    tab.on("request", (request) => void (request.url().startsWith(service) && requests.push(request)));
    tab.on("pageerror", (error) => void errors.push(String(error)));
    await tab.goto(page);
    const first = await captureAnonymously(tab);
    await tab.evaluate(identifyVisitor, version);
    await typeUntilRecorded(tab);
    await tab.locator("#name").pressSequentially("Ada");
    for (let count = 0; count < 3; count += 1) await tab.locator("#buy").click();
    await captureOffline(context, tab);
    await captureAndLeave(tab, "left");
    await eventually("the flag of the identified visitor is on", () => reopenPage(tab, page), TIMEOUT_MS);
    await tab.evaluate(() => posthog.opt_out_capturing());
    await captureAndLeave(tab, "opted out");
    return {
      ...first,
      requests: await Promise.all(requests.map((request) => requestOutcome(request, service))),
      errors,
    };
  } finally {
    await context.close();
  }
}

async function captureAnonymously(tab: Page): Promise<Pick<Visit, "anonymousId" | "flags">> {
  await tab.waitForFunction(() => posthog.isFeatureEnabled("everybody") === true);
  return tab.evaluate((properties) => {
    const anonymousId = posthog.get_distinct_id();
    const [half, everybody] = ["halves", "everybody"].map((key) => posthog.getFeatureFlag(key));
    posthog.capture("looked around", properties);
    return { anonymousId, flags: { half, everybody, payload: posthog.getFeatureFlagPayload?.("everybody") } };
  }, SAMPLE_PROPERTIES);
}

function identifyVisitor(version: string): void {
  posthog.identify(
    `rider-${version}`,
    { email: `rider-${version}@fjordbikes.example`, plan: "pro" },
    { first: version },
  );
  posthog.alias(`alias-${version}`);
  posthog.group?.("company", "nordlys", { seats: 40 });
}

/** Types until the recorder, which loads after the page, has sent its first events. */
async function typeUntilRecorded(tab: Page): Promise<void> {
  let isRecorded = false;
  tab.on("response", (response) => {
    if (new URL(response.url()).pathname === "/s/") isRecorded = true;
  });
  const type = async () => {
    await tab.locator("#name").press("a");
    return isRecorded;
  };
  await eventually("the visit is recorded", type, TIMEOUT_MS);
}

/** Opens the page again. Returns whether a flag that depends on the identified visitor is on. */
async function reopenPage(tab: Page, page: string): Promise<boolean> {
  await tab.goto(page);
  const on = tab.waitForFunction(() => posthog.isFeatureEnabled("pro") === true, undefined, {
    timeout: FLAGS_TIMEOUT_MS,
  });
  return on.then(
    () => true,
    () => false,
  );
}

/** Captures an event offline and waits until it is sent. */
async function captureOffline(context: BrowserContext, tab: Page): Promise<void> {
  const isEvents = (url: string) => new URL(url).pathname === "/e/";
  await context.setOffline(true);
  const failed = tab.waitForEvent("requestfailed", (request) => isEvents(request.url()));
  await tab.evaluate(() => posthog.capture("offline"));
  await failed;
  await context.setOffline(false);
  await tab.waitForResponse((response) => isEvents(response.url()) && response.ok());
}

/** Captures an event and leaves the page immediately. */
async function captureAndLeave(tab: Page, event: string): Promise<void> {
  await tab.evaluate((name) => posthog.capture(name), event);
  await tab.goto("about:blank");
}

async function requestOutcome(request: Request, service: string) {
  const isPing = request.resourceType() === "ping"; // the page does not wait for the response
  const response = isPing ? null : await request.response().catch(() => null);
  return { path: request.url().slice(service.length), status: response?.status() ?? null };
}
