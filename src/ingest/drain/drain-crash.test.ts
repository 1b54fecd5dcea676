import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type Engine, runSuites, testStore } from "../../../test/conformance/engine-suites.ts";
import { newProject } from "../../../test/conformance/samples.ts";
import { STORE_ENGINES } from "../../../test/conformance/tested-engines.ts";
import { type CrashMoment, crashingStore } from "../../../test/support/test-crash.ts";
import { anyPersonEvent, personEvent, readPersonStates } from "../../../test/support/test-people.ts";
import { PersonModel } from "../../../test/support/test-person-model.ts";
import type { PersonEvent } from "../../persons/record-persons.ts";
import { StoreUnavailable } from "../../store/ports/common.ts";
import type { Store } from "../../store/ports/stores.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import { createDrainCaches, storeEvents } from "./store-events.ts";

runSuites(STORE_ENGINES, [describeReplays]);

/** One run of a process, which crashes at one of its calls of the store. */
interface ProcessRun {
  readonly batchSize: number;
  /** The number of calls before the crash. */
  readonly calls: number;
  readonly moment: CrashMoment;
  /** How many events that the previous run stored are repeated: their groups were released, but not yet deleted. */
  readonly repeated: number;
}

const processRuns = fc.array(
  fc.record({
    batchSize: fc.integer({ min: 1, max: 8 }),
    calls: fc.nat(40),
    moment: fc.constantFrom<CrashMoment>("before", "after"),
    repeated: fc.nat(10),
  }),
  { minLength: 1, maxLength: 4 },
);

const UNINTERRUPTED: ProcessRun = { batchSize: 5, calls: Number.POSITIVE_INFINITY, moment: "before", repeated: 0 };

const groups = fc.option(fc.record({ $groups: fc.record({ company: fc.constantFrom("acme", "initech") }) }));

/** Events with or without groups, of one of two projects. */
const journalledEvents = fc.array(fc.tuple(anyPersonEvent, groups, fc.boolean()), { minLength: 1, maxLength: 20 });

/** Engines treat persons with large properties otherwise. */
const largePersons = ["a", "b", "c"].map((distinctId) =>
  personEvent("seen", distinctId, { $set: { large: distinctId.repeat(20_000) } }),
);

/** Returns the event as read from the journal, in groups of three. */
function normalizedEvent(event: PersonEvent, index: number, projectId: string): NormalizedEvent {
  const position = { group: Math.floor(index / 3), index: index % 3 };
  return { ...event, projectId, position, uuid: randomUUID(), receivedAt: 1 };
}

function describeReplays(engine: Engine<Store>): void {
  describe(`${engine.name}: a drain that crashes and restarts`, () => {
    const store = testStore(engine);

    test("at any of its calls, merges persons as without the crash", async () => {
      const set = (distinctId: string, x: number) => personEvent("seen", distinctId, { $set: { x } });
      const alias = (distinctId: string, alias: string) => personEvent("$create_alias", distinctId, { alias });
      const sent = [set("a", 1), set("b", 2), alias("a", "b"), set("c", 3), set("b", 4), alias("c", "a"), set("d", 5)];
      for (const batchSize of [2, sent.length]) {
        for (const moment of ["before", "after"] satisfies CrashMoment[]) {
          for (let calls = 0, stored = 0; stored < sent.length; calls++) {
            const [journal, projectId] = [randomUUID(), newProject()];
            const events = sent.map((event, index) => normalizedEvent(event, index, projectId));
            stored = await runProcess(events, 0, { batchSize, calls, moment, repeated: 0 }, journal);
            await runProcess(events, 0, UNINTERRUPTED, journal);
            await assertStored(projectId, events);
          }
        }
      }
    });

    test("stores each event once, and persons as without the crash", async () => {
      const areLarge = fc.boolean();
      const property = fc.asyncProperty(journalledEvents, processRuns, areLarge, async (anyEvents, runs, areLarge) => {
        const first = areLarge ? largePersons.map((event) => [event, null, false] as const) : [];
        const sent = [...first, ...anyEvents];
        const journal = randomUUID();
        const projects = [newProject(), newProject()] as const;
        const events = sent.map(([event, more, isOther], index) => {
          const properties = { ...event.properties, ...more };
          return normalizedEvent({ ...event, properties }, index, projects[isOther ? 1 : 0]);
        });
        let stored = 0;
        for (const run of runs) stored = await runProcess(events, Math.max(0, stored - run.repeated), run, journal);
        await runProcess(events, 0, UNINTERRUPTED, journal);
        for (const projectId of projects) {
          const own = events.filter((event) => event.projectId === projectId);
          await assertStored(projectId, own);
        }
      });
      await fc.assert(property, { numRuns: engine.name === "SQLite" ? 30 : 20 });
    });

    /** Asserts that the project has these events, and the persons that result from them. */
    async function assertStored(projectId: string, events: readonly NormalizedEvent[]): Promise<void> {
      const model = new PersonModel();
      for (const event of events) model.apply(event);
      assert.deepEqual(await readPersonStates(projectId, store.connection.persons), model.state());
      const kept = await store.connection.events.latest(projectId, {}, 100);
      assert.deepEqual(kept.map(({ uuid }) => uuid).toSorted(), events.map(({ uuid }) => uuid).toSorted());
      const types = events.some(({ properties }) => properties.$groups) ? ["company"] : [];
      assert.deepEqual(await store.connection.groups.types(projectId), types);
    }

    /** Runs until the crash. Returns the number of events stored, counted from the first. */
    async function runProcess(
      events: NormalizedEvent[],
      from: number,
      run: ProcessRun,
      journal: string,
    ): Promise<number> {
      const crashing = crashingStore(store.connection, run.calls, run.moment);
      const ports = {
        store: crashing,
        ...createDrainCaches(journal),
        snapshotLimits: { bytes: 1_000_000, values: 10_000 },
      };
      let stored = from;
      try {
        for (; stored < events.length; stored += run.batchSize) {
          await storeEvents(events.slice(stored, stored + run.batchSize), ports);
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
      return stored;
    }
  });
}
