import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { applyFlags } from "../services/sightline-cli.ts";
import { eventuallyOnEveryNode } from "../support/every-node.ts";

const client = new Client();
const { projectApiKey: api_key, projectId } = target.tenant;
const PREFIX = `limits-${randomUUID().slice(0, 8)}`;
const onProperty = (operator: string, value: unknown) => ({
  filters: { groups: [{ properties: [{ key: "big", type: "person", operator, value }] }] },
});
/** Flags that compare the property, and two that do not depend on its content. */
const COMPARING = {
  exact: onProperty("exact", "a"),
  listed: onProperty("exact", ["a", "b"]),
  contains: onProperty("not_icontains", "needle"),
  starts: onProperty("starts_with", "a"),
  pattern: onProperty("regex", "(a+)+$"),
  version: onProperty("semver_gt", "1.2.3"),
};
const OTHERS = {
  set: onProperty("is_set", "is_set"),
  everybody: { filters: { groups: [{}] } },
};
const FLAGS = Object.entries({ ...COMPARING, ...OTHERS }).map(([name, flag]) => ({
  name: "",
  active: true,
  ensure_experience_continuity: false,
  key: `${PREFIX}-${name}`,
  ...flag,
}));

async function decide(big: unknown, by = client) {
  const json = { api_key, distinct_id: "anybody", person_properties: { big } };
  const { flags, errorsWhileComputingFlags } = await by.expectStatus("flags", 200, { json });
  const names = Object.keys(flags).filter((key) => key.startsWith(PREFIX));
  return { decided: names.map((key) => key.slice(PREFIX.length + 1)).toSorted(), errorsWhileComputingFlags };
}

before(async () => {
  if (needs("commands").skip !== false) return;
  await applyFlags(environmentOf(target), projectId, FLAGS);
  await eventuallyOnEveryNode("the last of the flags is available", async (node) =>
    (await decide("", node)).decided.includes("everybody"),
  );
});

describe("flag limits: what flags compare", needs("commands"), () => {
  const every = Object.keys({ ...COMPARING, ...OTHERS }).toSorted();
  const sizes: [name: string, fits: unknown, exceeds: unknown][] = [
    ["characters", "a".repeat(10_000), "a".repeat(10_001)],
    ["items", new Array(1000).fill(1), new Array(1001).fill(1)],
    ["items of an inner list", { a: new Array(1000).fill(1) }, { a: new Array(1001).fill(1) }],
    ["characters of an object", { a: "a".repeat(9990) }, { a: "a".repeat(4000), b: "a".repeat(6000) }],
  ];
  for (const [name, fits, exceeds] of sizes) {
    test(`flags that compare a value with too many ${name} are left out, and the response says so`, async () => {
      assert.deepEqual((await decide(fits)).decided, every);
      const { decided, errorsWhileComputingFlags } = await decide(exceeds);
      assert.deepEqual([decided, errorsWhileComputingFlags], [Object.keys(OTHERS).toSorted(), true]);
    });
  }
});

describe("flag limits: requests that name flags", needs("commands"), () => {
  const json = { api_key, distinct_id: "anybody", person_properties: { big: "a".repeat(10_001) } };
  for (const [name, isError] of [
    ["set", false],
    ["exact", true],
  ] as const) {
    test(`${name}: only a flag that is asked for is an error (${isError})`, async () => {
      const asked = { json: { ...json, flag_keys_to_evaluate: [`${PREFIX}-${name}`] } };
      const { flags, errorsWhileComputingFlags } = await client.expectStatus("flags", 200, asked);
      assert.deepEqual([Object.keys(flags).length, errorsWhileComputingFlags], [isError ? 0 : 1, isError]);
      for (const v of [3, 4] as const) {
        const body = await client.expectStatus("decide", 200, { ...asked, query: { v } });
        assert.equal("errorsWhileComputingFlags" in body && body.errorsWhileComputingFlags, isError);
      }
    });
  }
});

describe("flag limits: what requests may name", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}`);
  const groups = (count: number) => Object.fromEntries(many(count).map((name) => [name, {}]));
  const cases = [
    ["flag_keys_to_evaluate", "max_length", many(10_000), many(10_001)],
    ["group_properties", "invalid_input", groups(100), groups(101)],
  ] as const;
  for (const [attr, code, fits, exceeds] of cases) {
    for (const operation of ["decide", "flags"] as const) {
      test(`${operation}: too many ${attr}`, async () => {
        const json = { api_key, distinct_id: "x" };
        await client.expectStatus(operation, 200, { json: { ...json, [attr]: fits } });
        await client.expectError(operation, [400, code, attr], { json: { ...json, [attr]: exceeds } });
      });
    }
  }
});
