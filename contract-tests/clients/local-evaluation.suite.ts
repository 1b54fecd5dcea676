import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeBody, exchange } from "../client/exchange.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import { type Server, startServer } from "../services/sightline-server.ts";
import { eventually } from "../support/poll.ts";
import type { Tenant } from "../target-description.ts";
import { pick } from "./exported-data.ts";
import { loadNodePackage, NODE_VERSIONS, shutDown } from "./node-libraries.ts";
import { recordedAddress } from "./recorder.ts";
import { addCohortFlags, COHORT_FLAGS } from "./sample-cohorts.ts";
import { SAMPLE_FLAGS } from "./sample-flags.ts";
import { samplePerson } from "./sample-person.ts";
import { skip } from "./skip-unless-installed.ts";

const PERSON_COUNT = 500;
const CONCURRENCY = 20;
/** These versions hash non-ASCII distinct ids differently. */
const ASCII_ONLY_VERSIONS = ["3.6.3", "4.0.1"];

const KEYS = [...SAMPLE_FLAGS.filter(({ active }) => active).map(({ key }) => key), ...COHORT_FLAGS];

type Decisions = Record<string, string | boolean>;

describe("server libraries evaluate flags locally like the service", { skip, timeout: 1_200_000 }, () => {
  let server: Server;
  let tenant: Tenant;
  const decided = new Map<number, Decisions>();

  const decide = async (number: number): Promise<Decisions> => {
    const { distinctId, groups, personProperties, groupProperties } = samplePerson(number);
    const body = JSON.stringify({
      api_key: tenant.projectApiKey,
      distinct_id: distinctId,
      groups,
      person_properties: personProperties,
      group_properties: groupProperties,
    });
    const headers = { "content-type": "application/json" };
    const [older, newer] = await Promise.all(
      ["/decide/?v=3", "/flags/?v=2"].map(async (path) =>
        JSON.parse(decodeBody(await exchange(server.direct, { method: "POST", path, headers, body }))),
      ),
    );
    const details: [string, { enabled: boolean; variant: string | null }][] = Object.entries(newer.flags);
    const values = Object.fromEntries(details.map(([key, { enabled, variant }]) => [key, variant ?? enabled]));
    assert.deepEqual(older.featureFlags, values);
    return values;
  };

  before(async () => {
    if (skip) return;
    server = await startServer({ tenants: ["flags"] });
    tenant = server.tenants[0] as Tenant;
    await applyFlags(server.environment, tenant.projectId, SAMPLE_FLAGS);
    await addCohortFlags(server, tenant);
    await eventually("the flags are available", async () => Object.keys(await decide(0)).length === KEYS.length);
    for (let first = 0; first < PERSON_COUNT; first += CONCURRENCY) {
      const numbers = Array.from({ length: CONCURRENCY }, (_, index) => first + index);
      const decisions = await Promise.all(numbers.map(decide));
      for (const [index, number] of numbers.entries()) decided.set(number, decisions[index] as Decisions);
    }
  });
  after(() => server?.stop());

  test("each flag has each of its values for many persons", () => {
    for (const key of KEYS) {
      const counts = new Map<unknown, number>();
      for (const values of decided.values()) counts.set(values[key], 1 + (counts.get(values[key]) ?? 0));
      const isSame = ["everybody", "nobody"].includes(key);
      assert.equal(counts.size === 1, isSame, key);
      for (const count of counts.values()) assert.ok(count >= PERSON_COUNT / 50, `${key}: ${count}`);
    }
  });

  for (const version of NODE_VERSIONS) {
    const people = Array.from({ length: PERSON_COUNT }, (_, number) => number).filter(
      (number) => !ASCII_ONLY_VERSIONS.includes(version) || /^[\x20-\x7e]*$/.test(samplePerson(number).distinctId),
    );
    test(`posthog-node ${version}: ${people.length} persons, ${KEYS.length} flags`, async (context) => {
      const { PostHog } = loadNodePackage(version);
      const { projectApiKey, personalApiKey } = tenant;
      const host = await recordedAddress(server.direct, `posthog-node ${version}`);
      const library = new PostHog(projectApiKey, { host, personalApiKey });
      try {
        let compared = 0;
        await library.reloadFeatureFlags();
        for (const number of people) {
          const values = decided.get(number) ?? {};
          const { distinctId, ...options } = samplePerson(number);
          const local = await library.getAllFlags(distinctId, { ...options, onlyEvaluateLocally: true });
          const { plan } = options.personProperties;
          // If a property is unknown, libraries ask the service, so only the other flags can be compared.
          const expected = plan === undefined ? pick(values, Object.keys(local)) : values;
          compared += Object.keys(expected).length;
          assert.deepEqual({ off: false, ...local }, { off: false, ...expected }, JSON.stringify(samplePerson(number)));
        }
        context.diagnostic(`posthog-node ${version}: ${compared} decisions compared, of which none differs`);
      } finally {
        await shutDown(library);
      }
    });
  }
});
