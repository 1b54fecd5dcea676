import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "./create-log.ts";

function openLog(LOG_FORMAT: "auto" | "text" | "json" = "auto", isTerminal = false) {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  const { log, flush } = createLog({ LOG_LEVEL: "info", LOG_FORMAT }, { isTerminal, write });
  return { log, flush, lines, entries: () => lines.map((line) => JSON.parse(line)) };
}

test("a repeated message is logged at once and then counted, apart from other kinds", () => {
  const { log, flush, entries } = openLog();
  for (let count = 0; count < 1000; count++) {
    log.info({ operation: "capture", status: 401, code: "invalid_api_key", requestId: String(count) }, "refused");
  }
  log.info({ operation: "capture", status: 413, code: "request_too_large" }, "refused");
  assert.deepEqual(
    entries().map(({ status, requestId, repeated }) => [status, requestId, repeated]),
    [
      [401, "0", undefined],
      [413, undefined, undefined],
    ],
  );
  flush();
  const { time: _, ...summary } = entries().at(-1);
  const fields = { operation: "capture", status: 401, code: "invalid_api_key", requestId: "999" };
  assert.deepEqual(summary, { level: 30, ...fields, repeated: 999, seconds: 0, msg: "refused" });
  flush();
  assert.equal(entries().length, 3, "nothing new to report");
  log.info({ operation: "capture", status: 401, code: "invalid_api_key" }, "refused");
  assert.equal(entries().length, 4, "logged at once after a quiet interval");
});

test("the log is bounded, however many kinds there are", () => {
  const { log, flush, entries } = openLog();
  for (let count = 0; count < 5000; count++) log.warn(`message ${count}`);
  assert.equal(entries().length, 100);
  flush();
  assert.deepEqual(
    entries()
      .slice(100)
      .map(({ msg, repeated }) => [msg, repeated]),
    [["messages of too many kinds were not logged", 4900]],
  );
});

test("no key, password or mail address is logged", () => {
  const { log, lines } = openLog();
  const error = new Error("550 <eve.x+1@mail.guests.example>: no; mongodb://user:secret@localhost:1/?a phx_Ab-12_c");
  log.warn({ err: error, key: "phc_a1B2c3", path: "/srv/node_modules/@aws-sdk/x" }, "failed for ada@example.com");
  assert.doesNotMatch(lines.join(""), /guests|secret|Ab-12|a1B2|ada/);
  assert.match(lines.join(""), /mongodb:\/\/…@localhost:1.*node_modules\/@aws-sdk\/x.*failed for …@…/);
});

test("a terminal gets text, anything else JSON, unless the setting says otherwise", () => {
  const text = openLog("auto", true);
  text.log.warn({ err: new Error("away"), port: 8000, reason: "two words\n" }, "ready");
  const [line = ""] = text.lines;
  assert.match(line, /^\d\d:\d\d:\d\d WARN {2}ready port=8000 reason="two words\\n"\n {2}Error: away\n {4}at /);
  for (const [format, isTerminal, isJson] of [
    ["auto", false, true],
    ["json", true, true],
    ["text", false, false],
  ] as const) {
    const { log, lines } = openLog(format, isTerminal);
    log.info("hello");
    assert.equal(lines[0]?.startsWith("{"), isJson, format);
  }
});
