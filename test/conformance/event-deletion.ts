import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { EventFilter } from "../../src/store/ports/events.ts";
import type { Store } from "../../src/store/ports/stores.ts";
import { countEvents } from "../support/count-events.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { newEvent, newProject, storedEvents } from "./samples.ts";

/** Tests `Events.delete`. */
export function describeEventDeletion(engine: Engine<Store>): void {
  describe(`${engine.name}: deleted events`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;
    const timesOf = async (project: string) =>
      (await storedEvents(events(), project)).map(({ timestamp }) => timestamp);

    async function deleteAll(project: string, filter: EventFilter, limit = 100): Promise<number> {
      let deleted = 0;
      for (let count = -1; count !== 0; deleted += count) count = await events().delete(project, filter, limit);
      return deleted;
    }

    test("are the oldest that match, of one project, up to the limit", async () => {
      const [project, other] = [newProject(), newProject()];
      await events().insert([30, 10, -50, 20, 40, 20].map((timestamp) => newEvent(project, { timestamp })));
      await events().insert([newEvent(other, { timestamp: 5 })]);
      assert.equal(await events().delete(project, { to: 30 }, 2), 2);
      assert.deepEqual(await timesOf(project), [20, 20, 30, 40]);
      assert.equal(await deleteAll(project, { to: 30 }), 2);
      assert.deepEqual(await timesOf(project), [30, 40]);
      assert.deepEqual(await timesOf(other), [5]);
      assert.equal(await events().delete("no id", {}, 1), 0);
    });

    test("match the filter, and may be stored again", async () => {
      const project = newProject();
      const [ada, bob] = [newEvent(project), newEvent(project, { distinctId: "bob" })];
      await events().insert([ada, bob]);
      assert.equal(await deleteAll(project, { distinctIds: ["bob"] }), 1);
      assert.deepEqual(await events().latest(project, {}, 10), [ada]);
      assert.equal(await events().insert([ada, bob]), 1);
      assert.equal(await countEvents(events(), project, {}), 2);
    });

    test("are fewer at once if they are large", async () => {
      const project = newProject();
      const properties = JSON.stringify({ text: "x".repeat(3 * 1024 * 1024) });
      await events().insert([1, 2, 3].map((timestamp) => newEvent(project, { timestamp, properties })));
      assert.equal(await deleteAll(project, {}), 3);
      assert.equal(await countEvents(events(), project, {}), 0);
    });

    test("are each counted by one of several callers", async () => {
      const project = newProject();
      await events().insert(Array.from({ length: 200 }, (_, timestamp) => newEvent(project, { timestamp })));
      const { events: elsewhere } = await store.connect();
      const callers = [events(), elsewhere, events(), elsewhere];
      const counts = await Promise.all(callers.map((caller) => caller.delete(project, {}, 50)));
      const left = await deleteAll(project, {});
      assert.equal(
        counts.reduce((sum, count) => sum + count, left),
        200,
      );
    });

    test("disturb no follower", async () => {
      const project = newProject();
      await events().insert(Array.from({ length: 1500 }, (_, timestamp) => newEvent(project, { timestamp })));
      const next = await events().follow(project, {});
      await events().insert([newEvent(project, { timestamp: 1500 })]);
      assert.equal(await deleteAll(project, {}, 1000), 1501);
      assert.deepEqual(await next(), []);
      const later = [newEvent(project), newEvent(project)];
      for (const event of later) {
        await events().insert([event]);
        assert.deepEqual(await next(), [event]);
        await deleteAll(project, {});
      }
    });

    test("leave followers every later event, also if the newest is deleted between two reads", async () => {
      const { tenants, projectRemovals } = store.connection;
      const addProject = async () => (await tenants.addProject({ organizationId: "o", name: "p", createdAt: 0 })).id;
      const [project, removed] = [await addProject(), await addProject()];
      const next = await events().follow(project, {});
      const [old, first, second] = [newEvent(project), newEvent(project), newEvent(project)];
      await events().insert([old]);
      assert.deepEqual(await next(), [old]);
      await deleteAll(project, {});
      await events().insert([first]);
      await events().erase(project, [first.uuid]);
      await events().insert([second]);
      assert.deepEqual(await next(), [second]);
      const third = newEvent(project);
      await events().insert([newEvent(removed)]);
      assert.deepEqual(await next(), []);
      await projectRemovals.begin(removed, 1);
      while (await projectRemovals.removeData(removed, 100)) {}
      await events().insert([third]);
      assert.deepEqual(await next(), [third]);
    });
  });
}
