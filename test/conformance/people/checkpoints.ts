import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../../../src/store/ports/stores.ts";
import { countEvents } from "../../support/count-events.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { newEvent, newProject } from "../samples.ts";

/** Tests what the port and `Store.transaction` guarantee. */
export function describeCheckpoints(engine: Engine<Store>): void {
  describe(`${engine.name}: checkpoints`, () => {
    const store = testStore(engine);
    const checkpoints = () => store.connection.checkpoints;

    test("are separate by journal and project", async () => {
      const [project, journal] = [newProject(), randomUUID()];
      assert.equal(await checkpoints().find(journal, project), null);
      await checkpoints().advance(journal, project, { group: 7, index: 3 });
      assert.deepEqual(await checkpoints().find(journal, project), { group: 7, index: 3 });
      assert.equal(await checkpoints().find(randomUUID(), project), null);
      assert.equal(await checkpoints().find(journal, newProject()), null);
    });

    test("only advance", async () => {
      const [project, journal] = [newProject(), randomUUID()];
      const steps = [
        [9, 9],
        [9, 10],
        [10, 0],
        [10, 8_000_000],
        [11, 5],
        [2 ** 40, 5],
      ];
      let previous = { group: 0, index: 0 };
      for (const [group = 0, index = 0] of steps) {
        const position = { group, index };
        await checkpoints().advance(journal, project, position);
        await checkpoints().advance(journal, project, previous);
        assert.deepEqual(await checkpoints().find(journal, project), position);
        previous = position;
      }
    });

    test("tell the highest group of a journal in all projects", async () => {
      const [journal, other] = [randomUUID(), randomUUID()];
      assert.equal(await checkpoints().highestGroup(journal), 0);
      for (const group of [9, 12, 7]) await checkpoints().advance(journal, newProject(), { group, index: 1 });
      await checkpoints().advance(other, newProject(), { group: 99, index: 0 });
      assert.equal(await checkpoints().highestGroup(journal), 12);
    });
  });

  describe(`${engine.name}: store`, () => {
    const store = testStore(engine);

    test("has an id that all connections share", async () => {
      assert.match(store.connection.id, /^[\da-f-]{32,36}$/);
      assert.equal((await store.connect()).id, store.connection.id);
    });
  });

  describe(`${engine.name}: transactions`, () => {
    const store = testStore(engine);

    test("read their own writes, return the result, and are kept", async () => {
      const event = newEvent(newProject());
      const found = await store.connection.transaction(async ({ events, persons }) => {
        await events.insert([event]);
        await persons.ensure(event.projectId, [{ distinctId: "ada", at: 1 }]);
        return [await events.latest(event.projectId, {}, 10), await persons.find(event.projectId, ["ada"])];
      });
      const other = await store.connect();
      assert.deepEqual(await other.events.latest(event.projectId, {}, 10), [event]);
      assert.deepEqual(found, [[event], await other.persons.find(event.projectId, ["ada"])]);
    });

    test("throw the error of the work, and may be repeated", async () => {
      const event = newEvent(newProject());
      const failure = new Error("no more");
      const work = store.connection.transaction(async ({ events }) => {
        await events.insert([event]);
        throw failure;
      });
      await assert.rejects(work, failure);
      await store.connection.transaction(({ events }) => events.insert([event]));
      assert.deepEqual(await store.connection.events.latest(event.projectId, {}, 10), [event]);
    });

    test("may run concurrently with each other and with other calls", async () => {
      const project = newProject();
      const { transaction, events } = store.connection;
      const insertTwo = () =>
        transaction(async (ports) => {
          await ports.events.insert([newEvent(project)]);
          await ports.events.insert([newEvent(project)]);
        });
      const otherCalls = [events.insert([newEvent(project)]), countEvents(events, project, {})];
      await Promise.all([insertTwo(), ...otherCalls, insertTwo(), insertTwo()]);
      assert.equal(await countEvents(events, project, {}), 7);
    });
  });
}
