import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs } from "../client/target.ts";

const client = new Client();
const newKey = () => `refused-${randomUUID()}`;
const where = (property: object) => ({ groups: [{ properties: [{ key: "plan", ...property }] }] });

/** Definitions that break the contract, which a mock knows too. */
const MALFORMED: Record<string, readonly [fields: object, code: string, attr: string]> = {
  "no filters": [{ filters: undefined }, "required", "filters"],
  "filters that are null": [{ filters: null }, "null", "filters"],
  "no conditions": [{ filters: {} }, "required", "filters__groups"],
  "a condition that is text": [{ filters: { groups: ["x"] } }, "invalid_input", "filters__groups__0"],
  "an empty key": [{ key: "" }, "blank", "key"],
  "a key with a space": [{ key: "a b" }, "invalid_input", "key"],
  "a key that is too long": [{ key: "x".repeat(401) }, "max_length", "key"],
  "a name that is a number": [{ name: 3 }, "invalid_input", "name"],
  "active as text": [{ active: "true" }, "invalid_input", "active"],
};

/** Definitions that cannot be evaluated. */
const UNUSABLE: Record<string, readonly [filters: object, attr: string]> = {
  "a percentage above 100": [{ groups: [{}, { rollout_percentage: 101 }] }, "filters__groups__1__rollout_percentage"],
  "an unknown operator": [where({ operator: "like", value: 1 }), "filters__groups__0__properties__0__operator"],
  "an invalid expression": [where({ operator: "regex", value: "(" }), "filters__groups__0__properties__0__value"],
  "a condition on a cohort that the project does not have": [
    where({ key: "id", type: "cohort", operator: "in", value: 999_999 }),
    "filters__groups__0__properties__0__value",
  ],
  "an expression that repeats repeats": [
    where({ operator: "regex", value: `(?:${"a?".repeat(488)}){0,1000}0` }),
    "filters__groups__0__properties__0__value",
  ],
  "a wildcard that is long": [
    where({ operator: "semver_wildcard", value: `${".*".repeat(200_000)}1` }),
    "filters__groups__0__properties__0__value",
  ],
  "an order without a number": [where({ operator: "gt", value: "m" }), "filters__groups__0__properties__0__value"],
  "negation of a filter": [where({ value: 1, negation: true }), "filters__groups__0__properties__0__negation"],
  "an unknown field of a condition": [{ groups: [{ later: 1 }] }, "filters__groups__0__later"],
  "an unknown rule": [{ groups: [], later: { a: 1 } }, "filters__later"],
  "many objects": [{ groups: Array.from({ length: 5000 }, () => ({})) }, "filters"],
  "many values": [{ groups: [], payloads: { true: Array.from({ length: 50_000 }, () => 1) } }, "filters"],
  "many conditions and variants": [
    {
      groups: Array.from({ length: 501 }, () => ({})),
      multivariate: { variants: ["a", "b"].map((key) => ({ key, rollout_percentage: 50 })) },
    },
    "filters__groups",
  ],
  "no value": [where({ operator: "gt" }), "filters__groups__0__properties__0__value"],
  "an unknown variant": [{ groups: [{ variant: "x" }] }, "filters__groups__0__variant"],
  "variants that do not sum to 100": [
    { groups: [], multivariate: { variants: [{ key: "a", rollout_percentage: 99 }] } },
    "filters__multivariate__variants",
  ],
  "a payload of no variant": [{ groups: [], payloads: { "a.b": 1 } }, "filters__payloads__a.b"],
  "an id of a group type below 0": [
    { groups: [], aggregation_group_type_index: -1 },
    "filters__aggregation_group_type_index",
  ],
};

/** They would take longer to parse than a request may keep the others waiting. */
const namesOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
const EXPENSIVE: Readonly<Record<string, [value: unknown, status: number, code: string]>> = {
  "objects with an index for a name": [Array(30_000).fill({ "34": 0 }), 413, "request_too_large"],
  "an object of many names": [namesOf(30_000), 413, "request_too_large"],
  "objects of different shapes": [
    Object.keys(namesOf(30_000)).map((name) => ({ [name]: 0 })),
    413,
    "request_too_large",
  ],
  "many lists": [Array(150_000).fill([]), 413, "request_too_large"],
  "deep lists": [Array(10).fill(JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`)), 400, "invalid_input"],
};

describe("feature flags: refused", () => {
  for (const [title, [value, status, code]] of Object.entries(EXPENSIVE)) {
    test(`before they are parsed: ${title}`, needs("state"), async () => {
      const json = { key: newKey(), filters: { groups: [{ description: value }] } };
      await client.expectError("feature_flags_create", [status, code], { json });
    });
  }

  for (const [title, [fields, code, attr]] of Object.entries(MALFORMED)) {
    test(title, async () => {
      const json = { key: newKey(), filters: { groups: [] }, ...fields };
      await client.expectError("feature_flags_create", [400, code, attr], { json });
    });
  }

  test("a description names the field that is one", needs("state"), async () => {
    const json = { key: newKey(), filters: { groups: [] }, description: "The new checkout" };
    const refused = [400, "invalid_input", "description"] as const;
    const { body } = await client.expectError("feature_flags_create", refused, { json });
    assert.match(JSON.stringify(body), /its name says what it is for/);
  });

  for (const [title, [filters, attr]] of Object.entries(UNUSABLE)) {
    test(title, needs("state"), async () => {
      const json = { key: newKey(), filters };
      await client.expectError("feature_flags_create", [400, "invalid_input", attr], { json });
      const { id } = await client.expectStatus("feature_flags_create", 201, {
        json: { ...json, filters: { groups: [] } },
      });
      const flag = { path: { id: String(id) } };
      const patch = { ...flag, json: { filters } };
      await client.expectError("feature_flags_partial_update", [400, "invalid_input", attr], patch);
      assert.equal((await client.expectStatus("feature_flags_retrieve", 200, flag)).version, 1);
      await client.expectStatus("feature_flags_destroy", 204, flag);
    });
  }

  test("flags that depend on each other in a circle", needs("state"), async () => {
    const dependingOn = (key: string | number) => ({
      groups: [{ properties: [{ key: String(key), type: "flag", operator: "flag_evaluates_to", value: true }] }],
    });
    const create = (key: string, filters: object) =>
      client.expectStatus("feature_flags_create", 201, { json: { key, filters } });
    const keys = [newKey(), newKey()] as const;
    const base = await create(keys[0], { groups: [{}] });
    const dependent = await create(keys[1], dependingOn(base.id));
    assert.deepEqual(dependent.filters, dependingOn(keys[0]), "an id is replaced by the key");
    const attr = "filters__groups";
    await client.expectError("feature_flags_partial_update", [400, "invalid_input", attr], {
      path: { id: String(base.id) },
      json: { filters: dependingOn(keys[1]) },
    });
    const itself = newKey();
    const json = { key: itself, filters: dependingOn(itself) };
    await client.expectError("feature_flags_create", [400, "invalid_input", attr], { json });
    for (const { id } of [base, dependent]) {
      await client.expectStatus("feature_flags_destroy", 204, { path: { id: String(id) } });
    }
  });
});

describe("feature flags: fields that could change a decision", needs("state"), () => {
  const UNSUPPORTED = {
    evaluation_tags: ["web"],
    has_encrypted_payloads: true,
    rollback_conditions: [{}],
    rollout_percentage: 50,
    later: 1,
  };
  for (const [field, value] of Object.entries(UNSUPPORTED)) {
    test(`${field} is refused with its name`, async () => {
      const json = { key: newKey(), filters: { groups: [{}] } };
      const expected = [400, "invalid_input", field] as const;
      await client.expectError("feature_flags_create", expected, { json: { ...json, [field]: value } });
      const { id } = await client.expectStatus("feature_flags_create", 201, { json });
      const path = { id: String(id) };
      await client.expectError("feature_flags_partial_update", expected, { path, json: { [field]: value } });
      await client.expectStatus("feature_flags_destroy", 204, { path });
    });
  }
});

describe("feature flags: bounds", needs("state"), () => {
  test("of regular expressions together", async () => {
    const properties = Array.from({ length: 250 }, (_, index) => ({ key: "x", operator: "regex", value: `a${index}` }));
    const json = { key: newKey(), filters: { groups: [{ properties }] } };
    const attr = "filters__groups__0__properties__189__value";
    await client.expectError("feature_flags_create", [400, "invalid_input", attr], { json });
  });

  test("of a definition", async () => {
    const filters = (characters: number) => ({ groups: [], payloads: { true: "x".repeat(characters) } });
    const big = { json: { key: newKey(), filters: filters(524_288) } };
    await client.expectError("feature_flags_create", [413, "request_too_large", null], big);
  });
});
