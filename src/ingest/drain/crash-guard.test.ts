import assert from "node:assert/strict";
import { test } from "node:test";
import { journalEntry } from "../../../test/support/test-journal.ts";
import { CrashGuard, type InFlight } from "./crash-guard.ts";

const groups = (...sizes: number[]) =>
  sizes.map((size, index) => ({
    id: index + 1,
    last: index + 1,
    bytes: 0,
    entries: Array.from({ length: size }, () => journalEntry("{}")),
  }));

/** Returns starts of drains, one after the other, on one record. */
function starts() {
  let inFlight: InFlight | null = null;
  const record = {
    read: () => inFlight,
    write(value: InFlight) {
      inFlight = value;
    },
    clear() {
      inFlight = null;
    },
  };
  /** Returns the runs of a drain as texts; it dies when it stores the given one, or in the pause after it failed. */
  return (dyingAt: string | null, { wasSeen = false, pauses = false, of = groups(1, 3) } = {}): string[] => {
    const guard = new CrashGuard(record, wasSeen);
    const runs: string[] = [];
    for (const { entries, isFatal } of guard.runs(of)) {
      runs.push(`${entries.map(({ group, entry }) => `${group}.${entry}`).join(" ")}${isFatal ? " is fatal" : ""}`);
      if (runs.at(-1) !== dyingAt) continue;
      if (pauses) guard.settle();
      return runs;
    }
    guard.settle();
    return runs;
  };
}

test("entries are stored together, unless a drain died of them", () => {
  const start = starts();
  assert.deepEqual([start(null), start(null)], [["1.0 2.0 2.1 2.2"], ["1.0 2.0 2.1 2.2"]]);
  assert.deepEqual(start("1.0 2.0 2.1 2.2"), ["1.0 2.0 2.1 2.2"]);
  assert.deepEqual(start(null), ["1.0", "2.0", "2.1", "2.2"]);
  assert.deepEqual(start(null, { of: groups(1, 3, 2) }), ["1.0 2.0 2.1", "2.2", "3.0 3.1"]);
  assert.deepEqual(start(null, { of: groups(1, 3, 2) }), ["1.0 2.0 2.1 2.2 3.0 3.1"]);
});

test("an entry that ends the drain alone, as its process sees, is fatal; the others continue", () => {
  const start = starts();
  start("1.0 2.0 2.1 2.2");
  assert.deepEqual(start("2.1", { wasSeen: true }), ["1.0", "2.0", "2.1"]);
  const last = start(null, { wasSeen: true });
  assert.deepEqual(last, ["1.0 2.0", "2.1 is fatal", "2.2"]);
  assert.deepEqual(start(null, { of: groups(1, 3, 1) }), ["1.0 2.0 2.1", "2.2", "3.0"]);
});

test("an entry during which the whole process ends is tried alone four times", () => {
  const start = starts();
  start("1.0 2.0 2.1 2.2");
  start("2.0");
  for (let times = 1; times < 4; times++) assert.deepEqual(start("2.0"), ["1.0", "2.0"]);
  assert.deepEqual(start(null), ["1.0", "2.0 is fatal", "2.1", "2.2"]);
});

test("the first death during the only entry in flight counts", () => {
  for (const { wasSeen, tries } of [
    { wasSeen: true, tries: 1 },
    { wasSeen: false, tries: 3 },
  ]) {
    const start = starts();
    const of = groups(1);
    start("1.0", { of });
    for (let times = 0; times < tries; times++) assert.deepEqual(start("1.0", { of, wasSeen }), ["1.0"]);
    assert.deepEqual(start(null, { of, wasSeen }), ["1.0 is fatal"]);
  }
});

test("ends of the process during different entries blame none", () => {
  const start = starts();
  start("1.0 2.0 2.1 2.2");
  for (const entry of ["1.0", "2.0", "2.1", "2.2"]) assert.equal(start(entry).at(-1), entry);
  assert.deepEqual(start(null), ["1.0 2.0 2.1", "2.2"]);
});

test("an entry is not blamed for ends of the process while the store is unavailable", () => {
  const start = starts();
  start("1.0 2.0 2.1 2.2");
  for (let times = 0; times < 4; times++) assert.deepEqual(start("1.0", { pauses: true }), ["1.0"]);
  assert.deepEqual(start(null), ["1.0", "2.0", "2.1", "2.2"]);
});

test("a drain that dies before it reaches the entries changes nothing", () => {
  const start = starts();
  start("1.0 2.0 2.1 2.2");
  start("2.1");
  start("1.0 2.0");
  for (let times = 0; times < 3; times++) start("1.0 2.0", { wasSeen: true });
  assert.deepEqual(start("2.1"), ["1.0 2.0", "2.1"]);
});

test("many entries in flight are stored in parts, and only those of a part that ends the drain alone", () => {
  const names = Array.from({ length: 100 }, (_, index) => `1.${index}`);
  const part = (first: number, end: number) => names.slice(first, end).join(" ");
  const parts = [part(0, 32), part(32, 64), part(64, 96), part(96, 100)];
  const start = starts();
  const of = groups(100);
  start(part(0, 100), { of });
  assert.deepEqual(start(parts[1] ?? "", { of, pauses: true }), parts.slice(0, 2));
  assert.deepEqual(start(parts[1] ?? "", { of }), [part(0, 32), part(32, 64)]);
  const alone = [part(0, 32), ...names.slice(32, 64)];
  assert.deepEqual(start("1.40", { of }), alone.slice(0, 10));
  const last = start(null, { of, wasSeen: true });
  assert.deepEqual(last, [part(0, 40), "1.40 is fatal", ...names.slice(41, 64), part(64, 100)]);
});

test("a batch has few enough entries to store them in parts soon", () => {
  const guard = new CrashGuard({ read: () => null, write: () => {}, clear: () => {} }, false);
  const runs = [...guard.runs(groups(5000))];
  assert.deepEqual(
    runs.map(({ entries }) => entries.length),
    [2000, 2000, 1000],
  );
});
