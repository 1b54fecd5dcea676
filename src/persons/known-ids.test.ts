import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { personEvent } from "../../test/support/test-people.ts";
import { KnownIds, recordPersons } from "./record-persons.ts";

test("looks up a distinct id once, and again only for events that change its person", async (context) => {
  const { persons } = (await openTestStore(context)).store;
  const lookups: string[][] = [];
  const ports = {
    persons: {
      ...persons,
      ensure: (...[projectId, wanted]: Parameters<typeof persons.ensure>) => {
        lookups.push(wanted.map(({ distinctId }) => distinctId));
        return persons.ensure(projectId, wanted);
      },
    },
    knownDistinctIds: new KnownIds(),
    beforeMerge: async () => undefined,
  };
  await recordPersons("1", [personEvent("a", "ann"), personEvent("a", "bob"), personEvent("b", "ann")], ports);
  await recordPersons("1", [personEvent("c", "ann"), personEvent("c", "cat")], ports);
  await recordPersons("1", [personEvent("c", "ann"), personEvent("d", "bob", { $set: { plan: "pro" } })], ports);
  await recordPersons("2", [personEvent("c", "ann")], ports);
  assert.deepEqual(lookups, [["ann", "bob"], ["cat"], ["bob"], ["ann"]]);
  assert.deepEqual((await persons.find("1", ["bob"])).get("bob")?.properties, { plan: "pro" });
  ports.knownDistinctIds.clear();
  await recordPersons("1", [personEvent("e", "ann")], ports);
  assert.deepEqual(lookups.at(-1), ["ann"]);
});
