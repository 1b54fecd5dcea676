import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { EventToken, LeavingEvent } from "../../src/store/ports/events.ts";
import type { Store } from "../../src/store/ports/stores.ts";
import { countEvents } from "../support/count-events.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { newEvent, storedEvents } from "./samples.ts";

/** Exceeds every time of storing, and every token: tests look at their own events only. */
const LATER = 4_000_000_000_000;
const END: EventToken = "999999999999999999999999";

/** Tests `Events.leavable` and `Events.leave`. */
export function describeEventLeaving(engine: Engine<Store>): void {
  describe(`${engine.name}: events that leave`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;
    const newStoredProject = async () => {
      const { tenants } = store.connection;
      const organizationId = randomUUID();
      await tenants.addOrganization({ id: organizationId, name: "", createdAt: 1 });
      return (await tenants.addProject({ organizationId, name: "", createdAt: 1 })).id;
    };
    /** Returns those of the project, part by part. */
    const leavable = async (project: string, limit = 1000) => {
      const found: LeavingEvent[] = [];
      for (let after: EventToken | null = null; ; ) {
        const part = await events().leavable(
          { after, until: END.slice(0, engine.name === "SQLite" ? 15 : 24) },
          LATER,
          limit,
        );
        if (part === null || part.until === after) return found;
        after = part.until;
        found.push(...part.events.filter(({ projectId }) => projectId === project));
        if (part.events.length === 0) return found;
      }
    };

    test("are in the order of storing, whatever their timestamps, in parts", async () => {
      const project = await newStoredProject();
      const sent = [50, 10, 30].map((timestamp) => newEvent(project, { timestamp }));
      for (const event of sent) await events().insert([event]);
      const found = await leavable(project, 2);
      assert.deepEqual(
        found.map(({ token: _, ...event }) => event),
        sent.map(({ projectId, uuid, timestamp, receivedAt }) => ({ projectId, uuid, timestamp, receivedAt })),
      );
      const [first] = found;
      assert.equal(await events().leavable({ after: null, until: first?.token ?? "" }, 0, 10), null);
    });

    test("are gone and unknown, so they are stored again, once", async () => {
      const project = await newStoredProject();
      const [old, young] = [newEvent(project), newEvent(project)];
      await events().insert([old]);
      await events().insert([young]);
      const [leaving] = await leavable(project);
      assert.equal(leaving?.uuid, old.uuid);
      assert.equal(await events().leave(leaving ? [leaving] : []), 1);
      assert.equal(await events().leave(leaving ? [leaving] : []), 0);
      assert.deepEqual(await storedEvents(events(), project), [young]);
      assert.deepEqual(await events().latest(project, { uuid: old.uuid }, 1), []);
      assert.equal(await countEvents(events(), project, {}), 1);
      assert.deepEqual(
        await events()
          .newest(project, {}, null, { events: 5, bytes: 1e6 })
          .then((page) => page.events.length),
        1,
      );
      assert.deepEqual(await events().knownUuids(project, [old.uuid, young.uuid]), new Set([young.uuid]));
      const { events: elsewhere } = await store.connect();
      assert.equal(await elsewhere.insert([old, young, old]), 1);
      assert.equal(await events().insert([young, old]), 0);
      assert.equal(await events().leave(await leavable(project)), 2, "also the last one of all");
      assert.equal(await countEvents(events(), project, {}), 0);
    });

    test("that were erased and stored again meanwhile stay", async () => {
      const project = await newStoredProject();
      const [event, next] = [newEvent(project), newEvent(project)];
      await events().insert([event]);
      const leaving = await leavable(project);
      await events().erase(project, [event.uuid]);
      await events().insert([next]);
      await events().insert([event]);
      assert.equal(await events().leave(leaving), 0);
      assert.equal(await countEvents(events(), project, {}), 2);
    });

    test("disturb no follower", async () => {
      const project = await newStoredProject();
      const next = await events().follow(project, {});
      const [first, second] = [newEvent(project), newEvent(project)];
      await events().insert([first]);
      assert.deepEqual(await next(), [first]);
      await events().leave(await leavable(project));
      await events().insert([second]);
      assert.deepEqual(await next(), [second]);
    });
  });
}
