import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Browser, findBrowser } from "../browser/browser.ts";
import { decodeBody, exchange, type RawRequest } from "../client/exchange.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import { eventually } from "../support/poll.ts";
import type { Tenant } from "../target-description.ts";
import { type ExportedEvent, readPerson, singleEvent, waitForExportedEvents } from "./exported-data.ts";
import { recordedAddress } from "./recorder.ts";
import { SAMPLE_FLAGS } from "./sample-flags.ts";
import { BROWSER_VERSIONS, type Site, startSite } from "./site.ts";
import { skip as notInstalled } from "./skip-unless-installed.ts";
import { SAMPLE_PROPERTIES, type Visit, visitPage } from "./visit.ts";

const browserOrReason = await findBrowser();
const skip = notInstalled || ("missing" in browserOrReason && browserOrReason.missing);
const TIMEOUT_MS = 300_000;
/** The first version has no groups and no payloads, and does not send properties to set once. */
const VERSIONS_WITH_GROUPS = BROWSER_VERSIONS.slice(1);

interface Recording {
  readonly id: string;
  readonly click_count: number;
  readonly keypress_count: number;
  readonly person: { readonly distinct_ids: readonly string[] } | null;
}

describe("posthog-js in Chromium", { skip, timeout: 1_200_000 }, () => {
  let browser: Browser;
  let server: Server;
  let site: Site;
  let tenant: Tenant;
  let visits: ReadonlyMap<string, Visit>;
  let stored: readonly ExportedEvent[];

  before(async () => {
    if ("missing" in browserOrReason || notInstalled) return;
    server = await startServer({ tenants: ["web"] });
    tenant = server.tenants[0] as Tenant;
    await applyFlags(server.environment, tenant.projectId, SAMPLE_FLAGS);
    const addressFor = async (version: string) =>
      [version, await recordedAddress(server.direct, `posthog-js ${version}`)] as const;
    const services = new Map(await Promise.all(BROWSER_VERSIONS.map(addressFor)));
    site = await startSite(services, tenant.projectApiKey);
    browser = await browserOrReason.launch();
    const visitWith = async (version: string) =>
      [version, await visitPage(browser, site.pageUrl(version), services.get(version) ?? "", version)] as const;
    visits = new Map(await Promise.all(BROWSER_VERSIONS.map(visitWith)));
    stored = await waitForExportedEvents(server.environment, tenant.projectId, "left", BROWSER_VERSIONS.length);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    await server?.stop();
  });

  const request = async (path: string, body?: object) => {
    const message: RawRequest = body
      ? { method: "POST", path, headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
      : { method: "GET", path, headers: { authorization: `Bearer ${tenant.personalApiKey}` } };
    return JSON.parse(decodeBody(await exchange(server.direct, message)));
  };

  /** Returns the recording of the visit with this version. */
  const recordingOf = async (version: string): Promise<Recording | undefined> => {
    const { results } = await request(`/api/projects/${tenant.projectId}/session_recordings`);
    return results.find(({ person }: Recording) => person?.distinct_ids.includes(`rider-${version}`));
  };

  for (const version of BROWSER_VERSIONS) {
    const rider = `rider-${version}`;
    const visitOf = () => visits.get(version) as Visit;
    const storedEvent = (name: string) => singleEvent(stored, name, version);

    test(`${version}: each event is stored once, as captured`, () => {
      const { distinct_id, properties } = storedEvent("looked around");
      assert.equal(distinct_id, visitOf().anonymousId);
      const { total, note, items } = properties;
      assert.deepEqual([{ total, note, items }, properties.$lib], [SAMPLE_PROPERTIES, "web"]);
      assert.equal(storedEvent("$identify").properties.$anon_distinct_id, visitOf().anonymousId);
      if (!VERSIONS_WITH_GROUPS.includes(version)) return;
      assert.deepEqual(storedEvent("$groupidentify").properties.$group_set, { seats: 40 });
      assert.deepEqual(storedEvent("left").properties.$groups, { company: "nordlys" });
    });

    test(`${version}: identify and alias result in one person`, async () => {
      const person = await readPerson(server.environment, tenant.projectId, visitOf().anonymousId);
      const ids = [visitOf().anonymousId, rider, `alias-${version}`];
      assert.deepEqual(person.distinct_ids.toSorted(), ids.toSorted());
      const { email, plan, first } = person.properties;
      assert.deepEqual([email, plan], [`${rider}@fjordbikes.example`, "pro"]);
      if (VERSIONS_WITH_GROUPS.includes(version)) assert.equal(first, version);
    });

    test(`${version}: flags have the values and payloads of the service`, async () => {
      const { anonymousId, flags } = visitOf();
      const decision = await request("/flags/?v=2", { api_key: tenant.projectApiKey, distinct_id: anonymousId });
      assert.deepEqual([flags.half, flags.everybody], [decision.flags.halves.variant, true]);
      if (VERSIONS_WITH_GROUPS.includes(version)) assert.deepEqual(flags.payload, { color: "blue", sizes: [1, 2] });
    });

    test(`${version}: events captured offline or on leaving the page arrive once`, () => {
      for (const name of ["offline", "left"]) assert.equal(storedEvent(name).distinct_id, rider);
    });

    test(`${version}: no events arrive after opting out`, () => {
      assert.ok(!stored.some(({ event }) => event === "opted out"));
    });

    test(`${version}: all requests succeed`, () => {
      const { requests, errors } = visitOf();
      assert.deepEqual(errors, []);
      assert.deepEqual(
        requests.filter(({ status }) => status !== null && status !== 200 && status !== 304),
        [],
      );
    });

    test(`${version}: the visit is recorded and can be replayed`, async () => {
      const recording = await eventually("the visit is recorded", () => recordingOf(version), TIMEOUT_MS);
      assert.ok(recording.click_count >= 3 && recording.keypress_count > 0, JSON.stringify(recording));
      const extraHTTPHeaders = { authorization: `Bearer ${tenant.personalApiKey}` };
      const tab = await browser.newPage({ extraHTTPHeaders });
      tab.setDefaultTimeout(TIMEOUT_MS);
      await tab.goto(`${server.direct}/#/projects/${tenant.projectId}/recordings/${recording.id}`);
      await tab.waitForFunction(() => {
        const player = document.querySelector<HTMLIFrameElement>(".recording-frame")?.contentDocument;
        const frame = player?.querySelector<HTMLIFrameElement>(".replayer-wrapper > iframe");
        const bought = frame?.contentDocument?.querySelectorAll("#bought > li");
        return bought?.length === 3 && bought[2]?.textContent === "Torden";
      });
      await tab.close();
    });
  }

  test("the service logs no errors", () => {
    assert.doesNotMatch(server.log(), /"level":[56]0/);
  });
});
