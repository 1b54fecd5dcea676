import assert from "node:assert/strict";
import { test } from "node:test";
import { ProgressBar } from "./progress.ts";

/** What is written while so many of all are done. */
function written(done: number, all: number): string[] {
  const texts: string[] = [];
  const bar = new ProgressBar(all, (text) => texts.push(text));
  for (let count = 0; count < done; count++) bar.step();
  bar.end();
  return texts;
}

test("progress is a bar, a share and a count", () => {
  const half = "\r[===============               ]  50 %, 1 of 2";
  assert.deepEqual(written(1, 2), [half, `${half}\n`]);
  assert.equal(written(3, 3).at(-1), "\r[==============================] 100 %, 3 of 3\n");
  assert.deepEqual(written(0, 0), []);
});

test("progress is written once a percent", () => {
  assert.equal(written(10_000, 10_000).length, 101);
});
