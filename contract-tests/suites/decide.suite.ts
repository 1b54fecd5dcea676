import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { type Body, Client, directClient, type RequestOptions } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { applyFlags, runCliOrThrow } from "../services/sightline-cli.ts";
import { DECIDED_FLAGS, EVERYBODY } from "../support/decided-flags.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const direct = directClient();
const { projectApiKey: api_key, projectId } = target.tenant;
type Decision = Extract<Body<"decide", 200>, { errorComputingFlags: unknown }>;

async function decide(
  json: Record<string, unknown>,
  v = 3,
  options: RequestOptions = {},
  by = client,
): Promise<Decision> {
  const response = await by.expectStatus("decide", 200, { query: { v }, json: { api_key, ...json }, ...options });
  return response as Decision;
}

function flagHash(flag: string, identifier: string, salt = ""): number {
  const digits = createHash("sha1").update(`${flag}.${identifier}${salt}`).digest("hex").slice(0, 15);
  return Number.parseInt(digits, 16) / (2 ** 60 - 1);
}

before(async () => {
  if (needs("commands").skip !== false) return;
  await applyFlags(environmentOf(target), projectId, DECIDED_FLAGS);
  const person = { distinct_id: "anybody" };
  const last = DECIDED_FLAGS.at(-1)?.key ?? "";
  await eventuallyOnEveryNode("the last of the flags is available", async (node) =>
    Object.hasOwn((await decide(person, 3, {}, node)).featureFlags, last),
  );
});

describe("decide: unknown versions", () => {
  for (const v of ["5", "0", "-1", "abc", "1.5", "2x"]) {
    test(`version ${v} is refused`, async () => {
      const json = { api_key, distinct_id: "anybody" };
      await client.expectError("decide", [400, "invalid_input", "v"], { query: { v }, json });
    });
  }
});

describe("decide: invalid requests are refused", () => {
  const wrong: Record<string, unknown> = { distinct_id: {}, groups: [], person_properties: "x", group_properties: 3 };
  for (const [attr, value] of Object.entries(wrong)) {
    test(`${attr} of the wrong type`, async () => {
      const json = { api_key, distinct_id: "x", [attr]: value };
      await client.expectError("decide", [400, "invalid_input", attr], { json });
    });
  }
  test("an empty distinct id", async () => {
    const { body } = await client.expectError("decide", [400, undefined, "distinct_id"], {
      json: { api_key, distinct_id: "" },
    });
    assert.equal((body as { type: string }).type, "validation_error");
  });
  test("properties of a group that are not an object", async () => {
    const json = { api_key, distinct_id: "x", group_properties: { company: 4 } };
    await client.expectError("decide", [400, "invalid_input", "group_properties__company"], { json });
  });
});

describe("decide: evaluation", needs("commands"), () => {
  test("the hash of flag and distinct id decides the rollout and the variant", async () => {
    for (let index = 0; index < 24; index++) {
      const distinct_id = `hashed-${index}`;
      const { featureFlags } = await decide({ distinct_id });
      assert.equal(featureFlags.half, flagHash("half", distinct_id) <= 0.5, distinct_id);
      const variant = flagHash("split", distinct_id, "variant") < 0.5 ? "left" : "right";
      assert.equal(featureFlags.split, variant, distinct_id);
    }
  });

  test("a number equals its decimal form", async () => {
    const [number, text] = await Promise.all([decide({ distinct_id: 4812 }), decide({ distinct_id: "4812" })]);
    assert.deepEqual(number, text);
  });

  test("a number with more digits than a double keeps all of them", async () => {
    const digits = `${Date.now()}123456789`;
    const isPro = async (id: string, name = "distinct_id") =>
      (await decide({}, 3, { text: `{"api_key":"${api_key}","groups":null,"${name}":${id}}` }, direct)).featureFlags
        .pro;
    const body = `{"api_key":"${api_key}","event":"$identify","distinct_id":${digits},"$set":{"plan":"pro"}}`;
    await direct.expectStatus("capture", 200, { text: body });
    await eventually("the properties are stored", () => isPro(digits));
    assert.equal(await isPro(`${digits.slice(0, -1)}8`), false);
    assert.equal(await isPro(digits, "$distinct_id"), true);
  });

  test("an alias is the same person", async () => {
    const [distinct_id, alias] = [`person-${randomUUID()}`, `alias-${randomUUID()}`];
    const batch = [
      { event: "$identify", distinct_id, $set: { plan: "pro" } },
      { event: "$create_alias", distinct_id, properties: { alias } },
    ];
    await client.expectStatus("batch", 200, { json: { api_key, batch } });
    await eventually("the alias is known", async () => (await decide({ distinct_id: alias })).featureFlags.pro);
  });

  test("an event that concerns no person leaves no properties, and belongs to whom its id is given later", async () => {
    const [distinct_id, anonymous] = [`person-${randomUUID()}`, `anonymous-${randomUUID()}`];
    const personless = { distinct_id: anonymous, properties: { $process_person_profile: false } };
    const batch = [
      { event: "seen", ...personless, $set: { plan: "pro" } },
      { event: "$identify", ...personless, $set: { plan: "pro" } },
      { event: "$identify", distinct_id, $set: { plan: "pro" } },
    ];
    await client.expectStatus("batch", 200, { json: { api_key, batch } });
    await eventually("the batch is stored", async () => (await decide({ distinct_id })).featureFlags.pro);
    assert.equal((await decide({ distinct_id: anonymous })).featureFlags.pro, false);
    const properties = { $anon_distinct_id: anonymous };
    await client.expectStatus("capture", 200, { json: { api_key, event: "$identify", distinct_id, properties } });
    await eventually("it is adopted", async () => (await decide({ distinct_id: anonymous })).featureFlags.pro);
  });

  test("properties of an anonymous visitor stay with the identified person", async () => {
    const [distinct_id, anonymous] = [`person-${randomUUID()}`, `anonymous-${randomUUID()}`];
    const batch = [
      { event: "seen", distinct_id: anonymous, $set: { plan: "pro" } },
      { event: "$identify", distinct_id, properties: { $anon_distinct_id: anonymous } },
    ];
    await client.expectStatus("batch", 200, { json: { api_key, batch } });
    await eventually("the persons are merged", async () => (await decide({ distinct_id })).featureFlags.pro);
  });

  test("flags belong to one project", needs("tenants"), async () => {
    const json = { api_key: target.otherTenant.projectApiKey, distinct_id: "anybody" };
    const others = Object.keys((await decide(json)).featureFlags);
    const ours = Object.keys((await decide({ distinct_id: "anybody" })).featureFlags);
    assert.ok(ours.includes("pro"));
    assert.ok(!others.includes("pro"));
  });

  test("adding and deleting a flag takes effect without a restart", async () => {
    const flag = { key: "brief", name: "brief", active: true, ensure_experience_continuity: false };
    await applyFlags(environmentOf(target), projectId, [{ ...flag, filters: { groups: EVERYBODY } }]);
    const readFlags = async () => (await decide({ distinct_id: "anybody" })).featureFlags;
    await eventually("it is on", async () => (await readFlags()).brief === true);
    await runCliOrThrow(environmentOf(target), "flags", "remove", "brief", "--project", projectId);
    await eventually("it is gone", async () => !Object.hasOwn(await readFlags(), "brief"));
  });
});
