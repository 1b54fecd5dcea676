import assert from "node:assert/strict";
import { test } from "node:test";
import { printLines } from "./output.ts";

async function* numbers(count: number, read: number[] = []) {
  for (let number = 0; number < count; number++) {
    read.push(number);
    yield number;
  }
}

const toLine = (number: number) => `${String(number).padStart(999)}\n`;

test("all lines are printed in batches and counted", async () => {
  const batches: string[] = [];
  const counts: number[] = [];
  const write = async (text: string) => batches.push(text) > 0;
  assert.equal(await printLines({ write }, numbers(150), toLine, (lines) => counts.push(lines)), true);
  assert.equal(batches.join(""), Array.from({ length: 150 }, (_, number) => toLine(number)).join(""));
  assert.deepEqual(counts, [66, 66, 18]);
  const never = () => assert.fail("nothing is printed");
  assert.equal(await printLines({ write: never }, numbers(0), toLine, never), false);
});

test("items are read no faster than the output is consumed", async () => {
  const read: number[] = [];
  let consume: (isOpen: boolean) => void = () => {};
  const write = () =>
    new Promise<boolean>((resolve) => {
      consume = resolve;
    });
  const printing = printLines({ write }, numbers(1000, read), toLine, () => {});
  await new Promise(setImmediate);
  assert.equal(read.length, 66);
  consume(true);
  await new Promise(setImmediate);
  assert.equal(read.length, 132);
  consume(false);
  assert.equal(await printing, true);
  assert.equal(read.length, 132, "nothing is read after the pipe is closed");
});
