import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";

test("wrong use of ask is refused before anything is opened", async (t) => {
  const { run } = await openTestCli(t);
  const openStore = () => assert.fail("nothing is opened");
  for (const argv of [
    ["trends"],
    ["trends", "seen", "--math", "most"],
    ["trends", "seen", "--math", "sum"],
    ["trends", "seen", "--math-property", "price"],
    ["trends", "seen", "--interval", "second"],
    ["funnel", "seen"],
    ["funnel", "seen", "bought", "--window", "soon"],
    ["funnel", "seen", "bought", "--window", "0d"],
    ["retention", "--period", "Year"],
    ["retention", "--intervals", "101"],
    ["retention", "--where", "plan"],
    ["trends", "seen", "--where", "plan = pro", "--where", "price > much"],
  ]) {
    const { status, out } = await run(["ask", ...argv], "", { openStore });
    assert.deepEqual([status, out], [2, ""], argv.join(" "));
  }
});
