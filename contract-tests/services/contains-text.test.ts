import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { deflateSync, gzipSync } from "node:zlib";
import { containsText } from "./contains-text.ts";

const TEXT = "canary0af3";
const WITH_TEXT = `{"a":"${TEXT}"}`;
/** Compresses badly, so that the text is far from the begin. */
const LONG = JSON.stringify({ random: randomBytes(3000).toString("base64"), text: TEXT, more: randomBytes(3000) });

describe("a text is found in bytes", () => {
  const forms: Record<string, Buffer> = {
    "as UTF-8": Buffer.from(WITH_TEXT),
    "as UTF-16": Buffer.from(WITH_TEXT, "utf16le"),
    "as UTF-16 in the other byte order": Buffer.from(WITH_TEXT, "utf16le").swap16(),
    "as escaped JSON": Buffer.from('"\\u0063\\u0061\\u006e\\u0061\\u0072\\u0079\\u0030\\u0061\\u0066\\u0033"'),
    "as escaped JSON in capitals": Buffer.from(
      '"\\u0063\\u0061\\u006E\\u0061\\u0072\\u0079\\u0030\\u0061\\u0066\\u0033"',
    ),
    "as hexadecimal digits": Buffer.from(Buffer.from(WITH_TEXT).toString("hex")),
    "in gzip": gzipSync(LONG),
    "in gzip between other bytes": Buffer.concat([randomBytes(100), gzipSync(LONG), randomBytes(100)]),
    "in gzip that is overwritten after it": Buffer.concat([gzipSync(LONG).subarray(0, 5000), randomBytes(5000)]),
    "in zlib's format that is cut off after it": deflateSync(LONG).subarray(0, 5000),
    "in gzip as base64 in JSON": Buffer.from(JSON.stringify({ data: gzipSync(LONG).toString("base64") })),
    "in gzip as characters in JSON": Buffer.from(JSON.stringify({ data: gzipSync(LONG).toString("latin1") })),
    "in gzip in gzip": gzipSync(gzipSync(LONG)),
  };
  for (const [name, content] of Object.entries(forms)) {
    test(name, () => assert.equal(containsText(content, TEXT), true));
  }

  test("as base64, wherever it begins", () => {
    for (let before = 0; before < 6; before++) {
      const content = Buffer.from(Buffer.from(" ".repeat(before) + WITH_TEXT).toString("base64url"));
      assert.equal(containsText(content, TEXT), true, `after ${before} bytes`);
    }
  });
});

test("other bytes do not contain it", () => {
  const others = [LONG.replaceAll(TEXT, "another"), TEXT.slice(0, -1), TEXT.slice(1), TEXT.toUpperCase()];
  const contents = others.flatMap((other) => [Buffer.from(other), gzipSync(other), Buffer.from(other, "utf16le")]);
  for (const content of [...contents, randomBytes(100_000), Buffer.alloc(0)]) {
    assert.equal(containsText(content, TEXT), false);
  }
});
