import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { EventFilter } from "../../src/store/ports/events.ts";
import type { Store } from "../../src/store/ports/stores.ts";
import { countEvents } from "../support/count-events.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { AWKWARD_PROPERTIES, AWKWARD_TEXTS, newEvent, newProject } from "./samples.ts";

/** Tests what the port guarantees. */
export function describeEvents(engine: Engine<Store>): void {
  describe(`${engine.name}: events`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;

    test("are stored once, and keep their first version", async () => {
      const project = newProject();
      const first = newEvent(project);
      const second = newEvent(project);
      assert.equal(await events().insert([first]), 1);
      assert.equal(await events().insert([{ ...first, event: "other" }, second, second]), 1);
      assert.equal(await events().insert([first, second]), 0);
      assert.equal(await events().insert([]), 0);
      assert.equal(await countEvents(events(), project, {}), 2);
      assert.deepEqual(await events().latest(project, { uuid: first.uuid }, 10), [first]);
    });

    test("may have the same uuid in different projects", async () => {
      const first = newEvent(newProject());
      const second = { ...first, projectId: newProject(), event: "other" };
      assert.equal(await events().insert([first, second]), 2);
      assert.deepEqual(await events().latest(first.projectId, {}, 10), [first]);
      assert.deepEqual(await events().latest(second.projectId, {}, 10), [second]);
    });

    test("are stored verbatim", async () => {
      const project = newProject();
      const texts = [JSON.stringify(AWKWARD_PROPERTIES), ' { "a" : 1e400, "a":\t[] }\n', '"\\u0000\\ud800"', "{}"];
      const sent = [
        ...AWKWARD_TEXTS.map((text) => newEvent(project, { event: text, distinctId: text })),
        ...texts.map((properties) => newEvent(project, { properties })),
        newEvent(project, { properties: JSON.stringify({ long: "\u{1f600}".repeat(300_000) }) }),
        newEvent(project, { timestamp: -62135596800000, receivedAt: 253402300799999 }),
      ];
      assert.equal(await events().insert(sent), sent.length);
      const received = await events().latest(project, {}, 100);
      const byUuid = new Map(received.map((event) => [event.uuid, event]));
      assert.equal(received.length, sent.length);
      for (const event of sent) assert.deepEqual(byUuid.get(event.uuid), event);
    });

    test("are returned newest first, those of one moment in reverse order of arrival, up to the limit", async () => {
      const project = newProject();
      const sent = [30, 10, 50, 40, 20, 40, 40].map((timestamp) => newEvent(project, { timestamp }));
      await events().insert(sent);
      const latest = await events().latest(project, {}, 5);
      assert.deepEqual(
        latest,
        [2, 6, 5, 3, 0].map((index) => sent[index]),
      );
      assert.deepEqual(await events().latest(project, {}, 0), []);
    });

    test("are filtered by event, distinct ids and uuid together", async () => {
      const project = newProject();
      const match = newEvent(project, { event: "bought", distinctId: "bob" });
      await events().insert([
        match,
        newEvent(project, { event: "bought" }),
        newEvent(project, { distinctId: "bob" }),
        newEvent(newProject(), { event: "bought", distinctId: "bob" }),
      ]);
      const filter = { event: "bought", distinctIds: ["bob"] };
      assert.deepEqual(await events().latest(project, filter, 10), [match]);
      assert.equal(await countEvents(events(), project, filter), 1);
      assert.equal(await countEvents(events(), project, { event: "bought" }), 2);
      assert.equal(await countEvents(events(), project, { ...filter, uuid: match.uuid }), 1);
      assert.equal(await countEvents(events(), project, { event: "clicked", uuid: match.uuid }), 0);
      assert.equal(await countEvents(events(), project, { distinctIds: ["bob", "ada", "eve", "bob"] }), 3);
      assert.equal(await countEvents(events(), project, { distinctIds: ["eve"] }), 0);
      assert.equal(await countEvents(events(), project, { distinctIds: [] }), 0);
      assert.equal(await countEvents(events(), project, { uuid: "no uuid" }), 0);
      assert.equal(await countEvents(events(), newProject(), {}), 0);
    });

    test("are filtered by time", async () => {
      const project = newProject();
      await events().insert([-20, 10, 20, 30].map((timestamp) => newEvent(project, { timestamp, event: "timed" })));
      const times = async (filter: EventFilter) =>
        (await events().latest(project, filter, 10)).map(({ timestamp }) => timestamp);
      assert.deepEqual(await times({ from: 10, to: 30 }), [20, 10]);
      assert.deepEqual(await times({ from: 20, event: "timed" }), [30, 20]);
      assert.deepEqual(await times({ to: 10, distinctIds: ["ada"] }), [-20]);
      assert.deepEqual(await times({ from: 20, to: 20 }), []);
      assert.equal(await countEvents(events(), project, { from: 10, to: 21 }), 2);
    });

    test("are all stored once when two connections insert the same 2,000", async () => {
      const project = newProject();
      const other = await store.connect();
      const sent = Array.from({ length: 2000 }, (_, index) => newEvent(project, { timestamp: index }));
      const counts = await Promise.all([events().insert(sent), other.events.insert(sent.toReversed())]);
      assert.equal(counts[0] + counts[1], 2000);
      assert.equal(await countEvents(other.events, project, {}), 2000);
    });
  });
}
