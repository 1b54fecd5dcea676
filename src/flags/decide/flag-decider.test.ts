import assert from "node:assert/strict";
import { test } from "node:test";
import { putFlags } from "../../../test/conformance/put-flags.ts";
import { openDecider, type QueryOptions } from "../../../test/support/test-flag-decider.ts";
import { personEvent } from "../../../test/support/test-people.ts";
import { type PropertyMap, parseExactly } from "../../lib/json/json.ts";
import { StoreUnavailable } from "../../store/ports/common.ts";

const where = (key: string, value: unknown, more: object = {}) => ({
  groups: [{ properties: [{ key, value, ...more }] }],
});
const isPro = where("plan", "pro");
const isLarge = {
  aggregation_group_type_index: 0,
  ...where("size", 100, { operator: "gt", type: "group", group_type_index: 0 }),
};
const everybody = { groups: [{}] };
const half = { groups: [{ rollout_percentage: 50 }] };

test("stored properties of the person are used; those of the request take precedence", async (context) => {
  const { put, applyEvents, value } = await openDecider(context);
  await put({ beta: isPro });
  await applyEvents(
    personEvent("a", "ann", { $set: { plan: "pro" } }),
    personEvent("a", "bob", { $set: { plan: "free" } }),
  );
  assert.deepEqual(await Promise.all(["ann", "bob", "eve"].map((id) => value("beta", id))), [true, false, false]);
  assert.equal(await value("beta", "ann", { person: { plan: "free" } }), false);
  assert.equal(await value("beta", "bob", { person: { plan: "pro" } }), true);
  assert.equal(
    await value("beta", "ann", { person: { other: 1 } }),
    true,
    "a property of the request hides no other stored property",
  );
});

test("stored properties of the request's groups are used; those of the request take precedence", async (context) => {
  const { put, applyEvents, value } = await openDecider(context);
  await put({ large: isLarge });
  await applyEvents(
    personEvent("$groupidentify", "ann", { $group_type: "company", $group_key: "acme", $group_set: { size: 500 } }),
    personEvent("$groupidentify", "ann", { $group_type: "company", $group_key: "tiny", $group_set: { size: 5 } }),
  );
  const of = (company: string, group: QueryOptions["group"] = {}) =>
    value("large", "ann", { groups: { company }, group });
  assert.deepEqual(await Promise.all(["acme", "tiny", "unknown"].map((key) => of(key))), [true, false, false]);
  assert.equal(await of("acme", { company: { size: 1 } }), false);
  assert.equal(await of("unknown", { company: { size: 101 } }), true);
  assert.equal(await value("large", "ann"), false, "a group flag is off without a group");
});

test("flags that are on have payloads", async (context) => {
  const { put, decide } = await openDecider(context);
  await put({ a: { ...everybody, payloads: { true: '{"color":"blue"}' } }, b: { ...isPro, payloads: { true: "x" } } });
  const { flags, payloads, isIncomplete } = await decide("ann");
  assert.deepEqual(
    [...flags],
    [
      ["a", true],
      ["b", false],
    ],
  );
  assert.deepEqual([...payloads], [["a", '{"color":"blue"}']]);
  assert.equal(isIncomplete, false);
});

const readCases: [name: string, filters: Record<string, object>, options: QueryOptions, reads: string[]][] = [
  ["nothing, if no property is tested", { a: everybody, b: half }, {}, []],
  ["nothing, if the request has all properties", { a: isPro }, { person: { plan: "free" } }, []],
  ["the person only", { a: isPro, b: everybody }, { groups: { company: "acme" } }, ["person"]],
  ["the group only", { a: isLarge }, { groups: { company: "acme" } }, ["groups"]],
  ["no group, if the request names none", { a: isLarge }, {}, []],
  ["both", { a: isLarge, b: isPro }, { groups: { company: "acme" } }, ["groups", "person"]],
];
for (const [name, filters, options, expected] of readCases) {
  test(`reads from the store: ${name}`, async (context) => {
    const { put, applyEvents, decide, reads } = await openDecider(context);
    await applyEvents(personEvent("a", "ann", { $groups: { company: "acme" } }));
    await put(filters);
    await decide("ann", options);
    assert.deepEqual(reads.toSorted(), [...expected, "flags", "types"].toSorted());
  });
}

test("flags and group types are read again when they have changed, or after a minute", async (context) => {
  const { put, value, clock, reads, flags } = await openDecider(context);
  await put({ a: everybody });
  assert.equal(await value("a", "ann"), true);
  await put({ a: { groups: [] } });
  clock.now += 499;
  assert.equal(await value("a", "ann"), true);
  clock.now += 1;
  assert.equal(await value("a", "ann"), false);
  await flags.remove("1", "a");
  clock.now += 500;
  assert.equal(await value("a", "ann"), undefined);
  const readings = () => reads.join(" ").split("flags types").length - 1;
  assert.equal(readings(), 3);
  for (let seconds = 0; seconds < 10; seconds++) {
    clock.now += 1000;
    await value("a", "ann");
  }
  const settled = readings();
  for (let seconds = 0; seconds < 40; seconds++) {
    clock.now += 1000;
    await value("a", "ann");
  }
  assert.equal(readings(), settled);
  clock.now += 20_000;
  await value("a", "ann");
  assert.equal(readings(), settled + 1);
});

test("stored numbers that exceed a double are compared with all digits", async (context) => {
  const { put, applyEvents, value } = await openDecider(context);
  await put({ rich: where("balance", 1e19, { operator: "gt" }), listed: where("balances", "[12345678901234567890]") });
  const $set = parseExactly('{"balance":12345678901234567890,"balances":[12345678901234567890]}') as PropertyMap;
  await applyEvents(personEvent("a", "ann", { $set }));
  assert.deepEqual([await value("rich", "ann"), await value("listed", "ann")], [true, true]);
});

test("if persons cannot be read, flags that do not need them are still decided", async (context) => {
  const { put, applyEvents, decide, execute } = await openDecider(context);
  await put({ all: everybody, pro: isPro });
  await applyEvents(personEvent("a", "ann", { $set: { plan: "pro" } }));
  execute("ALTER TABLE persons RENAME TO away");
  const { flags, isIncomplete } = await decide("ann");
  assert.deepEqual([[...flags], isIncomplete], [[["all", true]], true]);
  const decisions = await decide("ann", { person: { plan: "pro" } });
  assert.deepEqual([decisions.flags.get("pro"), decisions.isIncomplete], [true, false]);
  execute("ALTER TABLE away RENAME TO persons");
  assert.equal((await decide("ann")).flags.get("pro"), true);
});

test("if flags cannot be read, cached ones are used; otherwise decide throws StoreUnavailable", async (context) => {
  const { put, decide, execute, clock } = await openDecider(context);
  await put({ all: everybody });
  execute("ALTER TABLE feature_flags RENAME TO away");
  await assert.rejects(decide("ann"), StoreUnavailable);
  execute("ALTER TABLE away RENAME TO feature_flags");
  assert.equal((await decide("ann")).flags.get("all"), true);
  execute("ALTER TABLE feature_flags RENAME TO away");
  clock.now += 3_600_000;
  const { flags, isIncomplete } = await decide("ann");
  assert.deepEqual([[...flags], isIncomplete], [[["all", true]], false]);
});

test("a flag that can never be decided is an error only if it is requested by name", async (context) => {
  const { put, decide } = await openDecider(context);
  await put({ all: everybody, some: { groups: [{ properties: [{ key: "id", value: 7, type: "cohort" }] }] } });
  const { flags, isIncomplete, only } = await decide("ann");
  assert.deepEqual([[...flags], isIncomplete], [[["all", true]], false]);
  assert.deepEqual([only("all").isIncomplete, only("some").isIncomplete], [false, true]);
});

test("flags of other projects are not returned", async (context) => {
  const { put, decide, flags } = await openDecider(context);
  await put({ all: everybody });
  const [stored] = await flags.list("1");
  await putFlags(flags, "2", [{ ...(stored ?? assert.fail()), key: "other" }]);
  assert.deepEqual([...(await decide("ann")).flags.keys()], ["all"]);
});
