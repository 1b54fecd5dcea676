import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { WriteStream } from "node:tty";
import { progressOn } from "./progress.ts";

/** Returns a terminal that keeps its output. */
function openTerminal(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120, getColorDepth: () => 1 });
  return stream as unknown as WriteStream & PassThrough;
}

test("a terminal shows a bar, which ends with the work, even if that fails", async () => {
  for (const fails of [false, true]) {
    const terminal = openTerminal(true);
    const work = progressOn(terminal)(
      "moved",
      async () => 200,
      async (advance) => {
        advance(150);
        if (fails) throw new Error("failed");
        advance(50);
        return "result";
      },
    );
    if (fails) await assert.rejects(work, { message: "failed" });
    else assert.equal(await work, "result");
    terminal.end();
    assert.match(await text(terminal), fails ? /moved \[=+-+\] 75%, 150 of 200/ : /moved \[=+\] 100%, 200 of 200/);
  }
});

test("without a terminal nothing is shown and the total is not counted", async () => {
  const advance = async (by: (more: number) => void) => by(1);
  await progressOn(openTerminal(false))("moved", () => assert.fail(), advance);
});
