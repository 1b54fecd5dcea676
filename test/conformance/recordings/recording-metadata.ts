import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { activeHours, HOUR_MS } from "../../../src/store/active-hours.ts";
import type { SnapshotPiece } from "../../../src/store/ports/recordings.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { addSummaries } from "../../../src/store/snapshot-summary.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { emptySummary, newPiece, newProject } from "../samples.ts";

const GAP_MS = 5000;
/** Times with gaps, also across the end of an hour. */
const TIME = fc.oneof(fc.nat(3 * HOUR_MS), fc.integer({ min: HOUR_MS - 9000, max: HOUR_MS + 9000 }));
const TIMES = fc.array(TIME, { minLength: 1, maxLength: 9 });
const PIECE = fc.record({ times: TIMES, clicks: fc.nat(5), distinctId: fc.constantFrom("ann", "bob") });
const PIECES = fc.array(PIECE, { minLength: 1, maxLength: 6 });

/** Tests how an engine summarizes recordings. */
export function describeRecordingMetadata(engine: Engine<Store>): void {
  describe(`${engine.name}: summaries of recordings`, () => {
    const store = testStore(engine);

    test("covers all pieces, in any order and repetition, through any node", async () => {
      const nodes = [store.connection.recordings, (await store.connect()).recordings];
      const waves = fc.array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 3 });
      const property = fc.asyncProperty(PIECES, waves, async (samples, repeats) => {
        const project = newProject();
        const pieces = samples.map(({ times, clicks, distinctId }): SnapshotPiece => {
          const summary = { ...emptySummary(Math.min(...times), Math.max(...times)), clicks, distinctId };
          return newPiece("s", { summary, activity: activeHours(times) });
        });
        const [mixedIn = [], ...before] = repeats.map((wave) => {
          return wave.flatMap((index) => pieces.slice(index % pieces.length).slice(0, 1));
        });
        for (const wave of [...before, [...pieces, ...mixedIn]]) {
          await Promise.all(wave.map((piece, turn) => nodes[turn % 2]?.pieces.append(project, [piece])));
        }
        const [recording] = await store.connection.recordings.library.find(project, ["s"]);
        assert.deepEqual(recording?.summary, pieces.map(({ summary }) => summary).reduce(addSummaries));
        assert.equal(recording.activeMs, gapsOf(samples.flatMap(({ times }) => times)));
      });
      await fc.assert(property, { numRuns: 25 });
    });

    test("stays exact and small for a session of many hours", async () => {
      const project = newProject();
      const times = Array.from({ length: 3000 }, (_, index) => index * 5001);
      for (let start = 0; start < 3000; start += 100) {
        const own = times.slice(start, start + 100).flatMap((at) => [at, at + 1]);
        const summary = emptySummary(own[0] ?? 0, own.at(-1));
        await store.connection.recordings.pieces.append(project, [
          newPiece("s", { summary, activity: activeHours(own) }),
        ]);
      }
      const [recording] = await store.connection.recordings.library.find(project, ["s"]);
      assert.equal(recording?.activeMs, 3000 + 2999 * 5000);
      assert.ok(JSON.stringify(recording).length < 1000);
    });
  });
}

/** Returns the sum of all pauses that count as active. */
function gapsOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? 0));
  return gaps.filter((gap) => gap <= GAP_MS).reduce((sum, gap) => sum + gap, 0);
}
