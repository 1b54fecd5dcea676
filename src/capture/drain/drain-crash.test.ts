import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { PersonEvent } from "../../people/record-persons.ts";
import { anyPersonEvent, personEvent, readPersonStates } from "../../people/test-people.ts";
import { PersonModel } from "../../people/test-person-model.ts";
import { type Engine, runSuites, testStore } from "../../storage/conformance/engine-suites.ts";
import { newProject } from "../../storage/conformance/samples.ts";
import { STORE_ENGINES } from "../../storage/conformance/tested-engines.ts";
import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { Store } from "../../storage/ports/stores.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import { createDrainCaches, storeEvents } from "./store-events.ts";
import { type CrashMoment, crashingStore } from "./test-crash.ts";

runSuites(STORE_ENGINES, [describeReplays]);

/** One life of a process, which ends at one of its calls of the store. */
interface ProcessRun {
  /** How many events it takes at once. */
  readonly portion: number;
  readonly calls: number;
  readonly moment: CrashMoment;
  /** How many of the events that the one before had stored it is given again, as what it released may not have left the journal. */
  readonly again: number;
}

const processRuns = fc.array(
  fc.record({
    portion: fc.integer({ min: 1, max: 8 }),
    calls: fc.nat(40),
    moment: fc.constantFrom<CrashMoment>("before", "after"),
    again: fc.nat(10),
  }),
  { minLength: 1, maxLength: 4 },
);

const UNINTERRUPTED: ProcessRun = { portion: 5, calls: Number.POSITIVE_INFINITY, moment: "before", again: 0 };

const groups = fc.option(fc.record({ $groups: fc.record({ company: fc.constantFrom("acme", "initech") }) }));

/** Events with groups or not, of one project or the other. */
const journalledEvents = fc.array(fc.tuple(anyPersonEvent, groups, fc.boolean()), { minLength: 1, maxLength: 20 });

/** The event as the journal gives it, in groups of three. */
function normalizedEvent(event: PersonEvent, place: number, projectId: string): NormalizedEvent {
  const position = { group: Math.floor(place / 3), index: place % 3 };
  return { ...event, projectId, position, uuid: randomUUID(), receivedAt: 1 };
}

function describeReplays(engine: Engine<Store>): void {
  describe(`${engine.name}: a drain that is cut off and begins again`, () => {
    const store = testStore(engine);

    test("at any of its calls, makes of two persons that become one what it would have made without", async () => {
      const set = (distinctId: string, x: number) => personEvent("seen", distinctId, { $set: { x } });
      const alias = (distinctId: string, alias: string) => personEvent("$create_alias", distinctId, { alias });
      const given = [set("a", 1), set("b", 2), alias("a", "b"), set("c", 3), set("b", 4), alias("c", "a"), set("d", 5)];
      for (const portion of [2, given.length]) {
        for (const moment of ["before", "after"] satisfies CrashMoment[]) {
          for (let calls = 0, stored = 0; stored < given.length; calls++) {
            const [journal, projectId] = [randomUUID(), newProject()];
            const events = given.map((event, place) => normalizedEvent(event, place, projectId));
            stored = await live(events, 0, { portion, calls, moment, again: 0 }, journal);
            await live(events, 0, UNINTERRUPTED, journal);
            await assertStored(projectId, events);
          }
        }
      }
    });

    test("stores each event once, and makes of persons what it would have made without", async () => {
      const property = fc.asyncProperty(journalledEvents, processRuns, async (given, lives) => {
        const journal = randomUUID();
        const projects = [newProject(), newProject()] as const;
        const events = given.map(([event, more, isOther], place) => {
          const properties = { ...event.properties, ...more };
          return normalizedEvent({ ...event, properties }, place, projects[isOther ? 1 : 0]);
        });
        let stored = 0;
        for (const life of lives) stored = await live(events, Math.max(0, stored - life.again), life, journal);
        await live(events, 0, UNINTERRUPTED, journal);
        for (const projectId of projects) {
          const own = events.filter((event) => event.projectId === projectId);
          await assertStored(projectId, own);
        }
      });
      await fc.assert(property, { numRuns: engine.name === "SQLite" ? 100 : 20 });
    });

    /** Asserts that the project has these events, and the persons that come of them. */
    async function assertStored(projectId: string, events: readonly NormalizedEvent[]): Promise<void> {
      const model = new PersonModel();
      for (const event of events) model.apply(event);
      assert.deepEqual(await readPersonStates(projectId, store.connection.persons), model.state());
      const kept = await store.connection.events.latest(projectId, {}, 100);
      assert.deepEqual(kept.map(({ uuid }) => uuid).toSorted(), events.map(({ uuid }) => uuid).toSorted());
      const types = events.some(({ properties }) => properties.$groups) ? ["company"] : [];
      assert.deepEqual(await store.connection.groups.types(projectId), types);
    }

    /** Gives how many events it had stored, counted from the first, when it ended. */
    async function live(events: NormalizedEvent[], from: number, life: ProcessRun, journal: string): Promise<number> {
      const mortal = crashingStore(store.connection, life.calls, life.moment);
      const ports = { store: mortal, ...createDrainCaches(journal), snapshotBytes: 1_000_000 };
      let stored = from;
      try {
        for (; stored < events.length; stored += life.portion) {
          await storeEvents(events.slice(stored, stored + life.portion), ports);
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
      return stored;
    }
  });
}
