import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { lookupCache } from "../store/lookup-cache.ts";
import { ownText, RecentMap } from "./recent-map.ts";

const COUNT = 200;
const LARGE = 1_000_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns how many bytes of the heap are in use afterwards. */
async function heapAfter(use: (name: string) => unknown): Promise<number> {
  for (let index = 0; index < COUNT; index++) {
    const body = Buffer.alloc(LARGE, `name ${index} `).toString("latin1");
    await use(body.slice(20, 60));
  }
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test("a cache keeps no body in which a name arrived", async () => {
  const texts: string[] = [];
  const recent = new RecentMap<true>(COUNT);
  const lookups = lookupCache(async () => null, { now: () => 0, ttlMs: 1, max: COUNT });
  const most = process.memoryUsage().heapUsed + (COUNT * LARGE) / 10;
  assert.ok((await heapAfter((name) => texts.push(ownText(name)))) < most);
  assert.ok((await heapAfter((name) => recent.set(`1/${name}`, true))) < most);
  assert.ok((await heapAfter((name) => lookups.get(name))) < most);
  assert.equal(texts.length, COUNT);
  assert.equal(recent.get(`1/${texts[0]}`), true);
  assert.equal(lookups.get(texts[0] ?? ""), null);
});
