import assert from "node:assert/strict";
import { test } from "node:test";
import { nextTurn } from "./loop-turns.ts";

test("others have turns of the event loop between two callers", async () => {
  let others = 0;
  let isDone = false;
  const count = () => {
    others += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  await Promise.all(Array.from({ length: 5 }, () => nextTurn().then(() => seen.push(others))));
  isDone = true;
  assert.equal(new Set(seen).size, 5, `each caller has a turn of its own: ${seen}`);
});

test("a client that waits for many turns delays another by one", async () => {
  const ended: string[] = [];
  const wait = (client: string) => nextTurn(client).then(() => ended.push(client));
  await Promise.all([...Array.from({ length: 20 }, () => wait("many")), wait("one")]);
  assert.ok(ended.indexOf("one") <= 2, ended.join());
});
