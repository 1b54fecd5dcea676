import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { PersonEvent } from "../../people/record.ts";
import { PersonModel } from "../../people/test-model.ts";
import { happened, stateOf } from "../../people/test-people.ts";
import { openMongo } from "../../storage/mongodb/mongodb.ts";
import { cutEverywhere } from "../../storage/mongodb/test-cut.ts";
import { newDatabase, noServer, removeDatabase, testOptions } from "../../storage/mongodb/test-server.ts";
import type { DocumentPorts, Documents } from "../../storage/ports/engines.ts";
import { newMemory } from "./memory.ts";
import { storeEvents } from "./store.ts";

/** MongoDB keeps each write at once: a step may end between any two of them. */
describe("MongoDB: a step of the drain that is cut at any of its writes", { skip: noServer }, () => {
  let name = "";
  let documents: Documents;
  before(async () => {
    name = await newDatabase();
    documents = await openMongo(testOptions(name));
  });
  after(async () => {
    await documents.close();
    await removeDatabase(name);
  });

  const set = (distinctId: string, x: number) => happened("seen", distinctId, { $set: { x }, $set_once: { first: x } });
  const alias = (distinctId: string, alias: string) => happened("$create_alias", distinctId, { alias });
  const cases: Record<string, PersonEvent[]> = {
    "two persons become one": [set("a", 1), set("b", 2), alias("a", "b"), set("b", 3)],
    "somebody signs in": [
      happened("seen", "a", { $groups: { company: "acme" } }),
      happened("$identify", "b", { $anon_distinct_id: "a", $set: { x: 1 } }),
      happened("$identify", "c", { $anon_distinct_id: "a" }),
    ],
    "a chain": [set("a", 1), set("c", 2), alias("a", "b"), alias("c", "b"), set("b", 3)],
  };
  for (const [what, given] of Object.entries(cases)) {
    test(`is completed when it is done again: ${what}`, () =>
      cutEverywhere(name, {
        prepare: async (projectId) => ({
          journal: randomUUID(),
          events: given.map((event, place) => {
            const own = { projectId, position: { group: 1, place }, uuid: randomUUID(), receivedAt: 1 };
            return { ...event, ...own };
          }),
        }),
        call: (ports: DocumentPorts, _, { journal, events }) =>
          storeEvents(events, {
            documents: { recordings: ports.recordings, together: (work) => work(ports) },
            ...newMemory(journal),
            snapshotBytes: 1_000_000,
          }),
        async check(projectId, { journal, events }) {
          const ports = { documents, ...newMemory(journal), snapshotBytes: 1_000_000 };
          await storeEvents(events, ports);
          const model = new PersonModel();
          for (const event of events) model.apply(event);
          assert.deepEqual(await stateOf(projectId, documents.persons), model.state());
          assert.equal(await documents.events.count(projectId, {}), events.length);
        },
      }));
  }
});
