import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { StoredEvent } from "../ports/events.ts";
import type { Store } from "../ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { AWKWARD_TEXTS, collect, newEvent, newProject } from "./samples.ts";

const MEGABYTE = 1024 * 1024;

const timesOf = (events: readonly StoredEvent[]) => events.map(({ timestamp }) => timestamp);
const uuidsOf = (events: readonly StoredEvent[]) => events.map(({ uuid }) => uuid);

/** What the port promises of reading many events, and those that come, as tests of an engine. */
export function describeEventReading(engine: Engine<Store>): void {
  describe(`${engine.name}: events in their order`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;

    test("are given by time, each once, also where many have the same", async () => {
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

    test("come back to the letter, those alone that the filter wants", async () => {
      const project = newProject();
      const wanted = AWKWARD_TEXTS.map((text, timestamp) => newEvent(project, { event: text, timestamp }));
      await events().insert([...wanted, newEvent(project, { timestamp: -1 }), newEvent(project, { timestamp: 100 })]);
      const filter = { from: 0, to: 100, distinctIds: ["ada"] };
      assert.deepEqual(await collect(events().scan(project, filter)), wanted);
      assert.deepEqual(await collect(events().scan(project, { ...filter, event: "A" })), [wanted[3]]);
      assert.deepEqual(await collect(events().scan(project, { uuid: wanted[5]?.uuid })), [wanted[5]]);
      assert.deepEqual(await collect(events().scan(project, { uuid: "no uuid" })), []);
    });

    test("that are large are given in portions", async () => {
      const project = newProject();
      const properties = JSON.stringify({ text: "x".repeat(5 * MEGABYTE) });
      const sent = [1, 2, 3, 4].map((timestamp) => newEvent(project, { timestamp, properties }));
      await events().insert(sent);
      const given = events().scan(project, {})[Symbol.asyncIterator]();
      assert.deepEqual((await given.next()).value, sent[0]);
      // The last one is not read yet.
      const late = newEvent(project, { timestamp: 5 });
      await events().insert([late, newEvent(project, { timestamp: 0 })]);
      const rest = await collect({ [Symbol.asyncIterator]: () => given });
      assert.deepEqual(uuidsOf(rest), uuidsOf([...sent.slice(1), late]));
    });

    test("may be left before the end", async () => {
      const project = newProject();
      await events().insert(Array.from({ length: 1500 }, (_, timestamp) => newEvent(project, { timestamp })));
      for await (const { timestamp } of events().scan(project, {})) if (timestamp === 1200) break;
      assert.equal(await events().count(project, {}), 1500);
    });
  });

  describe(`${engine.name}: events that are followed`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;

    /** What there is until nothing new comes. */
    async function news(next: () => Promise<StoredEvent[]>): Promise<StoredEvent[]> {
      const found: StoredEvent[] = [];
      for (let portion = await next(); portion.length > 0; portion = await next()) found.push(...portion);
      return found;
    }

    test("are those stored from now on, in that order, whatever their time", async () => {
      const project = newProject();
      await events().insert([newEvent(project), newEvent(project)]);
      const next = await events().follow(project, {});
      assert.deepEqual(await next(), []);
      const [first, second, third] = [5000, -5000, 0].map((timestamp) => newEvent(project, { timestamp }));
      assert.ok(first && second && third);
      await events().insert([first]);
      await events().insert([second]);
      assert.deepEqual(await news(next), [first, second]);
      await events().insert([first, third, newEvent(newProject())]);
      assert.deepEqual(await news(next), [third]);
      assert.deepEqual(await news(next), []);
    });

    test("are those alone that the filter wants, in a project that was empty too", async () => {
      const project = newProject();
      const next = await events().follow(project, { event: "bought", distinctIds: ["bob"] });
      const wanted = newEvent(project, { event: "bought", distinctId: "bob" });
      await events().insert([newEvent(project, { event: "bought" }), wanted, newEvent(project, { distinctId: "bob" })]);
      assert.deepEqual(await news(next), [wanted]);
      const never = await events().follow(project, { uuid: "no uuid" });
      await events().insert([newEvent(project)]);
      assert.deepEqual(await news(never), []);
    });

    test("are all given, also where many come at once and through several connections", async () => {
      const project = newProject();
      const next = await events().follow(project, {});
      const others = [await store.connect(), await store.connect()];
      const sent = Array.from({ length: 10 }, () => Array.from({ length: 50 }, () => newEvent(project)));
      const writing = Promise.all(sent.map((portion, index) => others[index % 2]?.events.insert(portion)));
      const seen = await news(next);
      await writing;
      seen.push(...(await news(next)));
      assert.deepEqual(uuidsOf(seen).toSorted(), uuidsOf(sent.flat()).toSorted());
    });
  });
}
