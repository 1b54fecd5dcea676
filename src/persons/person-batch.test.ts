import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { personEvent } from "../../test/support/test-people.ts";
import type { Persons } from "../store/ports/persons.ts";
import { KnownIds, type PersonEvent, recordPersons } from "./record-persons.ts";

const EVENTS = 20;
const identify = (anonymous: string, step: number) =>
  personEvent("$identify", "ann", { $anon_distinct_id: anonymous, $set: { step }, $set_once: { first: step } });
const alias = (alias: string, step: number) => personEvent("$create_alias", "ann", { alias, $set: { step } });

/** Returns a function that records events, and the calls of the store's persons, and of `beforeMerge`. */
async function countingStore(context: TestContext) {
  const { persons } = (await openTestStore(context)).store;
  const calls: string[] = [];
  const counting = new Proxy(persons, {
    get(target, name: keyof Persons) {
      return (...args: never[]) => {
        calls.push(name);
        return Reflect.apply(target[name], target, args);
      };
    },
  });
  const knownDistinctIds = new KnownIds();
  const beforeMerge = async () => void calls.push("checkpoint");
  return {
    calls,
    record: (...events: PersonEvent[]) =>
      recordPersons("1", events, { persons: counting, knownDistinctIds, beforeMerge }),
    propertiesOf: async (distinctId: string) => (await persons.find("1", [distinctId])).get(distinctId)?.properties,
  };
}

for (const [name, merge] of Object.entries({ $identify: identify, $create_alias: alias })) {
  test(`a person that gets many distinct ids by ${name} is read once and written once`, async (context) => {
    const { record, calls, propertiesOf } = await countingStore(context);
    await record(personEvent("$identify", "ann", { $set: { step: -1, first: -1 } }));
    calls.length = 0;
    await record(...Array.from({ length: EVENTS }, (_, step) => merge(`anonymous ${step}`, step)));
    assert.deepEqual(calls, ["ensure", "update"]);
    assert.deepEqual(await propertiesOf("anonymous 7"), { step: EVENTS - 1, first: -1 });
  });
}

test("what comes before a merge of two persons is stored before its checkpoint", async (context) => {
  const { record, calls, propertiesOf } = await countingStore(context);
  await record(personEvent("seen", "ann"), personEvent("seen", "bob", { $set: { city: "Rome", plan: "free" } }));
  calls.length = 0;
  await record(
    personEvent("seen", "ann", { $set: { plan: "pro" } }),
    identify("phone", 1),
    personEvent("seen", "bob", { $unset: ["plan"] }),
    identify("bob", 2),
    personEvent("seen", "bob", { $set: { city: "Oslo" } }),
    identify("tablet", 3),
  );
  assert.deepEqual(calls, ["ensure", "update", "checkpoint", "merge", "update"]);
  assert.deepEqual(await propertiesOf("bob"), { plan: "pro", step: 3, first: 1, city: "Oslo" });
});

test("merges of which no person is concerned before are carried out at once", async (context) => {
  const { record, calls, propertiesOf } = await countingStore(context);
  const names = ["ann", "bob", "eve", "max", "sue", "tom"];
  await record(...names.map((name) => personEvent("seen", name, { $set: { first: name } })));
  calls.length = 0;
  const merge = (distinctId: string, alias: string) => personEvent("$create_alias", distinctId, { alias });
  await record(
    merge("ann", "bob"),
    personEvent("seen", "sue", { $set: { step: 1 } }),
    merge("eve", "max"),
    merge("sue", "tom"),
  );
  assert.deepEqual(calls, ["ensure", "checkpoint", "merge", "merge", "update", "checkpoint", "merge"]);
  assert.deepEqual(await propertiesOf("tom"), { first: "sue", step: 1 });
});

test("an identification that the store does not have yet keeps a person from being merged away", async (context) => {
  const { record, calls, propertiesOf } = await countingStore(context);
  await record(personEvent("seen", "ann"), personEvent("seen", "bob", { $set: { own: 1 } }));
  calls.length = 0;
  const { refusedMerges } = await record(personEvent("$identify", "bob"), identify("bob", 1));
  assert.deepEqual(
    refusedMerges.map(({ refusal }) => refusal),
    ["already_identified"],
  );
  assert.deepEqual(calls, ["ensure", "update"]);
  assert.deepEqual(await propertiesOf("bob"), { own: 1 });
});
