import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runScript } from "./test-support/run-script.ts";

const commands = ["generate.ts", "contract-diff.ts", "publish.ts", "mock.ts"];

describe("every command", () => {
  it("prints its usage for --help", async () => {
    for (const { status, stdout, stderr } of await Promise.all(commands.map((name) => runScript(name, "--help")))) {
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^Usage: npm run .*\n[\s\S]*--help/);
    }
  });

  it("refuses an unknown option with status 2 and a hint at --help", async () => {
    const { status, stdout, stderr } = await runScript("contract-diff.ts", "--unknown");
    assert.equal(status, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /--unknown[^\n]*\nTry --help\.\n$/);
  });

  it("refuses an invalid value", async () => {
    const { status, stderr } = await runScript("mock.ts", "--port", "seventy");
    assert.equal(status, 2);
    assert.match(stderr, /--port must be a whole number/);
  });
});
