import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { PersonEvent } from "../../people/record-persons.ts";
import { openMongo } from "../../store/mongodb/mongodb.ts";
import type { Store, StorePorts } from "../../store/ports/stores.ts";
import { interruptEveryWrite } from "../../test-support/test-interruptions.ts";
import { dropTestDatabase, newDatabaseName, noMongoServer, testMongoOptions } from "../../test-support/test-mongo.ts";
import { personEvent, readPersonStates } from "../../test-support/test-people.ts";
import { PersonModel } from "../../test-support/test-person-model.ts";
import { createDrainCaches, storeEvents } from "./store-events.ts";

/** MongoDB keeps each write at once: a step may be interrupted between any two of them. */
describe("MongoDB: a drain step interrupted at any of its writes", { skip: noMongoServer }, () => {
  let database = "";
  let store: Store;
  before(async () => {
    database = await newDatabaseName();
    store = await openMongo(testMongoOptions(database));
  });
  after(async () => {
    await store.close();
    await dropTestDatabase(database);
  });

  const set = (distinctId: string, x: number) =>
    personEvent("seen", distinctId, { $set: { x }, $set_once: { first: x } });
  const alias = (distinctId: string, alias: string) => personEvent("$create_alias", distinctId, { alias });
  const cases: Record<string, PersonEvent[]> = {
    "a merge of two persons": [set("a", 1), set("b", 2), alias("a", "b"), set("b", 3)],
    "an identified person": [
      personEvent("seen", "a", { $groups: { company: "acme" } }),
      personEvent("$identify", "b", { $anon_distinct_id: "a", $set: { x: 1 } }),
      personEvent("$identify", "c", { $anon_distinct_id: "a" }),
    ],
    "a chain of merges": [set("a", 1), set("c", 2), alias("a", "b"), alias("c", "b"), set("b", 3)],
  };
  for (const [name, sent] of Object.entries(cases)) {
    test(`is completed by a repetition: ${name}`, () =>
      interruptEveryWrite(database, {
        prepare: async (projectId) => ({
          journal: randomUUID(),
          events: sent.map((event, index) => {
            const own = { projectId, position: { group: 1, index }, uuid: randomUUID(), receivedAt: 1 };
            return { ...event, ...own };
          }),
        }),
        call: (ports: StorePorts, _, { journal, events }) =>
          storeEvents(events, {
            store: { ...ports, transaction: (work) => work(ports) },
            ...createDrainCaches(journal),
            snapshotLimits: { bytes: 1_000_000, values: 10_000 },
          }),
        async check(projectId, { journal, events }) {
          const ports = { store, ...createDrainCaches(journal), snapshotLimits: { bytes: 1_000_000, values: 10_000 } };
          await storeEvents(events, ports);
          const model = new PersonModel();
          for (const event of events) model.apply(event);
          assert.deepEqual(await readPersonStates(projectId, store.persons), model.state());
          assert.equal(await store.events.count(projectId, {}), events.length);
        },
      }));
  }
});
