import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { newProject } from "../../../test/conformance/samples.ts";
import { countEvents } from "../../../test/support/count-events.ts";
import { interruptEveryWrite } from "../../../test/support/engines/test-interruptions.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { personEvent, readPersonStates } from "../../../test/support/test-people.ts";
import { PersonModel } from "../../../test/support/test-person-model.ts";
import type { PersonEvent } from "../../persons/record-persons.ts";
import { openMongo } from "../../store/mongodb/mongodb.ts";
import type { Store, StorePorts } from "../../store/ports/stores.ts";
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
  const identified = [
    personEvent("seen", "a", { $groups: { company: "acme" } }),
    personEvent("$identify", "b", { $anon_distinct_id: "a", $set: { x: 1 } }),
    personEvent("$identify", "c", { $anon_distinct_id: "a" }),
  ];
  const merged = [set("a", 1), set("b", 2), alias("a", "b"), set("b", 3)];
  /** The events of each project. */
  const cases: Record<string, PersonEvent[][]> = {
    "a merge of two persons": [merged],
    "an identified person": [identified],
    "a chain of merges": [[set("a", 1), set("c", 2), alias("a", "b"), alias("c", "b"), set("b", 3)]],
    "several projects": [merged, identified, [set("a", 1), alias("a", "b")]],
  };
  for (const [name, sent] of Object.entries(cases)) {
    test(`is completed by a repetition: ${name}`, () =>
      interruptEveryWrite(database, {
        prepare: async (first) => {
          const projects = sent.map((_, number) => (number === 0 ? first : newProject()));
          const events = sent.flatMap((own, number) =>
            own.map((event) => ({ event, project: projects[number] ?? "" })),
          );
          return {
            journal: randomUUID(),
            projects,
            events: events.map(({ event, project: projectId }, index) => {
              const own = { projectId, position: { group: 1, index }, uuid: randomUUID(), receivedAt: 1 };
              return { ...event, ...own };
            }),
          };
        },
        call: (ports: StorePorts, _, { journal, events }) =>
          storeEvents(events, {
            store: { ...ports, transaction: (work) => work(ports) },
            ...createDrainCaches(journal),
            snapshotLimits: { bytes: 1_000_000, values: 10_000 },
          }),
        async check(_, { journal, projects, events }) {
          const ports = { store, ...createDrainCaches(journal), snapshotLimits: { bytes: 1_000_000, values: 10_000 } };
          await storeEvents(events, ports);
          for (const projectId of projects) {
            const own = events.filter((event) => event.projectId === projectId);
            const model = new PersonModel();
            for (const event of own) model.apply(event);
            assert.deepEqual(await readPersonStates(projectId, store.persons), model.state());
            assert.equal(await countEvents(store.events, projectId, {}), own.length);
          }
        },
      }));
  }
});
