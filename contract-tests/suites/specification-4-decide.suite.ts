import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";
import { eventually } from "../support/poll.ts";

// The specification of the service, row by row and in its order: flag decisions and their versions.

type Decision = Extract<Body<"decide", 200>, { errorComputingFlags: unknown }>;

const client = new Client();
const isMock = target.kind === "prism";
const { projectApiKey: api_key } = target.tenant;
const mark = randomUUID().slice(0, 8);
const [ON, OFF, HERO, PRO, STAFF, FLEET] = ["on", "off", "hero", "pro", "staff", "fleet"].map(
  (name) => `${name}-${mark}`,
) as [...[string, string, string, string, string, string]];
const person = (key: string, value: unknown, operator: string) => [
  { properties: [{ key, value, operator, type: "person" }] },
];
const share = (rollout_percentage: number) => [{ properties: [], rollout_percentage }];
const PAYLOAD = { image: "/m.webp", sizes: [1, 2] };
const variants = [
  { key: "mountain", rollout_percentage: 100 },
  { key: "city", rollout_percentage: 0 },
];
const FLAGS = {
  [ON]: { groups: share(100), payloads: { true: "express" } },
  [OFF]: { groups: share(0), payloads: { true: "never" } },
  [HERO]: { groups: share(100), multivariate: { variants }, payloads: { mountain: PAYLOAD, city: "none" } },
  [PRO]: { groups: person("plan", "pro", "exact") },
  [STAFF]: { groups: person("email", "@Fjordbikes.example", "icontains") },
  [FLEET]: {
    aggregation_group_type: "company",
    groups: [{ properties: [{ key: "employees", value: 100, operator: "gt", type: "group" }] }],
  },
};
const VERSIONS = { "no v": "", "v=1": "?v=1", "v=2": "?v=2", "v=3": "?v=3" };
const createdIds: number[] = [];
const company = `company-${mark}`;
const pro = `pro-${mark}`;

async function decide(json: object, query = "?v=3", by = client): Promise<Decision> {
  return (await by.expectStatus("decide", 200, {
    query,
    json: { api_key, distinct_id: "anybody", ...json },
  })) as Decision;
}
/** Returns the flags of this suite that the response has, by name. */
async function flags(json: object, query = "?v=3"): Promise<Readonly<Record<string, unknown>>> {
  const { featureFlags } = await decide(json, query);
  const own = Object.entries(featureFlags).filter(([key]) => Object.hasOwn(FLAGS, key));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(0, -mark.length - 1), value]));
}
async function list(json: object, query = "?v=1"): Promise<string[]> {
  const body = await client.expectStatus("decide", 200, { query, json: { api_key, distinct_id: "anybody", ...json } });
  const { featureFlags } = body as { readonly featureFlags: readonly string[] };
  assert.ok(Array.isArray(featureFlags));
  return featureFlags.filter((key) => Object.hasOwn(FLAGS, key)).map((key) => key.slice(0, -mark.length - 1));
}

before(async () => {
  if (isMock) return;
  for (const [key, filters] of Object.entries(FLAGS)) {
    createdIds.push((await client.expectStatus("feature_flags_create", 201, { json: { key, filters } })).id);
  }
  const properties = { $group_type: "company", $group_key: company, $group_set: { employees: 320 } };
  const batch = [
    { event: "$identify", distinct_id: pro, $set: { plan: "pro", email: "maja@fjordbikes.example" } },
    { event: "$groupidentify", distinct_id: pro, properties },
  ];
  await client.expectStatus("batch", 200, { json: { api_key, batch } });
  await eventuallyOnEveryNode("the flags, the person and the group are known", async (node) => {
    const { featureFlags } = await decide({ distinct_id: pro, groups: { company } }, "?v=3", node);
    return (
      Object.keys(FLAGS).every((key) => Object.hasOwn(featureFlags, key)) && featureFlags[PRO] && featureFlags[FLEET]
    );
  });
});

after(async () => {
  for (const id of createdIds) await client.request("feature_flags_destroy", { path: { id: String(id) } });
});

describe("POST /decide/: request body", () => {
  for (const [version, query] of Object.entries(VERSIONS)) {
    test(`api_key: string, project API key, and distinct_id: string, user identifier (${version})`, async () => {
      await decide({}, query);
      if (isMock) return;
      const json = { distinct_id: "anybody" };
      await client.expectError("decide", [401, "invalid_api_key", null], { query, json });
      await client.expectError("decide", [400, "required", "distinct_id"], { query, json: { api_key } });
    });
  }
  test("groups: object: group type to group key (2, 3)", needs("state"), async () => {
    const groups = { company };
    for (const query of ["?v=2", "?v=3"]) assert.equal((await flags({ groups }, query)).fleet, true);
    assert.ok(!(await list({ groups })).includes("fleet"), "version 1 ignores them");
    assert.equal((await flags({})).fleet, false);
    assert.equal((await flags({ groups: { company: null } })).fleet, false);
    assert.equal((await flags({ groups: { company, team: null } })).fleet, true);
  });
  test(
    "person_properties: object, overrides stored person properties for this decision (3)",
    needs("state"),
    async () => {
      const person_properties = { plan: "free" };
      assert.equal((await flags({ distinct_id: pro })).pro, true);
      const overridden = await flags({ distinct_id: pro, person_properties });
      assert.deepEqual([overridden.pro, overridden.staff], [false, true], "the others are those that are stored");
      assert.equal((await flags({ distinct_id: pro, person_properties }, "?v=2")).pro, true);
      assert.ok((await list({ distinct_id: pro, person_properties })).includes("pro"));
      assert.equal((await flags({ person_properties: { plan: "pro" } })).pro, true);
      assert.equal((await flags({ distinct_id: pro })).pro, true, "properties of a request are not stored");
    },
  );
  test(
    "group_properties: object, overrides stored group properties for this decision (3)",
    needs("state"),
    async () => {
      const json = { groups: { company }, group_properties: { company: { employees: 3 } } };
      assert.equal((await flags(json)).fleet, false);
      assert.equal((await flags(json, "?v=2")).fleet, true);
      assert.equal((await flags({ groups: { company } })).fleet, true, "properties of a request are not stored");
    },
  );
});

describe("POST /decide/: response body", () => {
  for (const [version, query] of Object.entries(VERSIONS)) {
    test(`config: object with enable_collect_everything (boolean) (${version})`, async () => {
      assert.equal(typeof (await decide({}, query)).config.enable_collect_everything, "boolean");
    });
    test(`editorParams: object (${version})`, async () => {
      const { editorParams } = await decide({}, query);
      assert.ok(typeof editorParams === "object" && !Array.isArray(editorParams));
    });
    test(`isAuthenticated: boolean (${version})`, async () => {
      assert.equal(typeof (await decide({}, query)).isAuthenticated, "boolean");
    });
    test(`supportedCompression: array of string (values gzip, lz64) (${version})`, async () => {
      assert.deepEqual([...(await decide({}, query)).supportedCompression].toSorted(), ["gzip", "lz64"]);
    });
  }
  test("featureFlags: v1: array of flag keys (string)", async () => {
    for (const query of ["", "?v=1"]) {
      const own = await list({}, query);
      if (!isMock) assert.deepEqual(own.toSorted(), ["hero", "on"]);
    }
  });
  test("featureFlags: v2: object mapping flag key to boolean or string", needs("state"), async () => {
    assert.deepEqual(await flags({}, "?v=2"), { on: true, hero: "mountain" });
  });
  test("featureFlags: in v3, flags evaluated as false are included with value false", needs("state"), async () => {
    assert.deepEqual(await flags({}), {
      on: true,
      off: false,
      hero: "mountain",
      pro: false,
      staff: false,
      fleet: false,
    });
  });
  test("featureFlagPayloads: object mapping flag key to a string or a JSON object (3)", async () => {
    const { featureFlagPayloads } = await decide({});
    if (isMock) return assert.equal(typeof featureFlagPayloads, "object");
    assert.deepEqual([featureFlagPayloads[ON], featureFlagPayloads[HERO]], ["express", PAYLOAD]);
    for (const key of [OFF, PRO]) assert.ok(!Object.hasOwn(featureFlagPayloads, key), key);
  });
  test("errorComputingFlags: boolean (3); the suite outage sees true", async () => {
    assert.equal((await decide({})).errorComputingFlags, false);
  });
});

describe("POST /decide/: rules", () => {
  test("1. A multivariate flag appears in v1, its variant value in v2 and v3 only", needs("state"), async () => {
    assert.ok((await list({})).includes("hero"));
    for (const query of ["?v=2", "?v=3"]) assert.equal((await flags({}, query)).hero, "mountain");
  });
  test("2. Flags persist per user until flag settings change", needs("state"), async () => {
    const ask = () => flags({ distinct_id: pro, groups: { company } });
    const first = await ask();
    for (let times = 0; times < 3; times++) assert.deepEqual(await ask(), first);
    const [id] = createdIds;
    const json = { filters: FLAGS[OFF] };
    await client.expectStatus("feature_flags_partial_update", 200, { path: { id: String(id) }, json });
    await eventually("the change counts", async () => (await ask()).on === false);
    await client.expectStatus("feature_flags_partial_update", 200, {
      path: { id: String(id) },
      json: { filters: FLAGS[ON] },
    });
    await eventuallyOnEveryNode("it is as before", async (node) => (await decide({}, "?v=3", node)).featureFlags[ON]);
  });
  test("3. Creating feature flags is not done through this endpoint", needs("state"), async () => {
    const key = `created-${mark}`;
    const flag = { key, filters: { groups: share(100) } };
    const { featureFlags } = await decide({ ...flag, featureFlags: { [key]: true }, flags: [flag] });
    assert.ok(!Object.hasOwn(featureFlags, key));
    const found = await client.expectStatus("feature_flags_list", 200, { query: { search: key } });
    assert.equal(found.count, 0);
  });
});

describe("Versioning", () => {
  const COMMON = ["config", "editorParams", "featureFlags", "isAuthenticated", "supportedCompression"];
  const ONLY_V3 = ["errorComputingFlags", "featureFlagPayloads"];
  for (const [row, query, isList, isV3] of [
    ["decide v1: no v parameter (default): featureFlags is an array of enabled flag keys", "", true, false],
    ["decide v1: v=1: featureFlags is an array of enabled flag keys", "?v=1", true, false],
    ["decide v2: v=2: adds multivariate flags; featureFlags is an object", "?v=2", false, false],
    ["decide v3: v=3: adds payloads, flags evaluated false, errorComputingFlags", "?v=3", false, true],
  ] as const) {
    test(row, async () => {
      const body = await decide({}, query);
      assert.equal(Array.isArray(body.featureFlags), isList);
      for (const name of COMMON) assert.ok(Object.hasOwn(body, name), name);
      for (const name of ONLY_V3) assert.equal(Object.hasOwn(body, name), isV3, name);
      if (isList) assert.deepEqual(Object.keys(body).toSorted(), COMMON);
    });
  }
  test("decide v3: accepts person_properties and group_properties", async () => {
    await decide({ person_properties: { plan: "pro" }, group_properties: { company: { employees: 3 } } });
  });
});
