import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { StoredEvent } from "../ports/events.ts";
import type { Store } from "../ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { AWKWARD_TEXTS, collect, newEvent, newProject } from "./samples.ts";

const MEGABYTE = 1024 * 1024;

const timesOf = (events: readonly StoredEvent[]) => events.map(({ timestamp }) => timestamp);
const uuidsOf = (events: readonly StoredEvent[]) => events.map(({ uuid }) => uuid);

/** Tests `Events.scan` and `Events.follow`. */
export function describeEventReading(engine: Engine<Store>): void {
  describe(`${engine.name}: scanned events`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;

    test("are ordered by time, each once, also if many have the same time", async () => {
      const project = newProject();
      const sent = Array.from({ length: 2500 }, (_, index) => newEvent(project, { timestamp: 7 * (index % 3) - 5 }));
      await events().insert(sent);
      await events().insert([newEvent(newProject())]);
      const found = await collect(events().scan(project, {}));
      assert.deepEqual(
        timesOf(found),
        timesOf(sent).toSorted((a, b) => a - b),
      );
      assert.deepEqual(new Set(uuidsOf(found)), new Set(uuidsOf(sent)));
      assert.deepEqual(await collect(events().scan(newProject(), {})), []);
    });

    test("are verbatim, and match the filter", async () => {
      const project = newProject();
      const matching = AWKWARD_TEXTS.map((text, timestamp) => newEvent(project, { event: text, timestamp }));
      await events().insert([...matching, newEvent(project, { timestamp: -1 }), newEvent(project, { timestamp: 100 })]);
      const filter = { from: 0, to: 100, distinctIds: ["ada"] };
      assert.deepEqual(await collect(events().scan(project, filter)), matching);
      assert.deepEqual(await collect(events().scan(project, { ...filter, event: "A" })), [matching[3]]);
      assert.deepEqual(await collect(events().scan(project, { uuid: matching[5]?.uuid })), [matching[5]]);
      assert.deepEqual(await collect(events().scan(project, { uuid: "no uuid" })), []);
    });

    test("are read in batches if large", async () => {
      const project = newProject();
      const properties = JSON.stringify({ text: "x".repeat(5 * MEGABYTE) });
      const sent = [1, 2, 3, 4].map((timestamp) => newEvent(project, { timestamp, properties }));
      await events().insert(sent);
      const scan = events().scan(project, {})[Symbol.asyncIterator]();
      assert.deepEqual((await scan.next()).value, sent[0]);
      // The end is not read yet, so the scan includes a later event.
      const late = newEvent(project, { timestamp: 5 });
      await events().insert([late, newEvent(project, { timestamp: 0 })]);
      const rest = await collect({ [Symbol.asyncIterator]: () => scan });
      assert.deepEqual(uuidsOf(rest), uuidsOf([...sent.slice(1), late]));
    });

    test("need not be read to the end", async () => {
      const project = newProject();
      await events().insert(Array.from({ length: 1500 }, (_, timestamp) => newEvent(project, { timestamp })));
      for await (const { timestamp } of events().scan(project, {})) if (timestamp === 1200) break;
      assert.equal(await events().count(project, {}), 1500);
    });
  });

  describe(`${engine.name}: followed events`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;

    /** Reads until there are no new events. */
    async function readNew(next: () => Promise<StoredEvent[]>): Promise<StoredEvent[]> {
      const found: StoredEvent[] = [];
      for (let batch = await next(); batch.length > 0; batch = await next()) found.push(...batch);
      return found;
    }

    test("are those stored from now on, in the order of storing, whatever their time", async () => {
      const project = newProject();
      await events().insert([newEvent(project), newEvent(project)]);
      const next = await events().follow(project, {});
      assert.deepEqual(await next(), []);
      const [first, second, third] = [5000, -5000, 0].map((timestamp) => newEvent(project, { timestamp }));
      assert.ok(first && second && third);
      await events().insert([first]);
      await events().insert([second]);
      assert.deepEqual(await readNew(next), [first, second]);
      await events().insert([first, third, newEvent(newProject())]);
      assert.deepEqual(await readNew(next), [third]);
      assert.deepEqual(await readNew(next), []);
    });

    test("match the filter, also in an empty project", async () => {
      const project = newProject();
      const next = await events().follow(project, { event: "bought", distinctIds: ["bob"] });
      const match = newEvent(project, { event: "bought", distinctId: "bob" });
      await events().insert([newEvent(project, { event: "bought" }), match, newEvent(project, { distinctId: "bob" })]);
      assert.deepEqual(await readNew(next), [match]);
      const nextOfNone = await events().follow(project, { uuid: "no uuid" });
      await events().insert([newEvent(project)]);
      assert.deepEqual(await readNew(nextOfNone), []);
    });

    test("are complete, also if several connections write concurrently", async () => {
      const project = newProject();
      const next = await events().follow(project, {});
      const others = [await store.connect(), await store.connect()];
      const sent = Array.from({ length: 10 }, () => Array.from({ length: 50 }, () => newEvent(project)));
      const writing = Promise.all(sent.map((batch, index) => others[index % 2]?.events.insert(batch)));
      const seen = await readNew(next);
      await writing;
      seen.push(...(await readNew(next)));
      assert.deepEqual(uuidsOf(seen).toSorted(), uuidsOf(sent.flat()).toSorted());
    });
  });
}
