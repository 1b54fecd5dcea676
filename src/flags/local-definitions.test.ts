import assert from "node:assert/strict";
import { test } from "node:test";
import { localDefinitions } from "./local-definitions.ts";
import { parseFlags } from "./parse-flags.ts";

function local(flags: object[], groupTypes: string[] = []) {
  return localDefinitions(parseFlags(flags).flags, groupTypes);
}

const VARIANTS = { multivariate: { variants: ["a", "b"].map((key) => ({ key, rollout_percentage: 50 })) } };

test("conditions that force a variant come first", () => {
  const groups = [{ rollout_percentage: 10 }, { variant: "b" }, { variant: "" }, { variant: "a" }];
  const [flag] = local([{ key: "f", filters: { ...VARIANTS, groups } }]).flags;
  assert.deepEqual(flag?.filters.groups, [
    { variant: "b", properties: [] },
    { variant: "a", properties: [] },
    { rollout_percentage: 10, variant: null, properties: [] },
    { variant: null, properties: [] },
  ]);
});

test("the payload for true is each variant's that has none", () => {
  const payloads = { true: "shared", b: { own: 1 } };
  const [flag, plain] = local([
    { key: "f", filters: { ...VARIANTS, payloads, groups: [] } },
    { key: "plain", filters: { groups: [], payloads: null } },
  ]).flags;
  assert.deepEqual(flag?.filters.payloads, { true: "shared", a: "shared", b: { own: 1 } });
  assert.deepEqual(plain?.filters.payloads, {});
});

test("group types are told by their number, also those that no event has named yet", () => {
  const filters = { groups: [{}] };
  const { flags, groupTypes } = local(
    [
      { key: "known", filters: { ...filters, aggregation_group_type: "team" } },
      { key: "new", filters: { ...filters, aggregation_group_type: "company" } },
      { key: "by number", filters: { ...filters, aggregation_group_type_index: 0 } },
      { key: "persons", filters },
    ].map((flag) => ({ ...flag, key: flag.key.replace(" ", "-") })),
    ["house", "team"],
  );
  assert.deepEqual(groupTypes, ["house", "team", "company"]);
  assert.deepEqual(
    flags.map((flag) => flag.filters.aggregation_group_type_index),
    [1, 2, 0, null],
  );
});

test("libraries ask about what they cannot decide; an inactive flag is off wherever it is decided", () => {
  const continuing = { ensure_experience_continuity: true, filters: { groups: [{}] } };
  const { flags } = local([
    { key: "on", ...continuing },
    { key: "off", active: false, ...continuing },
    { key: "plain", filters: { groups: [{}] } },
  ]);
  assert.deepEqual(
    flags.map(({ key, active, isServerEvaluated: askService }) => [key, active, askService]),
    [
      ["on", true, true],
      ["off", false, false],
      ["plain", true, false],
    ],
  );
});
