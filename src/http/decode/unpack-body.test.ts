import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import LZString from "lz-string";
import { Problem } from "../../problem.ts";
import { BodyMemory } from "./body-memory.ts";
import type { BodyLimits } from "./read-body.ts";
import { unpackBody } from "./unpack-body.ts";

const LIMIT = 1000;
const MEBIBYTE = 1024 * 1024;

/** A memory of `bytes` bytes, with the body in it. */
function limitsFor(body: Uint8Array, limit = LIMIT, bytes = 64 * MEBIBYTE): BodyLimits & { free: () => number } {
  const memory = new BodyMemory(bytes);
  assert.ok(memory.grow(0, body.byteLength));
  /** By halves: what is free cannot be asked for. */
  const free = () => {
    let [low, high] = [0, bytes];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const fits = memory.grow(0, middle);
      if (fits) memory.release(middle);
      [low, high] = fits ? [middle, high] : [low, middle - 1];
    }
    return low;
  };
  return { limit, memory, free };
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
for (const [name, body, isLz64 = false] of packings) {
  test(`${name}: the JSON comes out`, async () => {
    const bytes = Buffer.from(body);
    assert.equal(
      Buffer.from(await unpackBody(bytes, isLz64, limitsFor(bytes)))
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
    const bytes = Buffer.from(body);
    const wanted = (error: unknown) => error instanceof Problem && error.code === code;
    await assert.rejects(unpackBody(bytes, isLz64, limitsFor(bytes)), wanted);
  });
}

test("one byte less than the limit is unpacked", async () => {
  const body = gzipSync(`{${" ".repeat(LIMIT - 3)}}`);
  assert.equal((await unpackBody(body, false, limitsFor(body))).byteLength, LIMIT - 1);
});

test("a bomb costs little: no work is done on what is beyond the limit", async () => {
  const bomb = gzipSync(Buffer.alloc(200 * MEBIBYTE, " "));
  const limits = limitsFor(bomb, MEBIBYTE);
  const before = process.memoryUsage().arrayBuffers;
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => unpackBody(bomb, false, limits)));
  assert.ok(outcomes.every(({ status }) => status === "rejected"));
  assert.ok(process.memoryUsage().arrayBuffers - before < 100 * MEBIBYTE);
});

const content = JSON.stringify({ text: Array.from({ length: 30_000 }, (_, index) => `word${index % 997}`).join(" ") });
const layered: [name: string, body: Buffer, isLz64?: boolean][] = [
  ["plain", Buffer.from(content)],
  ["gzip", gzipSync(content)],
  ["gzip in base64", Buffer.from(base64(gzipSync(content)))],
  ["base64", Buffer.from(base64(content))],
  ["lz64", Buffer.from(lz64(content)), true],
];
for (const [name, body, isLz64 = false] of layered) {
  test(`${name}: what comes out has the body's place in the memory`, async () => {
    const limits = limitsFor(body, MEBIBYTE, 2 * MEBIBYTE);
    const unpacked = await unpackBody(body, isLz64, limits);
    assert.equal(limits.free(), 2 * MEBIBYTE - unpacked.byteLength);
  });

  test(`${name}: where there is no memory for it, it is refused, and nothing is held`, async () => {
    const room = Math.max(body.byteLength, 100_000);
    const limits = limitsFor(body, MEBIBYTE, room);
    const outcome = await unpackBody(body, isLz64, limits).catch((error) => error.code);
    if (typeof outcome !== "string") limits.memory.release(outcome.byteLength);
    else assert.equal(outcome, "service_unavailable");
    assert.equal(limits.free(), room);
  });

  test(`${name}: refused for its size, it holds nothing`, async () => {
    const limits = limitsFor(body, 100_000, 2 * MEBIBYTE);
    const outcome = await unpackBody(body, isLz64, limits).catch((error) => error.code);
    if (typeof outcome !== "string") limits.memory.release(outcome.byteLength);
    else assert.equal(outcome, "request_too_large");
    assert.equal(limits.free(), 2 * MEBIBYTE);
  });
}
