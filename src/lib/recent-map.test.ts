import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentMap } from "./recent-map.ts";

test("keeps the entries that were set or read last, and forgets the others", () => {
  const map = new RecentMap<string>(10);
  for (let key = 0; key < 100; key++) {
    map.set(`${key}`, `${key}`);
    assert.equal(map.get("0"), "0", "is read all the time");
  }
  for (let key = 91; key < 100; key++) assert.equal(map.get(`${key}`), `${key}`);
  for (let key = 1; key < 80; key++) assert.equal(map.get(`${key}`), undefined);
});

test("the last value counts, also after the entry got older; clear removes all", () => {
  const map = new RecentMap<number>(2);
  map.set("a", 1);
  map.set("b", 1);
  map.set("a", 2);
  assert.equal(map.get("a"), 2);
  map.clear();
  assert.deepEqual([map.get("a"), map.get("b")], [undefined, undefined]);
});
