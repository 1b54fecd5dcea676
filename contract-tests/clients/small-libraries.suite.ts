import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Browser, findBrowser, type Page, STEP_TIMEOUT_MS } from "../browser/browser.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import { eventually } from "../support/poll.ts";
import type { Tenant } from "../target-description.ts";
import { pick, readPerson, waitForExportedEvents } from "./exported-data.ts";
import { PATIENT } from "./node-libraries.ts";
import { recordedAddress } from "./recorder.ts";
import { SAMPLE_FLAGS } from "./sample-flags.ts";
import { type Site, startSite } from "./site.ts";
import { skip as notInstalled } from "./skip-unless-installed.ts";
import { bundle, SMALL_LIBRARIES, type SmallLibrary } from "./small-libraries.ts";
import { SAMPLE_PROPERTIES } from "./visit.ts";

declare const openLibrary: (key: string, options: object) => SmallLibrary;
declare let library: SmallLibrary;

const browserOrReason = await findBrowser();
const skip = notInstalled || ("missing" in browserOrReason && browserOrReason.missing);

describe("small libraries in Chromium", { skip, timeout: 1_200_000 }, () => {
  let browser: Browser;
  let server: Server;
  let site: Site;
  let tenant: Tenant;

  before(async () => {
    if ("missing" in browserOrReason || notInstalled) return;
    server = await startServer({ tenants: ["small"] });
    tenant = server.tenants[0] as Tenant;
    await applyFlags(server.environment, tenant.projectId, SAMPLE_FLAGS);
    const services = new Map([...SMALL_LIBRARIES.keys()].map((name) => [name, server.direct]));
    site = await startSite(services, tenant.projectApiKey, bundle);
    browser = await browserOrReason.launch();
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    await server?.stop();
  });

  /** Opens a page of another origin than the service, and the library in it. */
  async function openPage(name: string): Promise<Page> {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(STEP_TIMEOUT_MS);
    await tab.goto(site.pageUrl(name));
    const options = {
      host: await recordedAddress(server.direct, name),
      fetchRetryCount: 0,
      preloadFeatureFlags: false,
      ...PATIENT,
    };
    await tab.evaluate(
      ([key, more]) => {
        Object.assign(globalThis, { library: openLibrary(key, more) });
      },
      [tenant.projectApiKey, options] as const,
    );
    return tab;
  }

  for (const name of SMALL_LIBRARIES.keys()) {
    test(name, async () => {
      const tab = await openPage(name);
      const rider = `rider of ${name}`;
      const anonymous = await tab.evaluate(async (properties) => {
        await library.reloadFeatureFlagsAsync();
        library.capture("looked around", properties);
        const [half, everybody, pro] = ["halves", "everybody", "pro"].map((key) => library.getFeatureFlag(key));
        const payload = library.getFeatureFlagPayload("everybody");
        return { id: library.getDistinctId(), half, everybody, pro, payload };
      }, SAMPLE_PROPERTIES);
      assert.deepEqual(pick(anonymous, ["everybody", "pro", "payload"]), {
        everybody: true,
        pro: false,
        payload: { color: "blue", sizes: [1, 2] },
      });
      assert.match(String(anonymous.half), /^variant-[01]$/);

      await tab.evaluate(async (id) => {
        library.identify(id, { plan: "pro" });
        library.alias(`alias of ${id}`);
        library.group("company", "nordlys", { seats: 40 });
        await library.flush();
      }, rider);
      await eventually("the flag of the identified person is on", () =>
        tab.evaluate(async () => {
          await library.reloadFeatureFlagsAsync();
          return library.isFeatureEnabled("pro") === true;
        }),
      );

      await tab.context().setOffline(true);
      await tab.evaluate(async () => {
        library.capture("offline");
        await library.flush().catch(() => undefined);
      });
      await tab.context().setOffline(false);
      await tab.evaluate(async (ending) => {
        library.capture(ending);
        await library.flush();
        await library.optOut();
        library.capture("opted out");
        await library.shutdown();
      }, `left with ${name}`);
      await tab.close();

      const stored = await waitForExportedEvents(server.environment, tenant.projectId, `left with ${name}`, 1);
      const own = stored.filter(({ distinct_id }) => [anonymous.id, rider].includes(distinct_id));
      const eventsOf = (event: string) => own.filter((one) => one.event === event);
      const [around, ...more] = eventsOf("looked around");
      assert.deepEqual([more, around?.distinct_id], [[], anonymous.id]);
      assert.deepEqual(pick(around?.properties ?? {}, Object.keys(SAMPLE_PROPERTIES)), SAMPLE_PROPERTIES);
      assert.deepEqual(eventsOf("$groupidentify")[0]?.properties.$group_set, { seats: 40 });
      assert.deepEqual(
        ["$identify", "offline", "opted out"].map((event) => eventsOf(event).length),
        [1, 1, 0],
      );
      const person = await readPerson(server.environment, tenant.projectId, anonymous.id);
      assert.deepEqual(person.distinct_ids.toSorted(), [anonymous.id, rider, `alias of ${rider}`].toSorted());
      assert.equal(person.properties.plan, "pro");
    });
  }

  test("the service logs no errors", () => {
    assert.doesNotMatch(server.log(), /"level":[56]0/);
  });
});
