import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";

test("wrong use of sql is refused before anything is opened", async (t) => {
  const { run } = await openTestCli(t);
  const openStore = () => assert.fail("nothing is opened");
  for (const argv of [
    [],
    [" "],
    ["SELECT 1", "--file", "x.sql"],
    ["SELECT 1", "--csv", "--json"],
    ["SELECT 1", "--limit", "0"],
    ["SELECT 1", "--limit", "10001"],
    ["x".repeat(65_537)],
  ]) {
    const { status, out } = await run(["sql", ...argv], "", { openStore });
    assert.deepEqual([status, out], [2, ""], argv.join(" ").slice(0, 40));
  }
  const missing = await run(["sql", "--file", "/nowhere/question.sql"], "", { openStore });
  assert.deepEqual([missing.status, missing.out], [1, ""]);
  assert.match(missing.err, /^\/nowhere\/question.sql cannot be read: [^\n]+\n$/);
});
