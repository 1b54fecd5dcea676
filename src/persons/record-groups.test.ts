import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { NOON, personEvent } from "../../test/support/test-people.ts";
import type { PropertyMap } from "../lib/json/json.ts";
import type { Groups } from "../store/ports/persons.ts";
import { recordGroups } from "./record-groups.ts";
import { KnownIds, type PersonEvent } from "./record-persons.ts";

const event = (properties: PropertyMap, name = "a", at = NOON) => personEvent(name, "ann", properties, at);
const identify = (type: unknown, key: unknown, set?: unknown) =>
  event({ $group_type: type, $group_key: key, $group_set: set }, "$groupidentify");
const record = (groups: Groups, events: readonly PersonEvent[], knownGroups = new KnownIds()) =>
  recordGroups("1", events, { groups, knownGroups });

test("$groups registers types and groups, created at their first event", async (context) => {
  const { groups } = (await openTestStore(context)).store;
  await record(groups, [
    event({ $groups: { company: "acme", team: 7 } }, "a", NOON - 1000),
    event({ $groups: { company: "initech", "": "x", empty: "", gone: null, deep: {} } }),
  ]);
  assert.deepEqual(await groups.types("1"), ["company", "team"]);
  const keys = [
    { type: "company", key: "acme" },
    { type: "team", key: "7" },
    { type: "company", key: "initech" },
  ];
  assert.deepEqual(
    (await groups.find("1", keys)).map(({ type, key, properties, createdAt }) => [type, key, properties, createdAt]),
    [
      ["company", "acme", {}, NOON - 1000],
      ["team", "7", {}, NOON - 1000],
      ["company", "initech", {}, NOON],
    ],
  );
});

test("$groupidentify merges properties, in the order of the events", async (context) => {
  const { groups } = (await openTestStore(context)).store;
  const events = [
    identify("company", "acme", { size: 1, city: "Paris" }),
    event({ $groups: { company: "acme" } }),
    identify("company", "acme", { size: 2, "": null }),
    identify("company", "initech"),
    identify("company", "odd", ["not a map"]),
  ];
  await record(groups, events);
  const acme = async () => (await groups.find("1", [{ type: "company", key: "acme" }]))[0]?.properties;
  assert.deepEqual(await acme(), { size: 2, city: "Paris", "": null });
  assert.equal(
    (
      await groups.find(
        "1",
        ["initech", "odd"].map((key) => ({ type: "company", key })),
      )
    ).length,
    2,
  );
  for (let from = 0; from < events.length; from++) await record(groups, events.slice(from));
  assert.deepEqual(await acme(), { size: 2, city: "Paris", "": null });
  assert.deepEqual(await groups.types("1"), ["company"]);
});

test("ignores $groupidentify without a type or a key, and its properties in other events", async (context) => {
  const { groups } = (await openTestStore(context)).store;
  await record(groups, [
    identify("", "acme", { a: 1 }),
    identify("company", null, { a: 1 }),
    identify(undefined, "acme", { a: 1 }),
    event({ $group_type: "company", $group_key: "acme", $group_set: { a: 1 } }),
    event({ $groups: ["company"] }),
    event({ $groups: "company" }),
  ]);
  assert.deepEqual(await groups.types("1"), []);
});

test("truncates types and keys like any identifier; they may be named __proto__", async (context) => {
  const { groups } = (await openTestStore(context)).store;
  const $groups = JSON.parse(`{"__proto__": "p", "${"t".repeat(300)}": "${"k".repeat(300)}"}`);
  await record(groups, [event({ $groups })]);
  assert.deepEqual(await groups.types("1"), ["__proto__", "t".repeat(200)]);
  assert.equal((await groups.find("1", [{ type: "t".repeat(200), key: "k".repeat(200) }])).length, 1);
});

test("looks up a group once, and again only for events that change it", async (context) => {
  const { groups } = (await openTestStore(context)).store;
  const updated: string[][] = [];
  const counting: Groups = {
    ...groups,
    update: (projectId, updates) => {
      updated.push(updates.map(({ key }) => key));
      return groups.update(projectId, updates);
    },
  };
  const knownGroups = new KnownIds();
  const named = (company: string) => event({ $groups: { company } });
  await record(counting, [named("acme"), named("initech")], knownGroups);
  await record(counting, [named("acme")], knownGroups);
  await record(counting, [named("acme"), named("initech"), identify("company", "acme", { size: 1 })], knownGroups);
  assert.deepEqual(updated, [["acme", "initech"], ["acme"]]);
  assert.deepEqual((await groups.find("1", [{ type: "company", key: "acme" }]))[0]?.properties, { size: 1 });
});
