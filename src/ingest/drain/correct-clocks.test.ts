import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type Engine, runSuites, testStore } from "../../../test/conformance/engine-suites.ts";
import { newProject } from "../../../test/conformance/samples.ts";
import { STORE_ENGINES } from "../../../test/conformance/tested-engines.ts";
import type { Store } from "../../store/ports/stores.ts";
import { DEVICE_CLOCKS } from "../../store/records/history-kinds.ts";
import { normalizeEvents } from "../normalize-events.ts";
import { createDrainCaches, storeEvents } from "./store-events.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const YEAR = 365 * DAY;
const START = Date.now() - HOUR;
const iso = (time: number) => new Date(time).toISOString();

interface Sending {
  /** When the events happened, in milliseconds after the start; their names. */
  readonly events: Readonly<Record<string, number>>;
  readonly sent: number;
  readonly delay: number;
  /** By how much the client's clock is ahead. */
  readonly fast?: number;
  readonly fields?: object;
  /** Whether another node gets it, which has nothing in memory. */
  readonly onOtherNode?: boolean;
}

runSuites(STORE_ENGINES, [describeClocks]);

function describeClocks(engine: Engine<Store>): void {
  describe(`${engine.name}: clocks of clients`, () => {
    const store = testStore(engine);

    function newClient() {
      const projectId = newProject();
      const ports = () => ({ ...createDrainCaches(randomUUID()), snapshotLimits: { bytes: 1e6, values: 1e4 } });
      const node = ports();
      const requests: { receivedAt: number; entry: Parameters<typeof normalizeEvents>[0]; isElsewhere: boolean }[] = [];
      const send = ({ events, sent, delay, fast = 0, fields = {}, onOtherNode: isElsewhere = false }: Sending) => {
        const batch = Object.entries(events).map(([event, at]) => {
          return { event, distinct_id: "ann", timestamp: iso(START + at + fast), ...fields };
        });
        const body = Buffer.from(JSON.stringify({ sent_at: iso(START + sent + fast), batch }));
        const receivedAt = START + sent + delay;
        const entry = { projectId, receivedAt, seed: randomUUID(), operation: "batch", body } as const;
        requests.push({ receivedAt, entry, isElsewhere });
      };
      /** Stores what was sent in the order of arrival. Returns the times of events, after the start. */
      const times = async () => {
        const arrived = requests.splice(0).toSorted((one, other) => one.receivedAt - other.receivedAt);
        for (const { entry, isElsewhere } of arrived) {
          const { events } = normalizeEvents(entry, { group: 1, index: 0 });
          await storeEvents(events, { store: store.connection, ...(isElsewhere ? ports() : node) });
        }
        const stored = await store.connection.events.latest(projectId, {}, 100);
        return Object.fromEntries(stored.map(({ event, timestamp }) => [event, timestamp - START]));
      };
      return { projectId, send, times };
    }

    test("a slow request does not move its events", async () => {
      for (const delay of [15 * SECOND, 59 * SECOND, 119 * SECOND]) {
        const { send, times } = newClient();
        send({ events: { first: 0 }, sent: SECOND, delay });
        send({ events: { second: 10 * SECOND }, sent: 11 * SECOND, delay: 100 });
        assert.deepEqual(await times(), { first: 0, second: 10 * SECOND });
      }
    });

    test("nor does a request that takes an hour, if others of the client came in time", async () => {
      for (const isTogether of [false, true]) {
        const { send, times } = newClient();
        send({ events: { first: 0, second: 10 * SECOND }, sent: 11 * SECOND, delay: 100 });
        if (!isTogether) await times();
        send({ events: { late: 5 * SECOND }, sent: 6 * SECOND, delay: 59 * MINUTE, onOtherNode: true });
        assert.equal((await times()).late, 5 * SECOND);
      }
    });

    for (const fast of [-10 * MINUTE, 10 * MINUTE, -3 * HOUR, YEAR, -30 * YEAR]) {
      test(`a clock that is ${fast / MINUTE} minutes fast is corrected once, on all nodes`, async () => {
        const { send, times } = newClient();
        send({ events: { a: 0, b: SECOND }, sent: 2 * SECOND, delay: 500, fast });
        send({ events: { c: 3 * SECOND }, sent: 4 * SECOND, delay: 45 * SECOND, fast, onOtherNode: true });
        send({ events: { d: 5 * SECOND }, sent: 6 * SECOND, delay: 100, fast, onOtherNode: true });
        send({ events: { e: 7 * SECOND }, sent: 8 * SECOND, delay: 30 * MINUTE, fast });
        const shift = 500;
        const expected = { a: shift, b: SECOND + shift, c: 3 * SECOND + shift, d: 5 * SECOND + shift };
        assert.deepEqual(await times(), { ...expected, e: 7 * SECOND + shift });
      });
    }

    test("events stay in order, whatever the clock's error and delays of up to a minute", async () => {
      const edges = [-120, -60, 60, 120].map((seconds) => seconds * SECOND);
      const error = fc.oneof(
        fc.integer({ min: -3 * MINUTE, max: 3 * MINUTE }),
        fc.integer({ min: -YEAR, max: YEAR }),
        fc.constantFrom(...edges).chain((edge) => fc.integer({ min: edge - MINUTE, max: edge + MINUTE })),
      );
      const delays = fc.array(fc.oneof(fc.nat(SECOND), fc.nat(MINUTE)), { minLength: 2, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(error, delays, fc.boolean(), async (fast, each, onOtherNode) => {
          const { send, times } = newClient();
          for (const [index, delay] of each.entries()) {
            send({ events: { [index]: index * SECOND }, sent: (index + 1) * SECOND, delay, fast, onOtherNode });
          }
          const found = await times();
          const shifts = new Set(each.map((_, index) => (found[index] ?? 0) - index * SECOND));
          assert.equal(shifts.size, 1, JSON.stringify(found));
          // A delay hides as much of a clock that is fast.
          assert.ok(Math.abs([...shifts][0] ?? Number.NaN) <= 2 * MINUTE + Math.max(...each));
        }),
        { numRuns: engine.name === "SQLite" ? 25 : 10 },
      );
    });

    test("a session keeps its clock while its distinct id changes, and its recording follows", async () => {
      const { projectId, send, times } = newClient();
      const properties = { $session_id: "s" };
      const snapshot = { ...properties, $snapshot_data: [{ type: 3, timestamp: START + YEAR, data: {} }] };
      send({ events: { a: 0 }, sent: SECOND, delay: 40 * SECOND, fast: YEAR, fields: { properties } });
      const fields = { distinct_id: "ann@shop.example", properties };
      send({ events: { b: 2 * SECOND }, sent: 45 * SECOND, delay: 100, fast: YEAR, fields });
      send({ events: { $snapshot: 0 }, sent: 50 * SECOND, delay: 100, fast: YEAR, fields: { properties: snapshot } });
      assert.deepEqual(await times(), { a: 40 * SECOND, b: 42 * SECOND });
      const [recording] = await store.connection.recordings.library.find(projectId, ["s"]);
      assert.equal(recording?.summary.firstMs, START + 40 * SECOND);
    });

    test("a page of the future without a time of sending is recorded when it arrives", async () => {
      const { projectId, send, times } = newClient();
      const data = [0, 2 * SECOND].map((ms) => ({ type: 3, timestamp: START + YEAR + ms, data: {} }));
      const properties = { $session_id: "s", $snapshot_data: data, $ignore_sent_at: true };
      send({ events: { $snapshot: 0 }, sent: SECOND, delay: 4 * SECOND, fields: { properties } });
      await times();
      const [recording] = await store.connection.recordings.library.find(projectId, ["s"]);
      assert.deepEqual(
        [recording?.summary.firstMs, recording?.summary.lastMs],
        [START + 3 * SECOND, START + 5 * SECOND],
      );
    });

    test("a clock that is set right is right from then on", async () => {
      const { send, times } = newClient();
      send({ events: { wrong: 0 }, sent: SECOND, delay: 100, fast: YEAR });
      send({ events: { right: 10 * SECOND }, sent: 11 * SECOND, delay: 100 });
      send({ events: { other: 20 * SECOND }, sent: 21 * SECOND, delay: 200, fast: -HOUR });
      assert.deepEqual(await times(), { wrong: 100, right: 10 * SECOND, other: 20 * SECOND + 200 });
    });

    test("an event that is sent again keeps its time", async () => {
      const { send, times } = newClient();
      const fields = { uuid: randomUUID() };
      send({ events: { once: 0 }, sent: SECOND, delay: 100, fast: -HOUR, fields });
      send({ events: { once: 0 }, sent: SECOND, delay: 50 * SECOND, fast: -HOUR, fields, onOtherNode: true });
      send({ events: { once: 0 }, sent: 90 * SECOND, delay: 10, fast: -HOUR, fields });
      assert.deepEqual(await times(), { once: 100 });
    });

    test("what is known of clocks is removed after two days", async () => {
      const { projectId, send, times } = newClient();
      const old = { projectId, device: randomUUID(), offset: 1, lag: 1, expiresAt: Date.now() - 1 };
      await store.connection.records.put(DEVICE_CLOCKS, old);
      send({ events: { a: 0 }, sent: SECOND, delay: 100, fast: YEAR });
      await times();
      assert.equal(await store.connection.records.find(DEVICE_CLOCKS, old), null);
      const { items } = await store.connection.records.list(
        DEVICE_CLOCKS,
        { where: { projectId } },
        { limit: 9, offset: 0 },
      );
      assert.deepEqual(
        items.map(({ offset, expiresAt }) => [offset, expiresAt > Date.now() + DAY]),
        [[100 - YEAR, true]],
      );
    });
  });
}
