import assert from "node:assert/strict";
import { test } from "node:test";
import { buildFlagSet, conditionOn, LOADED } from "../../../test/support/test-evaluate.ts";
import { parseFlags } from "../define/parse-flags.ts";
import { evaluateFlags } from "./evaluate.ts";
import { Evaluation } from "./evaluation.ts";
import { recallDecisions, rememberDecisions } from "./flag-decider.ts";
import { RolloutHashCache } from "./rollout-hashes.ts";

/** Returns a function that decides one flag of a person, and tells whether it recalled the decision. */
function openDecisions(filters: object, more: object = {}) {
  const set = buildFlagSet(parseFlags({ key: "f", filters, ...more }).flags, ["company"]);
  const cache = new RolloutHashCache();
  cache.of(set, "ann"); // who is asked about again from now on
  return (fromRequest: object, stored: object | undefined, distinctId = "ann") => {
    const person = { fromRequest: { ...fromRequest }, stored: stored && { ...stored } };
    const context = { ...LOADED, distinctId, person };
    const evaluation = new Evaluation(set, context, (identifier) => cache.of(set, identifier));
    const recalled = recallDecisions(evaluation);
    const decisions = recalled ?? evaluateFlags(evaluation);
    rememberDecisions(evaluation, decisions);
    return [decisions.decided[0]?.value, recalled !== undefined];
  };
}

const isPro = { groups: [conditionOn({ key: "plan", value: "pro" })] };

test("a decision is recalled while the properties that flags test are the same", () => {
  const decide = openDecisions(isPro);
  assert.deepEqual(decide({}, { plan: "pro" }), [true, false]);
  assert.deepEqual(decide({}, { plan: "pro", other: 1 }), [true, true]);
  assert.deepEqual(decide({ plan: "pro" }, undefined), [true, true]);
  assert.deepEqual(decide({}, { plan: "free" }), [false, false]);
  assert.deepEqual(decide({}, {}), [false, false]);
  assert.deepEqual(decide({}, {}), [false, true]);
  assert.deepEqual(decide({ plan: null }, {}), [false, false]);
  assert.deepEqual(decide({}, { plan: "pro" }), [true, false]);
});

test("decisions of other persons, and without the store, are not recalled", () => {
  const decide = openDecisions(isPro);
  decide({}, { plan: "pro" });
  assert.deepEqual(decide({}, { plan: "pro" }, "bob"), [true, false]);
  assert.deepEqual(decide({}, { plan: "pro" }, "bob"), [true, false], "the first decision is not kept");
  assert.deepEqual(decide({}, { plan: "pro" }, "bob"), [true, true]);
  assert.deepEqual(decide({}, undefined), [undefined, false]);
  assert.deepEqual(decide({}, undefined), [undefined, false]);
});

test("lists, objects and long texts are evaluated each time", () => {
  for (const plan of [["pro"], { a: 1 }, "p".repeat(201)]) {
    const decide = openDecisions(isPro);
    decide({}, { plan });
    assert.deepEqual(decide({}, { plan }), [false, false]);
  }
});

test("flags that depend on groups, the time or kept identifiers are evaluated each time", () => {
  const cases = [
    { aggregation_group_type: "company", groups: [{}] },
    { groups: [{ aggregation_group_type_index: 0 }] },
    { groups: [conditionOn({ key: "size", type: "group", group_type_index: 0, value: 5 })] },
    { groups: [conditionOn({ key: "joined", operator: "is_date_after", value: "-7d" })] },
  ];
  for (const filters of cases) {
    const decide = openDecisions(filters);
    decide({ joined: 5 }, {});
    assert.deepEqual(decide({ joined: 5 }, {})[1], false, JSON.stringify(filters));
  }
  const flag = { key: "f", ensure_experience_continuity: true, filters: isPro };
  assert.equal(buildFlagSet(parseFlags(flag).flags).isByPerson, false);
});

test("a flag that divides by devices is decided, and recalled, by the device of the request", () => {
  const half = { groups: [{ rollout_percentage: 50 }] };
  const byUser = openDecisions(half);
  const byDevice = openDecisions(half, { bucketing_identifier: "device_id", ensure_experience_continuity: true });
  const devices = Array.from({ length: 20 }, (_, index) => `device-${index}`);
  const expected = devices.map((device) => byUser({}, {}, device)[0]);
  assert.deepEqual(new Set(expected), new Set([true, false]));
  assert.deepEqual(
    devices.map(($device_id) => byDevice({ $device_id }, {})[0]),
    expected,
  );
  assert.deepEqual(byDevice({ $device_id: devices.at(-1) }, undefined), [expected.at(-1), true]);
  assert.equal(byDevice({}, {})[0], byUser({}, {})[0], "without a device, the user decides");
});
