import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runScript } from "../test/support/child-process.ts";

const commands = ["scripts/generate", "scripts/contract-diff", "scripts/publish", "scripts/mock"];

describe("every command", () => {
  it("prints its usage for --help", async () => {
    for (const { status, stdout, stderr } of await Promise.all(commands.map((name) => runScript(name, ["--help"])))) {
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^Usage: npm run .*\n[\s\S]*--help/);
    }
  });

  it("refuses an unknown option with status 2 and a hint at --help", async () => {
    const { status, stdout, stderr } = await runScript("scripts/contract-diff", ["--unknown"]);
    assert.equal(status, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /--unknown[^\n]*\nTry --help\.\n$/);
  });

  it("refuses an invalid value", async () => {
    const { status, stderr } = await runScript("scripts/mock", ["--port", "seventy"]);
    assert.equal(status, 2);
    assert.match(stderr, /--port must be a whole number/);
  });
});
