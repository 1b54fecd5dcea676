import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { findBrowser } from "../browser/browser.ts";
import { type SandboxProcess, startSandbox } from "../services/sandbox-process.ts";
import { eventually } from "../support/poll.ts";
import { loadNodePackage, NODE_VERSIONS, PATIENT, shutDown } from "./node-libraries.ts";
import { SAMPLE_FLAGS } from "./sample-flags.ts";
import { BROWSER_VERSIONS, startSite } from "./site.ts";
import { skip } from "./skip-unless-installed.ts";
import { visitPage } from "./visit.ts";

interface ArrivedEvent {
  readonly outcome: string;
  readonly event: { readonly event: string; readonly distinct_id: string; readonly properties: object } | null;
}

const browserOrReason = await findBrowser();
const skipBrowser = "missing" in browserOrReason && browserOrReason.missing;

describe("client libraries on a sandbox", { skip, timeout: 1_200_000 }, () => {
  let directory: string;
  let sandbox: SandboxProcess;
  before(async () => {
    if (skip) return;
    directory = await mkdtemp(join(tmpdir(), "sightline-clients-"));
    sandbox = await startSandbox(join(directory, "sandbox.log"));
  });
  after(async () => {
    await sandbox?.stop();
    if (directory) await rm(directory, { recursive: true });
  });

  const request = async (path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${sandbox.tenant.personalApiKey}`, "Content-Type": "application/json" };
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${sandbox.base}${path}`, { ...init, headers });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.status === 204 ? null : response.json();
  };
  const reset = () => request("/_sandbox/reset", {});
  const arrived = async () => ((await request("/_sandbox/events")) as { results: ArrivedEvent[] }).results;
  const named = (events: readonly ArrivedEvent[], name: string) => events.filter(({ event }) => event?.event === name);

  for (const version of NODE_VERSIONS) {
    test(`posthog-node ${version}: flags of the examples, and events as captured`, async () => {
      await reset();
      const { projectApiKey, personalApiKey } = sandbox.tenant;
      const options = { host: sandbox.base, personalApiKey, ...PATIENT };
      const library = new (loadNodePackage(version).PostHog)(projectApiKey, options);
      const flags = await library.getAllFlags("customer-4812", { personProperties: { plan: "service-plus" } });
      assert.deepEqual(flags, { "new-checkout": true, "hero-variant": "mountain", "fleet-portal": false });
      library.capture({ distinctId: "rider", event: "ordered", properties: { total: 12990.5 } });
      await shutDown(library);
      const [ordered, ...others] = named(await arrived(), "ordered");
      assert.deepEqual([ordered?.outcome, others], ["accepted", []]);
      const { distinct_id, properties } = ordered?.event ?? {};
      assert.deepEqual([distinct_id, { ...properties, total: 12990.5 }], ["rider", properties]);
    });
  }

  const version = BROWSER_VERSIONS.at(-1) ?? "";
  test(`posthog-js ${version} in Chromium: no event is refused, and each arrives once`, {
    skip: skipBrowser,
  }, async () => {
    if ("missing" in browserOrReason) return;
    await reset();
    const { base, tenant } = sandbox;
    for (const flag of SAMPLE_FLAGS) await request(`/api/projects/${tenant.projectId}/feature_flags`, flag);
    const site = await startSite(new Map([[version, base]]), tenant.projectApiKey);
    const browser = await browserOrReason.launch();
    try {
      await visitPage(browser, site.pageUrl(version), base, version);
      await eventually("the last event arrived", async () => named(await arrived(), "left").length > 0);
      const page = await browser.newPage();
      await page.goto(site.pageUrl(version));
      const path = `${base}/api/projects/${tenant.projectId}/session_recordings`;
      const headers = { Authorization: `Bearer ${tenant.personalApiKey}` };
      const status = await page.evaluate(async ([url, headers]) => (await fetch(url, { headers })).status, [
        path,
        headers,
      ] as const);
      assert.equal(status, 200, "a page of this machine may call private operations");
    } finally {
      await browser.close();
      await site.stop();
    }
    const events = await arrived();
    assert.deepEqual(
      events.filter(({ outcome }) => outcome !== "accepted"),
      [],
    );
    for (const name of ["looked around", "offline", "left"]) assert.equal(named(events, name).length, 1, name);
    assert.equal(named(events, "left")[0]?.event?.distinct_id, `rider-${version}`);
  });
});
