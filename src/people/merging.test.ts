import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type Engine, testStore, tryEngines } from "../storage/conformance/engine.ts";
import { DOCUMENT_ENGINES } from "../storage/conformance/engines.ts";
import { newProject } from "../storage/conformance/samples.ts";
import type { Documents } from "../storage/ports/engines.ts";
import { PersonModel } from "./test-model.ts";
import { anyEvent, DISTINCT_IDS, happened, record, stateOf } from "./test-people.ts";

tryEngines(DOCUMENT_ENGINES, [describeMerging]);

function describeMerging(engine: Engine<Documents>): void {
  describe(`${engine.name}: merging`, () => {
    const store = testStore(engine);
    const numRuns = engine.name === "SQLite" ? 100 : 20;

    test("any events, in portions of any size, make of persons what the rules say", async () => {
      const portions = fc.array(fc.array(anyEvent, { maxLength: 12 }), { maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(portions, async (portions) => {
          const project = newProject();
          const model = new PersonModel();
          let refused = 0;
          for (const events of portions) {
            for (const event of events) model.apply(event);
            refused += (await record(project, events, store.connection)).length;
          }
          assert.deepEqual(await stateOf(project, store.connection.persons), model.state());
          assert.equal(refused, model.refused);
        }),
        { numRuns },
      );
    });

    const alias = fc
      .tuple(fc.constantFrom(...DISTINCT_IDS.slice(0, -1)), fc.constantFrom(...DISTINCT_IDS.slice(0, -1)))
      .map(([distinctId, alias]) => happened("$create_alias", distinctId, { alias }));
    const aliases = fc.array(alias, { maxLength: 8 });

    test("aliases that two connections ask for at once make one person of all that they join, in any order", async () => {
      const other = await store.connect();
      const seen = fc.subarray(DISTINCT_IDS).map((ids) => ids.map((id) => happened("seen", id)));
      await fc.assert(
        fc.asyncProperty(seen, aliases, aliases, async (seen, mine, theirs) => {
          const project = newProject();
          await record(project, seen, store.connection);
          const refused = await Promise.all([record(project, mine, store.connection), record(project, theirs, other)]);
          assert.deepEqual(refused, [[], []]);
          const model = new PersonModel();
          for (const event of [...seen, ...mine, ...theirs]) model.apply(event);
          const joined = (states: readonly { distinctIds: readonly string[] }[]) =>
            states.map(({ distinctIds }) => distinctIds);
          assert.deepEqual(joined(await stateOf(project, store.connection.persons)), joined(model.state()));
        }),
        { numRuns },
      );
    });
  });
}
