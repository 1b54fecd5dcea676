import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import LZString from "lz-string";
import { Problem } from "../../problem.ts";
import { unpack } from "./unpack.ts";

const LIMIT = 1000;
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
for (const [name, body, isLz64 = false] of packings) {
  test(`${name}: the JSON comes out`, async () => {
    assert.equal(
      Buffer.from(await unpack(Buffer.from(body), isLz64, LIMIT))
        .toString()
        .trim(),
      JSON_TEXT,
    );
  });
}

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
for (const [name, body, code, isLz64 = false] of refused) {
  test(`${name}: ${code}`, async () => {
    await assert.rejects(
      unpack(Buffer.from(body), isLz64, LIMIT),
      (error) => error instanceof Problem && error.code === code,
    );
  });
}

test("one byte less than the limit is unpacked", async () => {
  const text = `{${" ".repeat(LIMIT - 3)}}`;
  assert.equal((await unpack(gzipSync(text), false, LIMIT)).byteLength, LIMIT - 1);
});

test("a bomb costs little: no work is done on what is beyond the limit", async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, " "));
  const before = process.memoryUsage().arrayBuffers;
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => unpack(bomb, false, 1024 * 1024)));
  assert.ok(outcomes.every(({ status }) => status === "rejected"));
  assert.ok(process.memoryUsage().arrayBuffers - before < 100 * 1024 * 1024);
});
