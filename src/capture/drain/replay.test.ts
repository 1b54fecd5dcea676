import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { PersonEvent } from "../../people/record.ts";
import { PersonModel } from "../../people/test-model.ts";
import { anyEvent, happened, stateOf } from "../../people/test-people.ts";
import { type Engine, testStore, tryEngines } from "../../storage/conformance/engine.ts";
import { DOCUMENT_ENGINES } from "../../storage/conformance/engines.ts";
import { newProject } from "../../storage/conformance/samples.ts";
import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { Documents } from "../../storage/ports/engines.ts";
import type { AcceptedEvent } from "../event.ts";
import { newMemory } from "./memory.ts";
import { storeEvents } from "./store.ts";
import { crashing, type Moment } from "./test-crash.ts";

tryEngines(DOCUMENT_ENGINES, [describeReplays]);

/** One life of a process, which ends at one of its calls of the store. */
interface Life {
  /** How many events it takes at once. */
  readonly portion: number;
  readonly calls: number;
  readonly moment: Moment;
  /** How many of the events that the one before had stored it is given again, as what it released may not have left the journal. */
  readonly again: number;
}

const lives = fc.array(
  fc.record({
    portion: fc.integer({ min: 1, max: 8 }),
    calls: fc.nat(40),
    moment: fc.constantFrom<Moment>("before", "after"),
    again: fc.nat(10),
  }),
  { minLength: 1, maxLength: 4 },
);

const UNCUT: Life = { portion: 5, calls: Number.POSITIVE_INFINITY, moment: "before", again: 0 };

const groups = fc.option(fc.record({ $groups: fc.record({ company: fc.constantFrom("acme", "initech") }) }));

/** Events with groups or not, of one project or the other. */
const journalled = fc.array(fc.tuple(anyEvent, groups, fc.boolean()), { minLength: 1, maxLength: 20 });

/** The event as the journal gives it, in groups of three. */
function accepted(event: PersonEvent, place: number, projectId: string): AcceptedEvent {
  const position = { group: Math.floor(place / 3), place: place % 3 };
  return { ...event, projectId, position, uuid: randomUUID(), receivedAt: 1 };
}

function describeReplays(engine: Engine<Documents>): void {
  describe(`${engine.name}: a drain that is cut off and begins again`, () => {
    const store = testStore(engine);

    test("at any of its calls, makes of two persons that become one what it would have made without", async () => {
      const set = (distinctId: string, x: number) => happened("seen", distinctId, { $set: { x } });
      const alias = (distinctId: string, alias: string) => happened("$create_alias", distinctId, { alias });
      const given = [set("a", 1), set("b", 2), alias("a", "b"), set("c", 3), set("b", 4), alias("c", "a"), set("d", 5)];
      for (const portion of [2, given.length]) {
        for (const moment of ["before", "after"] satisfies Moment[]) {
          for (let calls = 0, stored = 0; stored < given.length; calls++) {
            const [journal, projectId] = [randomUUID(), newProject()];
            const events = given.map((event, place) => accepted(event, place, projectId));
            stored = await live(events, 0, { portion, calls, moment, again: 0 }, journal);
            await live(events, 0, UNCUT, journal);
            await assertStored(projectId, events);
          }
        }
      }
    });

    test("stores each event once, and makes of persons what it would have made without", async () => {
      const property = fc.asyncProperty(journalled, lives, async (given, lives) => {
        const journal = randomUUID();
        const projects = [newProject(), newProject()] as const;
        const events = given.map(([event, more, isOther], place) => {
          const properties = { ...event.properties, ...more };
          return accepted({ ...event, properties }, place, projects[isOther ? 1 : 0]);
        });
        let stored = 0;
        for (const life of lives) stored = await live(events, Math.max(0, stored - life.again), life, journal);
        await live(events, 0, UNCUT, journal);
        for (const projectId of projects) {
          const own = events.filter((event) => event.projectId === projectId);
          await assertStored(projectId, own);
        }
      });
      await fc.assert(property, { numRuns: engine.name === "SQLite" ? 100 : 20 });
    });

    /** Asserts that the project has these events, and the persons that come of them. */
    async function assertStored(projectId: string, events: readonly AcceptedEvent[]): Promise<void> {
      const model = new PersonModel();
      for (const event of events) model.apply(event);
      assert.deepEqual(await stateOf(projectId, store.connection.persons), model.state());
      const kept = await store.connection.events.latest(projectId, {}, 100);
      assert.deepEqual(kept.map(({ uuid }) => uuid).toSorted(), events.map(({ uuid }) => uuid).toSorted());
      const types = events.some(({ properties }) => properties.$groups) ? ["company"] : [];
      assert.deepEqual(await store.connection.groups.types(projectId), types);
    }

    /** Gives how many events it had stored, counted from the first, when it ended. */
    async function live(events: AcceptedEvent[], from: number, life: Life, journal: string): Promise<number> {
      const documents = crashing(store.connection, life.calls, life.moment);
      const ports = { documents, ...newMemory(journal), snapshotBytes: 1_000_000 };
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
