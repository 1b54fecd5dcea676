import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Browser, findBrowser, type Page } from "../browser/browser.ts";
import { decodeBody, exchange } from "../client/exchange.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import { eventually } from "../support/poll.ts";
import type { RrwebEvent } from "../support/rrweb-events.ts";
import type { Tenant } from "../target-description.ts";
import { BROWSER_VERSIONS, type Site, startSite } from "./site.ts";
import { skip as notInstalled } from "./skip-unless-installed.ts";
import { USER_AGENT } from "./visit.ts";

interface Event {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

declare const posthog: { get_distinct_id?(): string };

interface Visit {
  readonly distinctId: string;
  /** What is stored of the visit: the first event of each name. */
  readonly events: ReadonlyMap<string, Event["properties"]>;
  /** The paths that the library requested of the service. */
  readonly paths: readonly string[];
  readonly errors: readonly string[];
}

const browserOrReason = await findBrowser();
const skip = notInstalled || ("missing" in browserOrReason && browserOrReason.missing);
const TIMEOUT_MS = 300_000;
/** After a click without an effect and the first measurements of a page, the library waits for longer than others. */
const ACT_MS = 5000;
const [FIRST = "", SECOND = ""] = BROWSER_VERSIONS;
const NEWEST = BROWSER_VERSIONS.at(-1) ?? "";

/** What each version sends by itself. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  [FIRST]: ["$pageview", "$autocapture"],
  [SECOND]: ["$pageview", "$autocapture", "$rageclick", "$exception"],
};
const ALL = ["$pageview", "$autocapture", "$rageclick", "$dead_click", "$exception", "$web_vitals"];
const OFF = {
  ...{ autocapture: false, rageclick: false, capture_dead_clicks: false, capture_exceptions: false },
  ...{ capture_performance: false, disable_session_recording: true },
};

describe("features of posthog-js", { skip, timeout: 1_200_000 }, () => {
  let browser: Browser;
  let server: Server;
  let site: Site;
  let tenant: Tenant;
  before(async () => {
    if ("missing" in browserOrReason || notInstalled) return;
    server = await startServer({ tenants: ["web"] });
    tenant = server.tenants[0] as Tenant;
    site = await startSite(new Map(BROWSER_VERSIONS.map((name) => [name, server.direct])), tenant.projectApiKey);
    browser = await browserOrReason.launch();
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    await server?.stop();
  });

  const get = async (path: string, accept = "application/json"): Promise<string> => {
    const headers = { authorization: `Bearer ${tenant.personalApiKey}`, accept };
    return decodeBody(
      await exchange(server.direct, { method: "GET", path: `/api/projects/${tenant.projectId}${path}`, headers }),
    );
  };

  /** Acts as a visitor again and again until all these events are stored. */
  const visit = async (version: string, expected: readonly string[], options: object = {}): Promise<Visit> => {
    const context = await browser.newContext({ userAgent: USER_AGENT });
    const [paths, errors]: [string[], string[]] = [[], []];
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on("request", (request) => {
      if (request.url().startsWith(server.direct)) paths.push(request.url().slice(server.direct.length));
    });
    page.on("pageerror", (error) => void errors.push(String(error)));
    // posthog-js records no requests of pages at localhost itself.
    const address = site.pageUrl(version).replace("localhost", "shop.localhost");
    await page.goto(`${address}#${encodeURIComponent(JSON.stringify(options))}`);
    await page.waitForFunction(() => posthog.get_distinct_id);
    const distinctId = await page.evaluate(() => posthog.get_distinct_id?.() ?? "");
    const events = await eventually(
      `${version} has sent ${expected.join(", ")}`,
      async () => {
        await act(page);
        const found = new Map<string, Event["properties"]>();
        for (const named of ["", "&event=$$heatmap"]) {
          const listed = await get(`/events?limit=100&distinct_id=${distinctId}${named}`);
          for (const { event, properties } of JSON.parse(listed).results as Event[]) found.set(event, properties);
        }
        return expected.every((name) => found.has(name)) && found;
      },
      TIMEOUT_MS,
    );
    await context.close();
    return { distinctId, events, paths, errors };
  };

  for (const version of BROWSER_VERSIONS) {
    test(`${version} captures by itself what it can`, async () => {
      const expected = FEATURES[version] ?? ALL;
      const { events, paths, errors } = await visit(version, expected);
      assert.deepEqual([...events.keys()].toSorted(), expected.toSorted());
      const { $elements_chain: chain, $elements: list } = events.get("$autocapture") ?? {};
      if (version === FIRST) assert.ok(Array.isArray(list));
      else assert.match(String(chain), /^button:/);
      const exception = events.get("$exception");
      if (exception) assert.match(JSON.stringify(exception), /uncaught by the page/);
      const vitals = events.get("$web_vitals");
      if (vitals) assert.ok(Object.keys(vitals).some((name) => /^\$web_vitals_(FCP|LCP)_value$/.test(name)));
      assert.deepEqual(
        errors.filter((error) => !error.includes("uncaught by the page")),
        [],
      );
      assert.deepEqual(
        paths.filter((path) => /survey|product.tours|toolbar|conversations|experiments/.test(path)),
        [],
      );
    });
  }

  for (const version of BROWSER_VERSIONS.slice(1)) {
    test(`${version} records the console and the requests of a page`, async () => {
      const { distinctId } = await visit(version, ["$pageview"]);
      await eventually(
        "both are recorded",
        async () => {
          const { results } = JSON.parse(await get(`/session_recordings?distinct_id=${distinctId}`));
          const recorded: RrwebEvent[] = [];
          for (const { id } of results) {
            const lines = (await get(`/session_recordings/${id}/snapshots`, "application/x-ndjson")).split("\n");
            recorded.push(...lines.filter(Boolean).flatMap((line) => JSON.parse(line).data as RrwebEvent[]));
          }
          const ofPlugin = (name: string) =>
            JSON.stringify(recorded.filter(({ type, data }) => type === 6 && JSON.stringify(data).includes(name)));
          return (
            ofPlugin("rrweb/console@1").includes("the basket is slow") && ofPlugin("network@1").includes("/prices")
          );
        },
        TIMEOUT_MS,
      );
    });
  }

  test("each is off if the page says so, and heatmaps are kept if it turns them on", async () => {
    const { events } = await visit(NEWEST, ["$$heatmap"], { ...OFF, capture_heatmaps: true });
    assert.deepEqual([...events.keys()].toSorted(), ["$$heatmap", "$pageview"]);
    assert.match(JSON.stringify(events.get("$$heatmap")?.$heatmap_data), /"type":"click"/);
    const { results } = JSON.parse(await get("/heatmaps"));
    assert.ok(results.length > 0 && results[0].pointer_relative_x > 0, JSON.stringify(results));
  });
});

async function act(page: Page): Promise<void> {
  for (let count = 0; count < 3; count += 1) await page.locator("#buy").click();
  await page.evaluate(() => {
    console.warn("the basket is slow");
    void fetch("/prices");
    setTimeout(() => {
      throw new TypeError("uncaught by the page");
    });
  });
  await page.locator("#dead").click();
  await page.waitForTimeout(ACT_MS);
}
