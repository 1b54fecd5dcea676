import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = sharedServer("cohort-flags");
const email = (value: string, more: object = {}) => ({
  type: "person",
  key: "email",
  operator: "icontains",
  value,
  ...more,
});
const all = (...values: object[]) => ({ properties: { type: "AND", values } });
const member = (value: number, operator?: string) => ({
  key: "id",
  type: "cohort",
  value,
  ...(operator && { operator }),
});

describe("flags with conditions on cohorts", needs("settings"), () => {
  const cohort = async (filters: object) =>
    own().client.expectStatus("cohorts_create", 201, { json: { name: "Staff", filters } as never });
  const flag = async (...properties: object[]) => {
    const json = { key: `flag-${randomUUID()}`, filters: { groups: [{ properties, rollout_percentage: 100 }] } };
    return own().client.expectStatus("feature_flags_create", 201, { json: json as never });
  };
  const decide = async (key: string, person_properties: object) => {
    const json = { api_key: own().tenant.projectApiKey, distinct_id: "someone", person_properties } as never;
    const { featureFlags } = (await own().client.expectStatus("decide", 200, { query: { v: 3 }, json })) as {
      readonly featureFlags: Readonly<Record<string, unknown>>;
    };
    return featureFlags[key];
  };

  test("are decided by its conditions on properties, and those of other cohorts, also when they change", async () => {
    const { client } = own();
    const staff = await cohort(all(email("@fjord.example")));
    const pros = await cohort({
      properties: {
        type: "OR",
        values: [
          { type: "AND", values: [{ type: "cohort", key: "id", value: staff.id }, email("test", { negation: true })] },
          { type: "person", key: "plan", value: ["pro"] },
        ],
      },
    });
    const inside = await flag(member(pros.id));
    const outside = await flag(member(pros.id, "not_in"));
    const cases: readonly (readonly [properties: object, isIn: boolean])[] = [
      [{ email: "ann@fjord.example" }, true],
      [{ email: "test@fjord.example" }, false],
      [{ email: "test@fjord.example", plan: "pro" }, true],
      [{ email: "bob@other.example" }, false],
      [{}, false],
    ];
    await eventually("the flags are known", async () => (await decide(inside.key, { plan: "pro" })) === true);
    for (const [properties, isIn] of cases) {
      const found = [await decide(inside.key, properties), await decide(outside.key, properties)];
      assert.deepEqual(found, [isIn, !isIn], JSON.stringify(properties));
    }
    const sent = { distinct_id: "someone", person_properties: { email: "ann@fjord.example" } };
    const json = { api_key: own().tenant.projectApiKey, ...sent } as never;
    const flags = await client.expectStatus("flags", 200, { json });
    assert.equal((flags as { flags: Record<string, { enabled: boolean }> }).flags[inside.key]?.enabled, true);
    const token = own().tenant.projectApiKey;
    const local = await client.expectStatus("local_evaluation", 200, { query: { token } as never });
    const leaf = { key: "email", type: "person", value: "@fjord.example", operator: "icontains" };
    assert.deepEqual(local.cohorts[String(staff.id)], { type: "AND", values: [leaf] });
    const nested = [
      {
        type: "AND",
        values: [
          { key: "id", type: "cohort", value: staff.id },
          { ...leaf, value: "test", negation: true },
        ],
      },
      { type: "AND", values: [{ key: "plan", type: "person", value: ["pro"], operator: "exact" }] },
    ];
    assert.deepEqual(local.cohorts[String(pros.id)], { type: "OR", values: nested });
    const isMarked = (key: string) => local.flags.find((one) => one.key === key)?.ensure_experience_continuity;
    assert.deepEqual([isMarked(inside.key), isMarked(outside.key)], [false, true]);
    await client.expectStatus("cohorts_partial_update", 200, {
      path: { id: String(staff.id) },
      json: { filters: all(email("@other.example")) } as never,
    });
    await eventually(
      "the change is known",
      async () => (await decide(inside.key, { email: "bob@other.example" })) === true,
    );
    const { body } = await client.request("cohorts_destroy", { path: { id: String(pros.id) } });
    assert.match(JSON.stringify(body), new RegExp(`the flag ${inside.key}`));
  });

  test("are refused if the cohort is not there, and wait for persons who are not found yet", async () => {
    const { client } = own();
    const absent = { key: "absent", filters: { groups: [{ properties: [member(999_999)] }] } } as never;
    const attr = "filters__groups__0__properties__0__value";
    await client.expectError("feature_flags_create", [400, "invalid_input", attr], { json: absent });
    const active = await cohort(all({ type: "behavioral", key: "book", value: "performed_event" }));
    const undecided = await flag(member(active.id));
    const decided = await flag({ key: "plan", value: "pro" });
    await eventually("the flags are known", async () => (await decide(decided.key, { plan: "pro" })) === true);
    assert.notEqual(await decide(undecided.key, {}), true);
  });
});
