import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Client, directClient } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";
import { DECIDED, REFUSED, REWRITTEN, TESTED_ELSEWHERE } from "../support/moving-over-rows.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const direct = directClient();
const { projectApiKey: token, personalApiKey } = target.tenant;
const PREFIX = `moving-${randomUUID().slice(0, 8)}`;
const created: number[] = [];

/** Creates a flag, and returns its key when every node decides it. */
async function createFlag(fields: object): Promise<string> {
  const json = { key: `${PREFIX}-${created.length}`, ...fields };
  const { id, key } = await client.expectStatus("feature_flags_create", 201, { json });
  created.push(id);
  await eventuallyOnEveryNode(`${key} is decided`, async (node) => key in (await decide(key, {}, node)).flags);
  return key;
}

function decide(key: string, more: object = {}, by = client) {
  const json = { token, distinct_id: "mover", flag_keys_to_evaluate: [key], ...more };
  return by.expectStatus("flags", 200, { json });
}

/** The keys of the flags of the table. */
const keys: string[] = [];

before(async () => {
  if (needs("state").skip !== false) return;
  for (const { operator, value } of DECIDED) {
    const json = { key: `${PREFIX}-table-${keys.length}`, ...testing({ operator, value }) };
    const { id, key } = await client.expectStatus("feature_flags_create", 201, { json });
    created.push(id);
    keys.push(key);
  }
  const last = keys.at(-1) ?? "";
  await eventuallyOnEveryNode("the last is decided", async (node) => last in (await decide(last, {}, node)).flags);
});

const testing = (filter: object) => ({ filters: { groups: [{ properties: [{ key: "tested", ...filter }] }] } });

const decideProperty = async (key: string, tested: unknown) =>
  (await decide(key, { person_properties: { tested } })).flags[key]?.enabled;

const storedCount = async (distinct_id: string) =>
  (await client.expectStatus("events_list", 200, { query: { distinct_id } })).results.length;

/** What the other rows say, by how they begin. */
const OTHERS: Readonly<Record<string, () => Promise<void>>> = {
  "An unknown key is answered 401": async () => {
    const json = { api_key: "phc_unknown", event: "x", distinct_id: "x" }; // PostHog: 200
    await client.expectError("capture", [401, "invalid_api_key", null], { json });
  },
  "A 200 for events means": async () => {
    const distinct_id = randomUUID();
    const event = { token, event: "twice", distinct_id, uuid: randomUUID() };
    for (let sent = 0; sent < 2; sent++) await client.expectStatus("capture", 200, { json: event });
    await client.expectStatus("capture", 200, { json: { ...event, event: "last", uuid: randomUUID() } });
    await eventually("both are stored", async () => (await storedCount(distinct_id)) === 2);
  },
  "posthog-python 3.x gives events no `uuid`": async () => {
    const distinct_id = randomUUID();
    for (let sent = 0; sent < 2; sent++) {
      await client.expectStatus("capture", 200, { json: { token, event: "twice", distinct_id } });
    }
    await eventually("both are stored", async () => (await storedCount(distinct_id)) === 2);
  },
  "Events may also be in the address of a GET": async () => {
    const data = (key: string) =>
      Buffer.from(JSON.stringify({ event: "x", distinct_id: "x", api_key: key })).toString("base64");
    await direct.expectStatus("get_e", 200, { query: { data: data(token) } });
    await direct.expectError("get_e", [401, "invalid_api_key", null], {
      query: { data: data(personalApiKey) },
    });
  },
  "Web experiments and product tours": async () => {
    assert.deepEqual(await client.expectStatus("web_experiments", 200, { query: `?token=${token}` }), {
      experiments: [],
    });
    for (const path of ["/static/toolbar.js", "/i/v1/logs"]) {
      assert.equal((await direct.sendRaw({ method: "GET", path, headers: {} })).status, 404);
    }
  },
  "A definition that has a field": async () => {
    const inert = { evaluation_runtime: "all", bucketing_identifier: null, evaluation_tags: [], created_by: { id: 1 } };
    const key = await createFlag({ filters: { groups: [{ description: "All" }] }, tags: ["a"], ...inert });
    const listed = await client.expectStatus("feature_flags_list", 200, { query: { search: key } });
    const [flag] = listed.results;
    assert.deepEqual([flag?.tags, flag?.filters], [["a"], { groups: [{ description: "All" }] }]);
  },
  "`getRemoteConfigPayload`": async () => {
    const filters = { groups: [{}], payloads: { true: '{"a":1}' } };
    await createFlag({ filters, is_remote_configuration: true });
    const path = { id: String(created.at(-1)), project_id: "@current" };
    assert.equal(await client.expectStatus("feature_flags_remote_config", 200, { path, query: { token } }), '{"a":1}');
  },
  "Regular expressions are RE2's": async () => {
    for (const [operator, pattern, text, here] of REWRITTEN) {
      const key = await createFlag(testing({ operator, value: pattern }));
      assert.equal(await decideProperty(key, text), here, `${operator} ${pattern}`);
    }
  },
  "Reasons: a flag that depends on a missing flag": async () => {
    const base = await createFlag({ filters: { groups: [{}] } });
    const number = String(created.at(-1));
    const filter = { key: base, type: "flag", operator: "flag_evaluates_to", value: true };
    const dependent = await createFlag({ filters: { groups: [{ properties: [filter] }] } });
    assert.equal((await decide(dependent)).flags[dependent]?.enabled, true);
    await client.expectStatus("feature_flags_destroy", 204, { path: { id: number } });
    await eventuallyOnEveryNode("the flag is off", async (node) => {
      const flag = (await decide(dependent, {}, node)).flags[dependent];
      return flag?.reason.code === "no_condition_match" && /missing/.test(flag.reason.description ?? "");
    });
    const empty = await createFlag({ filters: { groups: [] } });
    assert.equal((await decide(empty)).flags[empty]?.reason.code, "no_condition_match");
  },
  "Server libraries decide most flags themselves": async () => {
    const own = await createFlag(testing({ value: "x" }));
    const asking = await createFlag(testing({ operator: "semver_gt", value: "1.2.3" }));
    const { flags } = await client.expectStatus("local_evaluation", 200, { query: { token } });
    const asks = (key: string) => flags.find((flag) => flag.key === key)?.ensure_experience_continuity;
    assert.deepEqual([asks(own), asks(asking)], [false, true]);
  },
};

after(async () => {
  for (const id of created) await client.request("feature_flags_destroy", { path: { id: String(id) } });
});

describe("moving over: what differs", needs("state"), () => {
  for (const [index, { row, operator, value, property, here, there }] of DECIDED.entries()) {
    const name = `${operator} ${JSON.stringify(value)} of ${JSON.stringify(property)}`;
    test(`${name}: ${here} here, ${there} there`, async () => {
      if (row === undefined) assert.equal(here, there);
      assert.equal(await decideProperty(keys[index] ?? "", property), here);
    });
  }

  for (const { row, flag, attr } of REFUSED) {
    test(`${row.slice(0, 50)}: refused with ${attr}`, async () => {
      const json = { key: `${PREFIX}-refused`, ...flag };
      await client.expectError("feature_flags_create", [400, "invalid_input", attr], { json });
    });
  }

  for (const [row, run] of Object.entries(OTHERS)) test(row, needs("wire"), run);

  test("a distinct id beyond the basic plane is cut as there", async () => {
    // sha1 of the key and 200 characters: 0.643; of 200 UTF-16 units, which are 100 characters: 0.061.
    const filters = { groups: [{ rollout_percentage: 50 }] };
    const { id } = await client.expectStatus("feature_flags_create", 201, { json: { key: "beyond-70", filters } });
    created.push(id);
    const enabled = async (distinct_id: string, node = client) =>
      (await decide("beyond-70", { distinct_id }, node)).flags["beyond-70"]?.enabled;
    const [long, half] = ["😀".repeat(250), "😀".repeat(100)];
    await eventuallyOnEveryNode("it is decided", async (node) => (await enabled(half, node)) === true);
    assert.equal(await enabled(long), false);
  });
});

describe("moving over: the page", () => {
  const page = readFileSync(new URL("../../docs/moving-over.md", import.meta.url), "utf8");
  const section = page.slice(page.indexOf("## What differs"), page.indexOf("## Bring the events along"));
  const bullets = section
    .split(/^- /m)
    .slice(1)
    .map((text) => text.replaceAll(/\s+/g, " "));
  const decided = DECIDED.flatMap(({ row }) => row ?? []);
  const rows = [...decided, ...REFUSED.map(({ row }) => row), ...Object.keys({ ...OTHERS, ...TESTED_ELSEWHERE })];

  test("each of its rows has a test, and each test a row", () => {
    const untested = bullets.filter((bullet) => !rows.some((row) => bullet.startsWith(row)));
    const unwritten = rows.filter((row) => !bullets.some((bullet) => bullet.startsWith(row)));
    assert.deepEqual([untested, unwritten], [[], []]);
  });

  test("tests elsewhere exist", () => {
    for (const [row, [path, text]] of Object.entries(TESTED_ELSEWHERE)) {
      assert.ok(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").includes(text), row);
    }
  });
});
