import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type {
  EventFilter,
  EventPage,
  EventPageLimits,
  EventPosition,
  StoredEvent,
} from "../../src/store/ports/events.ts";
import type { Store } from "../../src/store/ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { AWKWARD_TEXTS, newEvent, newProject, storedEvents } from "./samples.ts";

const MEGABYTE = 1024 * 1024;

const uuidsOf = (events: readonly StoredEvent[]) => events.map(({ uuid }) => uuid);
/** By time, those of one moment in the order of arrival. */
const inOrder = (events: readonly StoredEvent[]) => events.toSorted((a, b) => a.timestamp - b.timestamp);

/** Tests `Events.newest`, `Events.knownUuids` and `Events.follow`. */
export function describeEventReading(engine: Engine<Store>): void {
  describe(`${engine.name}: all events`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;

    test("are ordered by time and arrival, each once", async () => {
      const project = newProject();
      const sent = Array.from({ length: 2500 }, (_, index) => newEvent(project, { timestamp: 7 * (index % 3) - 5 }));
      await events().insert(sent);
      await events().insert([newEvent(newProject())]);
      const found = await storedEvents(events(), project);
      assert.deepEqual(uuidsOf(found), uuidsOf(inOrder(sent)));
      assert.deepEqual(await storedEvents(events(), newProject()), []);
    });

    test("are known by their uuids in their project", async () => {
      const project = newProject();
      const [first, second, other] = [newEvent(project), newEvent(project), newEvent(newProject())];
      await events().insert([first, second, other]);
      const uuids = uuidsOf([first, other, newEvent(project)]);
      assert.deepEqual(await events().knownUuids(project, uuids), new Set([first.uuid]));
      assert.deepEqual(await events().knownUuids(project, []), new Set());
    });

    test("are verbatim, and match the filter", async () => {
      const project = newProject();
      const matching = AWKWARD_TEXTS.map((text, timestamp) => newEvent(project, { event: text, timestamp }));
      await events().insert([...matching, newEvent(project, { timestamp: -1 }), newEvent(project, { timestamp: 100 })]);
      const filter = { from: 0, to: 100, distinctIds: ["ada"] };
      assert.deepEqual(await storedEvents(events(), project, filter), matching);
      assert.deepEqual(await storedEvents(events(), project, { ...filter, event: "A" }), [matching[3]]);
      assert.deepEqual(await storedEvents(events(), project, { uuid: matching[5]?.uuid }), [matching[5]]);
      assert.deepEqual(await storedEvents(events(), project, { uuid: "no uuid" }), []);
    });
  });

  describe(`${engine.name}: newest events`, () => {
    const store = testStore(engine);
    const events = () => store.connection.events;

    /** Returns all pages, and calls `between` after each. */
    async function readPages(
      project: string,
      filter: EventFilter,
      limits: EventPageLimits,
      between: () => Promise<unknown> = async () => {},
    ): Promise<(readonly StoredEvent[])[]> {
      const pages: (readonly StoredEvent[])[] = [];
      for (let before: EventPosition | null = null; ; ) {
        const page: EventPage = await events().newest(project, filter, before, limits);
        pages.push(page.events);
        if (page.next === null) return pages;
        before = page.next;
        await between();
      }
    }

    test("are in pages, ordered by time and arrival, each once, also if others arrive meanwhile", async () => {
      const project = newProject();
      const sent = Array.from({ length: 25 }, (_, index) => newEvent(project, { timestamp: 7 * (index % 3) - 5 }));
      await events().insert([...sent, newEvent(newProject())]);
      const later = () => events().insert([newEvent(project, { timestamp: 50 })]);
      const pages = await readPages(project, {}, { events: 10, bytes: MEGABYTE }, later);
      assert.deepEqual(
        pages.map((page) => page.length),
        [10, 10, 5],
      );
      assert.deepEqual(uuidsOf(pages.flat()), uuidsOf(inOrder(sent)).toReversed());
      assert.equal((await readPages(project, {}, { events: 9, bytes: MEGABYTE })).length, 3, "the last page is full");
      assert.deepEqual(await readPages(newProject(), {}, { events: 1, bytes: 1 }), [[]]);
    });

    test("are verbatim, match the filter, and are bounded in bytes", async () => {
      const project = newProject();
      const properties = JSON.stringify({ text: "x".repeat(600) });
      const sent = AWKWARD_TEXTS.map((event, timestamp) => newEvent(project, { event, timestamp, properties }));
      await events().insert([...sent, newEvent(project, { distinctId: "bob", timestamp: 4 })]);
      const filter = { from: 3, to: 9, distinctIds: ["ada"] };
      const pages = await readPages(project, filter, { events: 10, bytes: 1000 });
      assert.deepEqual(
        pages.map((page) => page.map(({ event }) => event)),
        [
          [8, 7],
          [6, 5],
          [4, 3],
        ].map((page) => page.map((index) => AWKWARD_TEXTS[index])),
      );
      const [[first] = []] = await readPages(project, { event: "A" }, { events: 10, bytes: 1000 });
      assert.deepEqual([first?.uuid, first?.properties], [sent[3]?.uuid, properties]);
    });

    test("that match seldom are found little by little", async () => {
      const project = newProject();
      const others = Array.from({ length: 10_500 }, (_, timestamp) => newEvent(project, { timestamp: 10 + timestamp }));
      await events().insert(others);
      const match = newEvent(project, { event: "rare", timestamp: 5 });
      await events().insert([match]);
      const pages = await readPages(project, { event: "rare" }, { events: 10, bytes: MEGABYTE });
      assert.deepEqual(pages.map(uuidsOf), [[], [match.uuid]]);
    });

    test("begin after any position", async () => {
      const project = newProject();
      await events().insert([newEvent(project)]);
      const after = async (timestamp: number, key: string) =>
        (await events().newest(project, {}, { timestamp, key }, { events: 1, bytes: 1 })).events.length;
      for (const key of ["0", "f".repeat(32)]) {
        assert.deepEqual(await Promise.all([after(999, key), after(1001, key)]), [0, 1]);
      }
      assert.deepEqual(await Promise.all([after(1000, "0"), after(1000, "f".repeat(32))]), [0, 1]);
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
