import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { newProject } from "../../../test/conformance/samples.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { NOON } from "../../../test/support/test-people.ts";
import type { PropertyMap } from "../../lib/json/json.ts";
import { openMongo } from "../../store/mongodb/mongodb.ts";
import type { Store } from "../../store/ports/stores.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import { createDrainCaches, storeEvents } from "./store-events.ts";
import { WorkPace } from "./work-pace.ts";

const EVENTS = 2000;

/** One batch of events of many projects, each by another user of its project. */
class Batches {
  readonly #projects: readonly string[];
  #group = 0;

  constructor(projects: number) {
    this.#projects = Array.from({ length: projects }, newProject);
  }

  next(change: (user: string, index: number) => Partial<NormalizedEvent> = () => ({})): NormalizedEvent[] {
    this.#group += 1;
    return Array.from({ length: EVENTS }, (_, index) => {
      const distinctId = `user ${index}`;
      return {
        projectId: this.#projects[index % this.#projects.length] ?? "",
        position: { group: this.#group, index },
        uuid: randomUUID(),
        event: "seen",
        distinctId,
        timestamp: NOON,
        receivedAt: NOON,
        properties: {},
        ...change(distinctId, index),
      };
    });
  }
}

/** A quarter each with `$set`, groups and new persons, and 125 `$identify` of which one or both ids have no person. */
function mixture(user: string, index: number): Partial<NormalizedEvent> {
  if (index % 4 === 0) return { properties: { $set: { plan: index } } };
  if (index % 4 === 1) return { properties: { $groups: { company: `acme ${index % 20}` } } };
  if (index % 4 === 2) return { distinctId: `newer ${user}` };
  if (index % 16 !== 3) return {};
  const [known, added] = [user, `added ${user}`];
  const pairs = [
    [known, added],
    [added, known],
    [added, `anonymous ${user}`],
  ] as const;
  const [distinctId, anonymous] = pairs[Math.floor(index / 16) % 3] ?? pairs[0];
  return { event: "$identify", distinctId, properties: { $anon_distinct_id: anonymous, $set: { plan: index } } };
}

/** A server may be milliseconds away, so commands in series for each project would take seconds. */
describe("MongoDB: a batch of events of many projects", { skip: noMongoServer }, () => {
  let database = "";
  let store: Store;
  let commands = 0;
  before(async () => {
    database = await newDatabaseName();
    const onCommand = () => {
      commands += 1;
    };
    store = await openMongo(testMongoOptions(database, { onCommand }));
  });
  after(async () => {
    await store.close();
    await dropTestDatabase(database);
  });

  for (const projects of [1, 50, 500]) {
    test(`takes few commands: ${projects} projects`, async () => {
      const batches = new Batches(projects);
      const ports = { ...createDrainCaches(randomUUID()), pace: new WorkPace(() => 0), store };
      const send = async (change?: Parameters<Batches["next"]>[0]) => {
        const events = batches.next(change);
        commands = 0;
        const snapshotLimits = { bytes: 1_000_000, values: 1000 };
        for (let left: readonly NormalizedEvent[] = events, isStored = false; left.length > 0; isStored = true)
          ({ unapplied: left } = await storeEvents(left, { ...ports, snapshotLimits, isStored }));
        return commands;
      };
      for (let batch = 0; batch < 4; batch++) await send(); // shows how many events fit in one turn
      const set = (properties: PropertyMap) => ({ properties });
      const counts = {
        known: await send(),
        new: await send((user) => ({ distinctId: `new ${user}` })),
        "with groups": await send((_, index) => set({ $groups: { company: `acme ${index % 20}` } })),
        "with known groups": await send((_, index) => set({ $groups: { company: `acme ${index % 20}` } })),
        mixture: await send(mixture),
      };
      for (const [name, count] of Object.entries(counts)) assert.ok(count <= 12, `${name}: ${count} commands`);
    });
  }
});
