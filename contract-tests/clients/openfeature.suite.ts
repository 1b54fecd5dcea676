import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { OFREPProvider } from "@openfeature/ofrep-provider";
import { OpenFeature } from "@openfeature/server-sdk";
import { type Browser, findBrowser, STEP_TIMEOUT_MS } from "../browser/browser.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import type { Tenant } from "../target-description.ts";
import { CODE_DEFAULT, contextOf, decide, OPENFEATURE_FLAGS, post, samplePersons } from "./openfeature.ts";
import type {} from "./openfeature-page.ts";
import { startOpenFeatureSite } from "./openfeature-site.ts";
import { SAMPLE_FLAGS } from "./sample-flags.ts";
import { skip } from "./skip-unless-installed.ts";

const PERSON_COUNT = 500;
const PERSONS_OF_PROVIDERS = samplePersons(100);
const CONCURRENCY = 20;

const browserOrReason = await findBrowser();

describe("OpenFeature", { skip, timeout: 1_200_000 }, () => {
  let server: Server;
  let tenant: Tenant;
  before(async () => {
    if (skip) return;
    server = await startServer({ tenants: ["openfeature"] });
    tenant = server.tenants[0] as Tenant;
    await applyFlags(server.environment, tenant.projectId, SAMPLE_FLAGS);
  });
  after(async () => {
    await OpenFeature.close();
    await server?.stop();
  });

  test(`evaluations equal decisions: ${PERSON_COUNT} persons, ${OPENFEATURE_FLAGS.length} flags`, async () => {
    const persons = samplePersons(PERSON_COUNT);
    for (let first = 0; first < persons.length; first += CONCURRENCY) {
      const compare = async (person: (typeof persons)[number]) => {
        const body = { api_key: tenant.projectApiKey, context: contextOf(person) };
        const { flags } = await post(server, "/ofrep/v1/evaluate/flags", body);
        const evaluations = flags as { readonly key: string; readonly value?: boolean | string }[];
        const values = evaluations.map(({ key, value = CODE_DEFAULT }) => [key, value]);
        assert.deepEqual(Object.fromEntries(values), await decide(server, tenant.projectApiKey, person));
      };
      await Promise.all(persons.slice(first, first + CONCURRENCY).map(compare));
    }
  });

  test(`the server provider: ${PERSONS_OF_PROVIDERS.length} persons`, async () => {
    const headers: [string, string][] = [["Authorization", `Bearer ${tenant.projectApiKey}`]];
    await OpenFeature.setProviderAndWait(new OFREPProvider({ baseUrl: server.direct, headers }));
    const client = OpenFeature.getClient();
    for (const person of PERSONS_OF_PROVIDERS) {
      const context = contextOf(person);
      const expected = await decide(server, tenant.projectApiKey, person);
      for (const { key, hasVariants } of OPENFEATURE_FLAGS) {
        const value = hasVariants
          ? await client.getStringValue(key, CODE_DEFAULT, context)
          : await client.getBooleanValue(key, !expected[key], context);
        assert.equal(value, expected[key], `${key}: ${JSON.stringify(context)}`);
      }
    }
    const { flagMetadata, reason } = await client.getBooleanDetails("everybody", false, { targetingKey: "anybody" });
    assert.deepEqual([flagMetadata.payload, reason], ['{"color":"blue","sizes":[1,2]}', "STATIC"]);
    const unknown = await client.getBooleanDetails("unknown", true, { targetingKey: "anybody" });
    assert.deepEqual([unknown.value, unknown.errorCode], [true, "FLAG_NOT_FOUND"]);
    const anonymous = await client.getBooleanDetails("everybody", false);
    assert.equal(anonymous.errorCode, "TARGETING_KEY_MISSING");
  });

  const noBrowser = "missing" in browserOrReason && browserOrReason.missing;
  test("the web provider in Chromium is told of a change", { skip: noBrowser }, async () => {
    if ("missing" in browserOrReason) return;
    const site = await startOpenFeatureSite();
    const browser: Browser = await browserOrReason.launch();
    try {
      const tab = await browser.newPage();
      tab.setDefaultTimeout(STEP_TIMEOUT_MS);
      await tab.goto(site.url);
      const [person] = PERSONS_OF_PROVIDERS;
      assert.ok(person);
      const options = { baseUrl: server.direct, key: tenant.projectApiKey, context: contextOf(person) };
      await tab.evaluate((given) => openFeatureTest.start(given), options);
      const flags = { flags: OPENFEATURE_FLAGS, fallback: CODE_DEFAULT };
      const values = await tab.evaluate((given) => openFeatureTest.evaluate(given), flags);
      assert.deepEqual(values, await decide(server, tenant.projectApiKey, person));
      const nobody = { groups: [{ rollout_percentage: 0 }] };
      const changed = SAMPLE_FLAGS.map((flag) => (flag.key === "everybody" ? { ...flag, filters: nobody } : flag));
      await applyFlags(server.environment, tenant.projectId, changed);
      await tab.waitForFunction(() => openFeatureTest.changed.includes("everybody"));
      const later = await tab.evaluate((given) => openFeatureTest.evaluate(given), flags);
      assert.deepEqual(later, { ...values, everybody: false });
    } finally {
      await browser.close();
      await site.stop();
    }
  });

  test("the service logs no errors", () => {
    assert.doesNotMatch(server.log(), /"level":[56]0/);
  });
});
