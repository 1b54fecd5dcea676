import assert from "node:assert/strict";
import { test } from "node:test";
import { printLines } from "./print-lines.ts";

async function* numbers(count: number, taken: number[] = []) {
  for (let number = 0; number < count; number++) {
    taken.push(number);
    yield number;
  }
}

const lineOf = (number: number) => `${String(number).padStart(999)}\n`;

test("all lines are printed, in portions, and counted", async () => {
  const portions: string[] = [];
  const counts: number[] = [];
  const write = async (text: string) => portions.push(text) > 0;
  assert.equal(await printLines({ write }, numbers(150), lineOf, (lines) => counts.push(lines)), true);
  assert.equal(portions.join(""), Array.from({ length: 150 }, (_, number) => lineOf(number)).join(""));
  assert.deepEqual(counts, [66, 66, 18]);
  const never = () => assert.fail("there is nothing");
  assert.equal(await printLines({ write: never }, numbers(0), lineOf, never), false);
});

test("no more is read than the reader takes", async () => {
  const taken: number[] = [];
  let take: (goesOn: boolean) => void = () => {};
  const write = () =>
    new Promise<boolean>((resolve) => {
      take = resolve;
    });
  const printing = printLines({ write }, numbers(1000, taken), lineOf, () => {});
  await new Promise(setImmediate);
  assert.equal(taken.length, 66);
  take(true);
  await new Promise(setImmediate);
  assert.equal(taken.length, 132);
  take(false);
  assert.equal(await printing, true);
  assert.equal(taken.length, 132, "the reader has left");
});
