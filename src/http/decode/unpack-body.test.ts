import assert from "node:assert/strict";
import { test } from "node:test";
import zlib, { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import LZString from "lz-string";
import { Problem } from "../../lib/problem.ts";
import { unpackBody } from "./unpack-body.ts";

const LIMIT = 1000;
const MEBIBYTE = 1024 * 1024;

/** Unpacks as if the query named the compression. */
function unpack(body: string | Uint8Array, isLz64 = false, limit = LIMIT): Buffer {
  const encoding = { isForm: false, compression: isLz64 ? "lz64" : "", hasPrecedence: true };
  return Buffer.from(unpackBody(Buffer.from(body), encoding, limit));
}

const JSON_TEXT = '{"event":"bought","properties":{"text":"blå 🚲"}}';
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
const lz64 = (text: string) => LZString.compressToBase64(text);

const packings: [name: string, body: string | Uint8Array, isLz64?: boolean][] = [
  ["plain", JSON_TEXT],
  ["plain, after spaces", ` \r\n\t${JSON_TEXT}`],
  ["gzip", gzipSync(JSON_TEXT)],
  ["base64", base64(JSON_TEXT)],
  ["base64 with spaces for pluses", base64(JSON_TEXT).replaceAll("+", " ")],
  ["base64 of URLs, without its end", Buffer.from(JSON_TEXT).toString("base64url")],
  ["gzip in base64", base64(gzipSync(JSON_TEXT))],
  ["base64 in gzip", gzipSync(base64(JSON_TEXT))],
  ["gzip in gzip", gzipSync(gzipSync(JSON_TEXT))],
  ["lz64", lz64(JSON_TEXT), true],
  ["base64 in lz64", lz64(base64(JSON_TEXT)), true],
  ["gzip that is said to be lz64", gzipSync(JSON_TEXT), true],
];
for (const [name, body, isLz64] of packings) {
  test(`${name}: the JSON comes out`, () => {
    assert.equal(unpack(body, isLz64).toString().trim(), JSON_TEXT);
  });
}

test("JSON may contain what looks like a form's field", () => {
  const text = JSON.stringify({ event: "visited", address: "/?a=1&compression=none&b=2" });
  const encoding = { isForm: false, compression: "", hasPrecedence: false } as const;
  assert.equal(Buffer.from(unpackBody(Buffer.from(text), encoding, LIMIT)).toString(), text);
});

const large = JSON.stringify({ text: "x".repeat(LIMIT) });
const refused: [name: string, body: string | Uint8Array, code: string, isLz64?: boolean][] = [
  ["nothing", "", "parse_error"],
  ["spaces", "   ", "parse_error"],
  ["a text", "hello", "parse_error"],
  ["gzip that is cut", gzipSync(JSON_TEXT).subarray(0, 30), "parse_error"],
  ["gzip that is damaged", Buffer.concat([gzipSync(JSON_TEXT).subarray(0, 30), Buffer.alloc(30)]), "parse_error"],
  ["gzip of more than the limit", gzipSync(large), "request_too_large"],
  ["gzip of more than the limit in gzip", gzipSync(gzipSync(large)), "request_too_large"],
  ["gzip of more than the limit in base64", base64(gzipSync(large)), "request_too_large"],
  ["lz64 of more than the limit", lz64(large), "request_too_large", true],
  ["gzip of exactly the limit", gzipSync(`{${" ".repeat(LIMIT - 2)}}`), "request_too_large"],
  ["too many layers", gzipSync(gzipSync(gzipSync(gzipSync(JSON_TEXT)))), "parse_error"],
];
const hasCode = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;
for (const [name, body, code, isLz64] of refused) {
  test(`${name}: ${code}`, () => {
    assert.throws(() => unpack(body, isLz64), hasCode(code));
  });
}

test("one byte less than the limit is unpacked", () => {
  assert.equal(unpack(gzipSync(`{${" ".repeat(LIMIT - 3)}}`)).byteLength, LIMIT - 1);
});

test("a bomb costs little: no work is done on what is beyond the limit", () => {
  const bomb = gzipSync(Buffer.alloc(50 * MEBIBYTE, " "));
  const started = process.cpuUsage();
  for (let time = 0; time < 20; time++)
    assert.throws(() => unpack(bomb, false, MEBIBYTE), hasCode("request_too_large"));
  assert.ok(process.cpuUsage(started).user < 2_000_000);
});

test("what unpacks to suspiciously much is refused below the limit, and honest repetition is not", () => {
  const limit = 20 * MEBIBYTE;
  const event = (index: number) => ({
    event: "bought",
    distinct_id: "ann",
    properties: { index, text: "x".repeat(300) },
  });
  const honest = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => event(index)));
  assert.equal(unpack(gzipSync(honest, { level: 9 }), false, limit).byteLength, honest.length);
  const run = `["${"x".repeat(MEBIBYTE - 10)}"]`;
  assert.equal(unpack(gzipSync(run, { level: 9 }), false, limit).byteLength, run.length);
  const spaces = gzipSync(`{${" ".repeat(10 * MEBIBYTE)}}`);
  for (const body of [spaces, gzipSync(spaces), base64(spaces)]) {
    assert.throws(() => unpack(body, false, limit), { code: "request_too_large", message: /700 times its size/ });
  }
});

/** Compresses with zstd, where Node has it. */
const zstd: ((text: string) => Uint8Array) | undefined = Reflect.get(zlib, "zstdCompressSync");

const encodings: [title: string, compression: string, pack: (text: string) => Uint8Array][] = [
  ["br", "br", (text) => brotliCompressSync(text)],
  ["deflate", "deflate", (text) => deflateSync(text)],
  ["deflate without a header", "deflate", (text) => deflateRawSync(text)],
  ...(zstd ? [["zstd", "zstd", zstd] as (typeof encodings)[number]] : []),
];
for (const [title, compression, pack] of encodings) {
  const encoding = { isForm: false, compression, hasPrecedence: false };
  const unpackAs = (body: Uint8Array, limit = LIMIT, more: object = {}) =>
    Buffer.from(unpackBody(body, { ...encoding, ...more }, limit)).toString();

  test(`${title}: the JSON comes out, also of a form`, () => {
    assert.equal(unpackAs(pack(JSON_TEXT)), JSON_TEXT);
    assert.equal(unpackAs(pack(`data=${encodeURIComponent(JSON_TEXT)}`), LIMIT, { isForm: true }), JSON_TEXT);
  });

  test(`${title}: more than the limit, or suspiciously much, is refused`, () => {
    assert.throws(() => unpackAs(pack(large)), {
      code: "request_too_large",
      message: "The request body is too large.",
    });
    const bomb = pack(JSON.stringify({ text: "x".repeat(4 * MEBIBYTE) }));
    const message = "The body unpacks to more than 700 times its size.";
    assert.throws(() => unpackAs(bomb, 20 * MEBIBYTE), { code: "request_too_large", message });
  });

  test(`${title}: what is cut or something else is refused`, () => {
    for (const body of [pack(JSON_TEXT).subarray(0, 20), Buffer.from(JSON_TEXT), Buffer.alloc(0)]) {
      assert.throws(() => unpackAs(body), hasCode("parse_error"));
      assert.throws(() => unpackAs(body, 20 * MEBIBYTE), hasCode("parse_error"));
    }
  });
}
