import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type Engine, runSuites, testStore } from "../../test/conformance/engine-suites.ts";
import { newProject } from "../../test/conformance/samples.ts";
import { STORE_ENGINES } from "../../test/conformance/tested-engines.ts";
import {
  anyPersonEvent,
  DISTINCT_IDS,
  personEvent,
  readPersonStates,
  recordEvents,
} from "../../test/support/test-people.ts";
import { PersonModel } from "../../test/support/test-person-model.ts";
import type { Position } from "../store/ports/common.ts";
import type { Persons } from "../store/ports/persons.ts";
import type { Store } from "../store/ports/stores.ts";
import { KnownIds, recordPersons } from "./record-persons.ts";

/** Returns persons that do as they are told a few times, and then fail. */
function interruptedAfter(calls: number, persons: Persons): Persons {
  let left = calls;
  const call = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
    return async (...args: Args) => {
      left -= 1;
      if (left < 0) throw new Error("interrupted");
      return work(...args);
    };
  };
  const { ensure, update, merge } = persons;
  return { ...persons, ensure: call(ensure), update: call(update), merge: call(merge) };
}

runSuites(STORE_ENGINES, [describeMerging]);

function describeMerging(engine: Engine<Store>): void {
  describe(`${engine.name}: merging`, () => {
    const store = testStore(engine);
    const numRuns = engine.name === "SQLite" ? 30 : 20;

    test("any events, in batches of any size, lead to the persons of the model", async () => {
      const batches = fc.array(fc.array(anyPersonEvent, { maxLength: 12 }), { maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(batches, async (batches) => {
          const project = newProject();
          const model = new PersonModel();
          let refused = 0;
          for (const events of batches) {
            for (const event of events) model.apply(event);
            refused += (await recordEvents(project, events, store.connection)).length;
          }
          assert.deepEqual(await readPersonStates(project, store.connection.persons), model.state());
          assert.equal(refused, model.refused);
        }),
        { numRuns },
      );
    });

    test("repetitions from the last checkpoint after any interruption lead to the persons of the model", async () => {
      const events = fc.array(anyPersonEvent, { minLength: 4, maxLength: 12 });
      const interruptions = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(events, interruptions, async (drawn, interruptions) => {
          const project = newProject();
          const model = new PersonModel();
          for (const event of drawn) model.apply(event);
          const events = drawn.map((event, index) => ({ ...event, position: { group: 1, index } }));
          let checkpoint = 0;
          for (const callsLeft of [...interruptions, Infinity]) {
            const persons = interruptedAfter(callsLeft, store.connection.persons);
            const beforeMerge = async ({ index }: Position) => {
              checkpoint = index;
            };
            const ports = { persons, knownDistinctIds: new KnownIds(), beforeMerge };
            await recordPersons(project, events.slice(checkpoint), ports).catch((error: Error) => {
              assert.equal(error.message, "interrupted");
            });
          }
          assert.deepEqual(await readPersonStates(project, store.connection.persons), model.state());
        }),
        { numRuns },
      );
    });

    const alias = fc
      .tuple(fc.constantFrom(...DISTINCT_IDS.slice(0, -1)), fc.constantFrom(...DISTINCT_IDS.slice(0, -1)))
      .map(([distinctId, alias]) => personEvent("$create_alias", distinctId, { alias }));
    const aliases = fc.array(alias, { maxLength: 8 });

    test("concurrent aliases of two connections lead to the persons of the model, in any order", async () => {
      const other = await store.connect();
      const seen = fc.subarray(DISTINCT_IDS).map((ids) => ids.map((id) => personEvent("seen", id)));
      await fc.assert(
        fc.asyncProperty(seen, aliases, aliases, async (seen, mine, theirs) => {
          const project = newProject();
          await recordEvents(project, seen, store.connection);
          const refused = await Promise.all([
            recordEvents(project, mine, store.connection),
            recordEvents(project, theirs, other),
          ]);
          assert.deepEqual(refused, [[], []]);
          const model = new PersonModel();
          for (const event of [...seen, ...mine, ...theirs]) model.apply(event);
          const joined = (states: readonly { distinctIds: readonly string[] }[]) =>
            states.map(({ distinctIds }) => distinctIds);
          assert.deepEqual(joined(await readPersonStates(project, store.connection.persons)), joined(model.state()));
        }),
        { numRuns },
      );
    });
  });
}
