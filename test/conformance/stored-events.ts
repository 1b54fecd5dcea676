import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { SequencedEvent, StoredEvent, StoredRange } from "../../src/store/ports/events.ts";
import type { Store } from "../../src/store/ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { newEvent, newProject } from "./samples.ts";

/** Tests reading in the order of storing. Nothing settles within a test on MongoDB, where that takes seconds. */
export function describeStoredEvents(engine: Engine<Store>): void {
  describe(`${engine.name}: events in the order of storing`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;
    const uuids = async (range: StoredRange) => {
      const found: string[] = [];
      for await (const { uuid } of events().stored(range)) found.push(uuid);
      return found;
    };
    /** MongoDB reads all events project by project. Other tests may use the same number. */
    const storedProject = async () => {
      const { tenants } = store.connection;
      const organizationId = randomUUID();
      await tenants.addOrganization({ id: organizationId, name: "", createdAt: 1 });
      return (await tenants.addProject({ organizationId, name: "", createdAt: 1 })).id;
    };
    /** Returns those lines of all events that are of these. */
    const lines = async (sent: readonly StoredEvent[]) => {
      const wanted = new Set(uuidsOf(sent));
      const found: StoredEvent[] = [];
      for await (const text of events().storedLines({ after: null })) {
        assert.ok(text === "" || text.endsWith("\n"));
        for (const line of text.split("\n").filter(Boolean)) {
          const { sequence, ...event } = JSON.parse(line) as SequencedEvent;
          assert.equal(typeof sequence, "number");
          found.push(event);
        }
      }
      return found.filter((line) => uuidsOf([line]).some((uuid) => wanted.has(uuid)));
    };
    const store1 = async (projectId: string, timestamp: number, properties = "{}"): Promise<StoredEvent> => {
      const event = newEvent(projectId, { timestamp, properties });
      await events().insert([event]);
      return event;
    };

    test("are read whole, whatever their timestamps, without those of other projects and erased ones", async () => {
      const [project, other] = [newProject(), newProject()];
      const first = await store1(project, 50);
      await store1(other, 1);
      const second = await store1(project, 10, '{ "a" : 1.50 }');
      const third = await store1(project, 30);
      const found: StoredEvent[] = [];
      for await (const { sequence: _, ...event } of events().stored({ projectId: project, after: null }))
        found.push(event);
      assert.deepEqual(found, [first, second, third]);
      await events().erase(project, [second.uuid]);
      assert.deepEqual(await uuids({ projectId: project, after: null }), [first.uuid, third.uuid]);
      assert.deepEqual(await uuids({ projectId: newProject(), after: null }), []);
    });

    test("are read in batches, each once, also if many are large", async () => {
      const project = await storedProject();
      const sent = Array.from({ length: 1203 }, (_, timestamp) => newEvent(project, { timestamp }));
      const large = Array.from({ length: 4 }, () => newEvent(project, { properties: `"${"x".repeat(700_000)}"` }));
      const all = [...sent, ...large];
      await events().insert(all);
      const wanted = new Set(all.map(({ uuid }) => uuid));
      const found = (await uuids({ projectId: project, after: null })).filter((uuid) => wanted.has(uuid));
      assert.deepEqual(found.toSorted(), [...wanted].toSorted());
      assert.deepEqual(uuidsOf(await lines(all)), uuidsOf(all));
    });

    test("are lines of JSON, whose texts have no NUL and no half surrogate pair", async () => {
      const project = await storedProject();
      const properties = '{"a":"\\ud83d \\"é\\uFFFF","n":1.50}';
      const odd = newEvent(project, { event: 'a\0b"\n', distinctId: "\ud83d \uFFFF\uFFFE x\u2028\\", properties });
      await events().insert([odd, newEvent(newProject(), {})]);
      const clean = { ...odd, event: 'a\uFFFDb"\n', distinctId: "\uFFFD \uFFFF\uFFFE x\u2028\\" };
      const found = await lines([odd]);
      assert.deepEqual(uuidsOf(found), uuidsOf([odd]));
      assert.deepEqual(found, [{ ...clean, uuid: found[0]?.uuid }]);
    });
  });
}

const uuidsOf = (events: readonly Pick<StoredEvent, "uuid">[]) =>
  events.map(({ uuid }) => uuid.replaceAll("-", "").toLowerCase()).toSorted();
