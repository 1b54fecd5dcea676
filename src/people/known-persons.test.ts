import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../access/test-store.ts";
import { KnownPersons } from "./known-persons.ts";
import { recordPersons } from "./record.ts";
import { happened } from "./test-people.ts";

test("a distinct id is looked up once, then again only for events that tell of its person", async (context) => {
  const { persons } = (await openTestStore(context)).documents;
  const asked: string[][] = [];
  const ports = {
    persons: {
      ...persons,
      ensure: (...[projectId, wanted]: Parameters<typeof persons.ensure>) => {
        asked.push(wanted.map(({ distinctId }) => distinctId));
        return persons.ensure(projectId, wanted);
      },
    },
    known: new KnownPersons(),
    beforeMerge: async () => undefined,
  };
  await recordPersons("1", [happened("a", "ann"), happened("a", "bob"), happened("b", "ann")], ports);
  await recordPersons("1", [happened("c", "ann"), happened("c", "cat")], ports);
  await recordPersons("1", [happened("c", "ann"), happened("d", "bob", { $set: { plan: "pro" } })], ports);
  await recordPersons("2", [happened("c", "ann")], ports);
  assert.deepEqual(asked, [["ann", "bob"], ["cat"], ["bob"], ["ann"]]);
  assert.deepEqual((await persons.find("1", ["bob"])).get("bob")?.properties, { plan: "pro" });
  ports.known.forget();
  await recordPersons("1", [happened("e", "ann")], ports);
  assert.deepEqual(asked.at(-1), ["ann"]);
});
