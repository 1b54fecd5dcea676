import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { failureCause } from "./failure-cause.ts";
import failureReporter from "./failure-reporter.ts";

function failed(name: string, cause: Error): TestEvent {
  const details = { duration_ms: 1, error: Object.assign(new Error("failed"), { cause }) };
  return {
    type: "test:fail",
    data: { name, file: import.meta.filename, line: 1, column: 1, nesting: 0, testNumber: 1, details },
  };
}

async function report(...events: TestEvent[]): Promise<string> {
  const source = (async function* () {
    yield* events;
  })();
  let text = "";
  for await (const piece of failureReporter(source)) text += piece;
  return text;
}

describe("failures", () => {
  test("with one cause are printed once, with the names and the lines of the others", async () => {
    const refused = () => Object.assign(new Error("GET /: refused"), { cause: { code: "ECONNREFUSED" } });
    const text = await report(failed("a", refused()), failed("b", new Error("other")), failed("c", refused()));
    assert.equal(text.match(/GET \/: refused/g)?.length, 1, text);
    const line = "scripts/test/failure-reporter.test.ts:\\d+";
    assert.match(text, new RegExp(`FAILED a\\n  in ${line}\\n`));
    assert.match(text, new RegExp(`\nFAILED for the same reason as "a":\\n  c \\(${line}\\)\\n\\n0 passed, 3 failed`));
  });

  test("of an error class that another process knows as an object show its properties", async () => {
    const received = (code: string) => Object.setPrototypeOf({ code }, Object.prototype) as Error;
    const text = await report(failed("a", received("SQLITE_BUSY")), failed("b", received("SQLITE_FULL")));
    assert.match(text, /FAILED a\n[^F]*SQLITE_BUSY[^F]*FAILED b\n[^F]*SQLITE_FULL/);
  });

  test("have one cause if only the request, ids and the body differ", () => {
    const answered = (id: string, status: number) => new Error(`${id} answered with ${status}: {"code":"x"}`);
    assert.equal(failureCause(answered("capture", 401)), failureCause(answered("batch", 401)));
    assert.notEqual(failureCause(answered("capture", 401)), failureCause(answered("capture", 503)));
    const violation = (path: string) =>
      new Error(`GET ${path} was answered with 200, which violates\n  x\nBody: ${path}`);
    assert.equal(failureCause(violation("/a/123456")), failureCause(violation("/b")));
  });
});
