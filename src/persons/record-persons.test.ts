import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { personEvent as event, NOON, recordEvents } from "../../test/support/test-people.ts";
import type { PropertyMap } from "../lib/json/json.ts";
import type { Persons } from "../store/ports/persons.ts";
import type { PersonEvent } from "./record-persons.ts";

const identify = (distinctId: string, anonymous?: string, $set: PropertyMap = {}, at?: number) =>
  event("$identify", distinctId, { $set, ...(anonymous === undefined ? {} : { $anon_distinct_id: anonymous }) }, at);
const alias = (distinctId: string, other: unknown, at?: number) =>
  event("$create_alias", distinctId, { alias: other }, at);

async function open(context: TestContext) {
  const { store } = await openTestStore(context);
  const { persons } = store;
  return {
    store,
    persons,
    record: (...events: PersonEvent[]) => recordEvents("1", events, store),
    person: (distinctId: string) => personOf(persons, distinctId),
    /** Returns the distinct ids, grouped by person. */
    async groupByPerson(...distinctIds: string[]): Promise<string[][]> {
      const found = await persons.find("1", distinctIds);
      const uuids = new Set([...found.values()].map(({ uuid }) => uuid));
      return [...uuids].map((uuid) => distinctIds.filter((id) => found.get(id)?.uuid === uuid));
    },
  };
}

async function personOf(persons: Persons, distinctId: string) {
  return (await persons.find("1", [distinctId])).get(distinctId) ?? assert.fail(`${distinctId} has no person`);
}

test("every distinct id gets its own person, created at its first event", async (context) => {
  const { record, person, groupByPerson } = await open(context);
  assert.deepEqual(await record(event("a", "ann", {}, NOON - 5000), event("b", "bob"), event("c", "ann")), []);
  assert.deepEqual(await groupByPerson("ann", "bob"), [["ann"], ["bob"]]);
  const { properties, isIdentified, createdAt } = await person("ann");
  assert.deepEqual([properties, isIdentified, createdAt], [{}, false, NOON - 5000]);
});

test("an event that concerns no person creates and changes none, until its distinct id is adopted", async (context) => {
  const { record, person, persons, groupByPerson } = await open(context);
  const none = { $process_person_profile: false };
  await record(identify("ann", undefined, { plan: "pro" }));
  const ignored = [
    event("seen", "anon", { $set: { a: 1 }, ...none }),
    event("$identify", "ann", { $anon_distinct_id: "other", $set: { plan: "free" }, ...none }),
    event("$create_alias", "ann", { alias: "other", ...none }),
  ];
  assert.deepEqual(await record(...ignored), []);
  assert.deepEqual((await persons.find("1", ["anon", "other"])).size, 0);
  assert.deepEqual((await person("ann")).properties, { plan: "pro" });
  await record(identify("ann", "anon"));
  assert.deepEqual(await groupByPerson("ann", "anon"), [["ann", "anon"]]);
  await record(event("seen", "bob", { $process_person_profile: "false" }));
  assert.deepEqual(await groupByPerson("bob"), [["bob"]]);
});

test("$identify and $create_alias of two unknown ids create one person with both", async (context) => {
  const { record, groupByPerson } = await open(context);
  assert.deepEqual(await record(identify("ann", "anon"), alias("bob", "bobby")), []);
  assert.deepEqual(await groupByPerson("ann", "anon", "bob", "bobby"), [
    ["ann", "anon"],
    ["bob", "bobby"],
  ]);
});

test("if one of the two has a person, it gets the other id too", async (context) => {
  const { record, person, groupByPerson } = await open(context);
  await record(event("a", "anon", { $set: { seen: 1 } }));
  const { uuid } = await person("anon");
  await record(identify("ann", "anon"), alias("ann", "annie"));
  assert.deepEqual(await groupByPerson("ann", "anon", "annie"), [["ann", "anon", "annie"]]);
  const annie = await person("annie");
  assert.deepEqual([annie.uuid, annie.properties], [uuid, { seen: 1 }]);
});

test("if both have persons, they are merged: the event's properties win, the older date stays", async (context) => {
  const { record, person, groupByPerson } = await open(context);
  await record(
    event("a", "anon", { $set: { both: "anon", only: "anon" } }, NOON - 5000),
    event("b", "ann", { $set: { both: "ann" } }),
  );
  const { uuid } = await person("ann");
  await record(identify("ann", "anon", { plan: "pro" }));
  assert.deepEqual(await groupByPerson("ann", "anon"), [["ann", "anon"]]);
  const merged = await person("anon");
  assert.deepEqual(merged, { ...merged, uuid, createdAt: NOON - 5000, isIdentified: true });
  assert.deepEqual(merged.properties, { both: "ann", only: "anon", plan: "pro" });
});

test("an identified person is never merged into another", async (context) => {
  const { record, groupByPerson, person } = await open(context);
  await record(identify("ann", "anon-1", { name: "Ann" }), identify("bob", "anon-2", { name: "Bob" }));
  assert.deepEqual(await record(identify("bob", "anon-1", { vip: true })), [
    {
      event: identify("bob", "anon-1", { vip: true }),
      refusal: "already_identified",
    },
  ]);
  assert.deepEqual(await groupByPerson("ann", "anon-1", "bob", "anon-2"), [
    ["ann", "anon-1"],
    ["bob", "anon-2"],
  ]);
  assert.deepEqual((await person("bob")).properties, { name: "Bob", vip: true }, "the event's own change is applied");
  assert.deepEqual((await person("ann")).properties, { name: "Ann" });
});

for (const reserved of [
  "anonymous",
  "Guest",
  "UNDEFINED",
  "null",
  '"null"',
  "'NaN'",
  "[object Object]",
  "0",
  " ",
  "true",
]) {
  test(`${reserved} is never merged`, async (context) => {
    const { record, groupByPerson, person } = await open(context);
    const refused = await record(identify("ann", reserved), alias(reserved, "bob"), event("a", reserved));
    assert.deepEqual(
      refused.map(({ refusal }) => refusal),
      ["reserved_distinct_id", "reserved_distinct_id"],
    );
    assert.deepEqual(await groupByPerson("ann", "bob", reserved), [["ann"], [reserved]]);
    assert.equal((await person("ann")).isIdentified, true);
  });
}

test("an alias does not identify a person, whether it is refused, invalid, or merges two", async (context) => {
  const { record, groupByPerson, person } = await open(context);
  await record(alias("anon", "null"), alias("anon", ""), alias("anon", "anon"), alias("anon", { a: 1 }));
  await record(event("a", "tablet"), alias("anon", "tablet"));
  assert.equal((await person("anon")).isIdentified, false);
  assert.deepEqual(await record(identify("ann", "anon"), event("a", "ann")), []);
  assert.deepEqual(await groupByPerson("ann", "anon"), [["ann", "anon"]]);
});

test("numbers and booleans are read as text", async (context) => {
  const { record, groupByPerson } = await open(context);
  assert.deepEqual(await record(alias("ann", 42)), []);
  assert.deepEqual(await groupByPerson("ann", "42"), [["ann", "42"]]);
  const [refused] = await record(alias("ann", false));
  assert.equal(refused?.refusal, "reserved_distinct_id");
});

test("only $identify identifies a person", async (context) => {
  const { record, person } = await open(context);
  await record(identify("ann"), identify("bob", "bob"), event("a", "eve", { $anon_distinct_id: "x", alias: "y" }));
  assert.deepEqual(
    [(await person("ann")).isIdentified, (await person("bob")).isIdentified, (await person("eve")).isIdentified],
    [true, true, false],
  );
});

test("a chain of aliases in one batch, in any order, leads to one person", async (context) => {
  const { record, groupByPerson } = await open(context);
  const refused = await record(alias("a", "b"), alias("b", "c"), alias("c", "d"), event("e", "d"));
  assert.deepEqual(refused, []);
  assert.deepEqual(await groupByPerson("a", "b", "c", "d"), [["a", "b", "c", "d"]]);
  assert.deepEqual(await record(alias("w", "x"), alias("v", "w"), alias("u", "v")), []);
  assert.deepEqual(await groupByPerson("u", "v", "w", "x"), [["u", "v", "w", "x"]]);
  const known = ["1", "2", "3", "4"].map((id) => event("e", id));
  assert.deepEqual(await record(...known, alias("3", "4"), alias("1", "2"), alias("2", "3")), []);
  assert.deepEqual(await groupByPerson("1", "2", "3", "4"), [["1", "2", "3", "4"]]);
});

test("applies changes in the order of the events, also around a merge", async (context) => {
  const { record, person } = await open(context);
  await record(
    event("a", "anon", { $set: { step: 1, anon: true } }),
    event("b", "ann", { $set: { step: 2 } }),
    identify("ann", "anon", { step: 3 }),
    event("c", "anon", { $set: { step: 4 }, $unset: ["anon"] }),
    event("d", "ann", { $set_once: { step: 5, first: 5 } }),
  );
  assert.deepEqual((await person("anon")).properties, { step: 4, first: 5 });
});

test("applies changes of two distinct ids of one person in order", async (context) => {
  const { record, person } = await open(context);
  await record(alias("ann", "annie"));
  await record(
    event("a", "ann", { $set: { last: 1 } }),
    event("b", "annie", { $set: { last: 2 } }),
    event("c", "ann", { $set: { last: 3 } }),
  );
  assert.deepEqual((await person("annie")).properties, { last: 3 });
});

test("a repetition from any event changes nothing", async (context) => {
  const { record, persons, groupByPerson, person } = await open(context);
  const events = [
    event("a", "anon", { $set: { a: 1 }, $set_once: { b: 1 } }),
    identify("ann", "anon", { plan: "free" }),
    alias("ann", "annie"),
    event("b", "bob", { $set: { c: 1 } }),
    identify("bob", "anon"),
    alias("bob", "bobby"),
    identify("carl", "guest"),
    event("c", "annie", { $unset: ["plan"], $set: { a: 2 } }),
  ];
  const ids = ["anon", "ann", "annie", "bob", "bobby", "carl", "guest"];
  const state = async () => ({
    persons: await persons.find("1", ids),
    groups: await groupByPerson(...ids),
    known: await persons.distinctIds("1", (await person("ann")).uuid, 10),
  });
  const refused = await record(...events);
  const before = await state();
  for (let from = 0; from < events.length; from++) {
    assert.deepEqual(await record(...events.slice(from)), refused.slice(from > 4 ? 1 : 0).slice(from > 6 ? 1 : 0));
    assert.deepEqual(await state(), before);
  }
});

test("projects do not share persons", async (context) => {
  const { store, persons } = await open(context);
  await recordEvents("1", [identify("ann", "anon", { of: 1 })], store);
  await recordEvents("2", [event("a", "ann"), event("b", "anon")], store);
  const other = await persons.find("2", ["ann", "anon"]);
  assert.notEqual(other.get("ann")?.uuid, other.get("anon")?.uuid);
  assert.deepEqual(other.get("ann")?.properties, {});
});
