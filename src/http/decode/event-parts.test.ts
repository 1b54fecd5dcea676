import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../lib/problem.ts";
import { joinEventParts } from "./event-parts.ts";
import { readBoundary } from "./multipart.ts";

const part = (name: string, content: string, head = "Content-Type: application/json") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${head}\r\n\r\n${content}\r\n`;
const LIMIT = 2_000_000;
const join = (...parts: string[]) =>
  JSON.parse(Buffer.from(joinEventParts(Buffer.from(`${parts.join("")}--b--\r\n`, "latin1"), "b", LIMIT)).toString());
const codeOf = (...parts: string[]) => {
  try {
    join(...parts);
    return "none";
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return error.code;
  }
};

test("parts become the properties of an event", () => {
  const event = part("event", '{"event":"e","distinct_id":"d"}');
  assert.deepEqual(join(event), { event: "e", distinct_id: "d", properties: {} });
  const joined = join(
    event,
    part("event.properties", ' {"a":1,"json":"old"} '),
    part("event.properties.json", '[{"role":"user"}]'),
    part("event.properties.text", 'two\r\n"lines"', "Content-Type: text/plain; charset=utf-8"),
    part("event.properties.empty", "", "Content-Type: text/plain"),
    part("event.properties.image", "\xff\xd8", "Content-Type: image/jpeg"),
    part("event.properties.gzip", "\x1f\x8b", "Content-Type: text/plain\r\nContent-Encoding: gzip"),
    part("other", "ignored"),
  );
  assert.deepEqual(joined.properties, {
    a: 1,
    json: [{ role: "user" }],
    text: 'two\r\n"lines"',
    empty: "",
    image: "data:image/jpeg;base64,/9g=",
    gzip: "data:text/plain;base64,H4s=",
  });
  const embedded = part("event", '{"event":"e","properties":{"a":1,"__proto__":{"b":2}}}');
  assert.equal(Object.keys(join(embedded, part("event.properties.c", "3")).properties).join(), "a,__proto__,c");
});

test("what is no event, or in two places, is refused", () => {
  const event = part("event", "{}");
  assert.equal(codeOf(), "invalid_input");
  assert.equal(codeOf(part("event.properties", "{}"), event), "invalid_input");
  assert.equal(codeOf(part("event", "[]")), "invalid_input");
  assert.equal(codeOf(part("event", '{"properties":{}}'), part("event.properties", "{}")), "invalid_input");
  assert.equal(codeOf(event, part("event.properties", "{}"), part("event.properties", "{}")), "invalid_input");
  assert.equal(codeOf(event, part("event.properties.a", "1"), part("event.properties.a", "1")), "invalid_input");
  for (const json of ["", "[]", "{", "{},{}", '"a"', "{}}"]) {
    assert.equal(codeOf(event, part("event.properties", json)), "parse_error", json);
  }
  for (const json of ["", "1,2", '1,"b":2', "[", "]"]) {
    assert.equal(codeOf(event, part("event.properties.a", json)), "parse_error", json);
  }
});

test("sizes and the number of parts are bounded", () => {
  const text = (bytes: number) => `{"event":"${"x".repeat(bytes)}"}`;
  const binary = (name: string, bytes: number) =>
    part(`event.properties.${name}`, "x".repeat(bytes), "Content-Type: a/b");
  assert.equal(codeOf(part("event", text(32 * 1024))), "request_too_large");
  assert.equal(codeOf(part("event", "{}"), part("event.properties", text(960 * 1024))), "request_too_large");
  assert.equal(codeOf(part("event", "{}"), part("event.properties", text(950 * 1024))), "none");
  assert.equal(codeOf(part("event", "{}"), binary("a", 600_000), binary("b", 500_000)), "request_too_large");
  for (const [text, bytes] of [
    ["\t", 350_000],
    ['"', 1_000_000],
    ["x", 2_000_000],
  ] as const) {
    const long = part("event.properties.a", text.repeat(bytes), "Content-Type: text/plain");
    assert.equal(codeOf(part("event", "{}"), long), "request_too_large");
  }
  assert.equal(codeOf(part("event", "{}"), ...Array(100).fill(part("other", "1"))), "parse_error");
});

test("malformed forms are refused", () => {
  const whole = `${part("event", "{}")}--b--`;
  for (let length = 0; length < whole.length; length++) {
    assert.throws(
      () => joinEventParts(Buffer.from(whole.slice(0, length)), "b", LIMIT),
      Problem,
      whole.slice(0, length),
    );
  }
  for (const text of ["--b\r\n\r\n{}\r\n--b--", "--b\r\nContent-Disposition: form-data\r\n\r\n{}\r\n--b--", "--bb--"]) {
    assert.throws(() => joinEventParts(Buffer.from(text), "b", LIMIT), Problem, text);
  }
  assert.equal(readBoundary('multipart/form-data; charset=x; boundary="a b"'), "a b");
  assert.equal(readBoundary("multipart/form-data;boundary=----x"), "----x");
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=", `m/f; boundary="${"x".repeat(71)}"`]) {
    assert.throws(() => readBoundary(type), Problem);
  }
});
