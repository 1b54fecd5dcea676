import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startTcpProxy, type TcpProxy } from "../../test/support/tcp-proxy.ts";
import { decodeBody, exchange } from "../client/exchange.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import type { Tenant } from "../target-description.ts";
import { type ExportedEvent, pick, readPerson, singleEvent, waitForExportedEvents } from "./exported-data.ts";
import { loadNodePackage, NODE_VERSIONS, type NodeLibrary, PATIENT, shutDown } from "./node-libraries.ts";
import { recordedAddress } from "./recorder.ts";
import { SAMPLE_FLAGS } from "./sample-flags.ts";
import { skip } from "./skip-unless-installed.ts";

const ORDER_TIME = new Date("2026-03-12T09:43:00.250Z");
const ORDER = { total: 12990.5, paid: true, note: "Åpent 🚲\n", items: [{ name: "Torden", "a.b": [1, null] }] };
const COMPANY = { company: "nordlys" };

/** Uses the library like a program. Distinct ids contain the version, so that all versions can share a project. */
function captureSampleEvents(library: NodeLibrary, version: string): void {
  const rider = `rider-${version}`;
  library.capture({ distinctId: `browser-${version}`, event: "looked around" });
  library.alias({ distinctId: rider, alias: `browser-${version}` });
  library.identify({ distinctId: rider, properties: { email: `${rider}@fjordbikes.example`, plan: "pro" } });
  library.capture({ distinctId: rider, event: "ordered", properties: ORDER, groups: COMPANY, timestamp: ORDER_TIME });
  library.groupIdentify({ groupType: "company", groupKey: "nordlys", properties: { seats: 40 } });
  const once = { $set: { plan: "team" }, $set_once: { plan: "free", first_seen: "today" } };
  library.capture({ distinctId: rider, event: "upgraded", properties: once });
}

describe("posthog-node", { skip, timeout: 1_200_000 }, () => {
  let server: Server;
  let tenant: Tenant;
  let proxy: TcpProxy;
  let stored: readonly ExportedEvent[];

  const addresses = new Map<string, string>();
  const open = (version: string, host = addresses.get(version) ?? "", options = {}) =>
    new (loadNodePackage(version).PostHog)(tenant.projectApiKey, { host, ...PATIENT, ...options });

  /** Captures an event while the service cannot be reached. The library repeats its requests. */
  const captureOffline = async (version: string) => {
    const retry = { flushAt: 1, fetchRetryCount: 1200, fetchRetryDelay: 250 };
    const library = open(version, `http://127.0.0.1:${proxy.port}`, retry);
    library.capture({ distinctId: `rider-${version}`, event: "offline" });
    return library;
  };

  before(async () => {
    if (skip) return;
    server = await startServer({ tenants: ["node"] });
    tenant = server.tenants[0] as Tenant;
    await applyFlags(server.environment, tenant.projectId, SAMPLE_FLAGS);
    for (const version of NODE_VERSIONS)
      addresses.set(version, await recordedAddress(server.direct, `posthog-node ${version}`));
    const { hostname, port } = new URL(server.direct);
    proxy = await startTcpProxy(hostname, Number(port));
    await proxy.disconnect();
    const waiting = await Promise.all(NODE_VERSIONS.map(captureOffline));
    for (const version of NODE_VERSIONS) {
      const library = open(version);
      captureSampleEvents(library, version);
      await shutDown(library);
      const optedOut = open(version);
      await optedOut.disable();
      optedOut.capture({ distinctId: `rider-${version}`, event: "opted out" });
      await shutDown(optedOut);
    }
    await proxy.restore();
    await Promise.all(waiting.map(shutDown));
    stored = await waitForExportedEvents(server.environment, tenant.projectId, "offline", NODE_VERSIONS.length);
  });
  after(async () => {
    await proxy?.disconnect();
    await server?.stop();
  });

  for (const version of NODE_VERSIONS) {
    const rider = `rider-${version}`;
    const storedEvent = (name: string) => singleEvent(stored, name, version);

    test(`${version}: each event is stored once, as captured`, () => {
      const { distinct_id, timestamp, properties } = storedEvent("ordered");
      assert.equal(distinct_id, rider);
      // The service corrects clocks by the time of arrival, which includes the network delay.
      const delay = Date.parse(timestamp) - ORDER_TIME.getTime();
      assert.ok(delay >= 0 && delay < 600_000, String(delay));
      assert.deepEqual(pick(properties, Object.keys(ORDER)), ORDER);
      assert.deepEqual([properties.$groups, properties.$lib], [COMPANY, "posthog-node"]);
      assert.equal(storedEvent("looked around").distinct_id, `browser-${version}`);
      assert.deepEqual(storedEvent("$groupidentify").properties.$group_set, { seats: 40 });
    });

    test(`${version}: identify, alias and properties result in one person`, async () => {
      const person = await readPerson(server.environment, tenant.projectId, `browser-${version}`);
      assert.deepEqual(person.distinct_ids.toSorted(), [`browser-${version}`, rider]);
      const email = `${rider}@fjordbikes.example`;
      assert.deepEqual(person.properties, { email, plan: "team", first_seen: "today" });
    });

    test(`${version}: events captured offline arrive once, later`, () => {
      assert.equal(storedEvent("offline").distinct_id, rider);
    });

    test(`${version}: no events arrive after opting out`, () => {
      assert.ok(!stored.some(({ event }) => event === "opted out"));
    });

    test(`${version}: flags, their values and payloads`, async () => {
      const library = open(version);
      const options = { groups: COMPANY, personProperties: { plan: "pro" }, sendFeatureFlagEvents: false };
      try {
        assert.equal(await library.isFeatureEnabled("everybody", rider, options), true);
        assert.equal(await library.isFeatureEnabled("nobody", rider, options), false);
        assert.equal(await library.isFeatureEnabled("pro", rider, options), true);
        assert.equal(
          await library.getFeatureFlag("pro", rider, { ...options, personProperties: { plan: "x" } }),
          false,
        );
        const variant = await library.getFeatureFlag("halves", rider, options);
        assert.match(String(variant), /^variant-[01]$/);
        const payload = await library.getFeatureFlagPayload("everybody", rider, true, options);
        assert.deepEqual(payload, { color: "blue", sizes: [1, 2] });
        const all = await library.getAllFlags(rider, options);
        assert.deepEqual([all.halves, all.pro, all.everybody], [variant, true, true]);
      } finally {
        await shutDown(library);
      }
    });
  }

  for (const version of NODE_VERSIONS.slice(NODE_VERSIONS.indexOf("4.10.0"))) {
    test(`${version}: payloads of remote configurations`, async () => {
      const { personalApiKey } = tenant;
      const library = open(version, undefined, { personalApiKey });
      try {
        const payload = await library.getRemoteConfigPayload?.("everybody");
        // Only the newest parses it.
        const parsed = typeof payload === "string" ? JSON.parse(payload) : payload;
        assert.deepEqual(parsed, { color: "blue", sizes: [1, 2] });
      } finally {
        await shutDown(library);
      }
    });
  }

  test("5.70.0 sends events about language models to an address of their own", async () => {
    const library = open("5.70.0");
    const properties = { $ai_model: "m", $ai_input: [{ role: "user", content: "blå 🚲 ".repeat(2000) }] };
    library.captureAi?.({ distinctId: "asker", event: "$ai_generation", properties });
    await shutDown(library);
    const exported = await waitForExportedEvents(server.environment, tenant.projectId, "$ai_generation", 1);
    const event = singleEvent(exported, "$ai_generation", "5.70.0");
    assert.deepEqual(pick(event.properties, Object.keys(properties)), properties);
    const metrics = decodeBody(await exchange(server.direct, { method: "GET", path: "/metrics", headers: {} }));
    assert.match(metrics, /^sightline_requests_total\{operation="capture_i_v0_ai_batch",status="200"\}/m);
  });

  test("5.70.0 sends events where each of them is answered, if the environment says so", async () => {
    process.env.POSTHOG_CAPTURE_MODE = "v1";
    const library = open("5.70.0");
    delete process.env.POSTHOG_CAPTURE_MODE;
    library.capture({ distinctId: "answered", event: "answered", properties: ORDER, timestamp: ORDER_TIME });
    library.identify({ distinctId: "answered", properties: { plan: "pro" } });
    await shutDown(library);
    const exported = await waitForExportedEvents(server.environment, tenant.projectId, "answered", 1);
    const { properties } = singleEvent(exported, "answered", "5.70.0");
    assert.deepEqual([pick(properties, Object.keys(ORDER)), properties.$lib], [ORDER, "posthog-node"]);
    assert.equal((await readPerson(server.environment, tenant.projectId, "answered")).properties.plan, "pro");
    const metrics = decodeBody(await exchange(server.direct, { method: "GET", path: "/metrics", headers: {} }));
    assert.match(metrics, /^sightline_requests_total\{operation="analytics_events",status="200"\}/m);
  });

  test("the service logs no errors", () => {
    assert.doesNotMatch(server.log(), /"level":[56]0/);
  });
});
