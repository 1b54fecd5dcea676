import type { Browser, BrowserContext, Page, Request } from "../browser/browser.ts";
import { eventually } from "../support/poll.ts";

/** What all versions of posthog-js have in common, as far as the tests use it; the last two came later than the first version. */
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

/** What a page knows of a visit. */
export interface Visit {
  readonly anonymousId: string;
  readonly flags: { readonly half: unknown; readonly everybody: unknown; readonly payload: unknown };
  /** Each request to the service, and how it was answered; null where nothing was read. */
  readonly requests: readonly { readonly path: string; readonly status: number | null }[];
  /** What went wrong in the page itself. */
  readonly errors: readonly string[];
}

export const SAMPLE_PROPERTIES = {
  total: 12990.5,
  note: "Åpent 🚲 + & %",
  items: [{ name: "Torden", "a.b": [1, null] }],
};
/** Old versions know Chromium without a screen for a robot. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const TIMEOUT_MS = 120_000;
/** Within it a page that was opened knows its flags, unless the machine is busy: then it is opened again. */
const FLAGS_TIMEOUT_MS = 5000;

/** Visits a page that has the library, and does what visitors and pages do; who it is has the version in the name. */
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
    await eventually("the flag of who is known is on", () => reopenPage(tab, page), TIMEOUT_MS);
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
  return tab.evaluate((seen) => {
    const anonymousId = posthog.get_distinct_id();
    const [half, everybody] = ["halves", "everybody"].map((key) => posthog.getFeatureFlag(key));
    posthog.capture("looked around", seen);
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

/** The recorder is loaded some time after the page, and sends what it has every few seconds. */
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

/** Opens the page again; true if what is known of the visitor has decided a flag there. */
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

/** Captures while there is no network, and waits until what failed has been sent. */
async function captureOffline(context: BrowserContext, tab: Page): Promise<void> {
  const isEvents = (url: string) => new URL(url).pathname === "/e/";
  await context.setOffline(true);
  const failed = tab.waitForEvent("requestfailed", (request) => isEvents(request.url()));
  await tab.evaluate(() => posthog.capture("offline"));
  await failed;
  await context.setOffline(false);
  await tab.waitForResponse((response) => isEvents(response.url()) && response.ok());
}

/** Captures at the last moment, and leaves the page. */
async function captureAndLeave(tab: Page, event: string): Promise<void> {
  await tab.evaluate((name) => posthog.capture(name), event);
  await tab.goto("about:blank");
}

async function requestOutcome(request: Request, service: string) {
  const isPing = request.resourceType() === "ping"; // nobody waits for its answer
  const response = isPing ? null : await request.response().catch(() => null);
  return { path: request.url().slice(service.length), status: response?.status() ?? null };
}
