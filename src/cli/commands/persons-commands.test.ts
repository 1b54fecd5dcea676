import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";

test("an id of no person is erased as a distinct id, and the command says so", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  const { status, out, err } = await run(["persons", "erase", "visitor", "--no-wait"]);
  assert.match(out, /^Erasing \(erasure [0-9a-f-]{36}\)\.\n$/);
  const note = "No person in project 1 has the id visitor: erasing what arrived with it as distinct id.\n";
  assert.deepEqual([status, err], [0, note]);
});
