import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, describe, test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import LZString from "lz-string";
import { directClient, type RequestOptions } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventOperations, operationsWithBody } from "../contract/contract-document.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { lz64Bomb } from "../support/body-encodings.ts";
import { bodyOf } from "../support/body-of.ts";

const client = directClient();
const { projectApiKey: api_key } = target.tenant;
const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** Bodies that cannot be parsed. */
const unreadable: Record<string, (id: string) => string | Uint8Array> = {
  "truncated JSON": (id) => bodyOf(id, "").slice(0, -1),
  "JSON with trailing data": (id) => `${bodyOf(id, "")}{}`,
  "JSON with single quotes": () => "{'event': 'x'}",
  "JSON with a comment": (id) => `${bodyOf(id, "")} // no`,
  NaN: () => '{"event": NaN}',
  "text that is not JSON": () => "event=x&distinct_id=x",
  "a raw control character in a string": (id) => bodyOf(id, `"a": "\u0001"`),
  "a raw NUL": (id) => `${bodyOf(id, "")}\u0000`,
  "invalid UTF-8": (id) => Buffer.from(bodyOf(id, `"a": "\xff\xfe"`), "latin1"),
  "truncated UTF-8": (id) => Buffer.from(bodyOf(id, `"a": "\xe2\x82"`), "latin1"),
  "UTF-16": (id) => Buffer.from(bodyOf(id, ""), "utf16le"),
};

/** Valid JSON of the wrong shape. */
const wrongShapes = ["null", "true", "3", '"text"', '["text"]', "[[]]", "[null]"];

after(() => assertStillServing(client, api_key));

describe("invalid bodies", needs("state"), () => {
  for (const { id, requiresBody } of operationsWithBody) {
    describe(id, () => {
      for (const [title, text] of Object.entries(unreadable)) {
        test(`${title} cannot be read`, async () => {
          await client.expectError(id, [400, "parse_error", null], {
            text: text(id),
            headers: { "content-type": "application/json" },
          });
        });
      }

      const skip = requiresBody ? false : "its body may be absent";
      test("an empty body, or only spaces, is refused", { skip }, async () => {
        for (const text of ["", "  \n "]) await client.expectError(id, [400], { text });
      });

      for (const text of wrongShapes) {
        test(`${text} is refused`, async () => {
          const { body } = await client.expectError(id, [400], { text });
          assert.equal((body as { type: string }).type, "validation_error");
        });
      }

      test("an unknown content encoding is refused", async () => {
        const headers = { "content-encoding": "zebra" };
        const { status } = await client.request(id, { text: bodyOf(id, ""), headers });
        assert.ok([400, 415].includes(status), String(status));
      });
    });
  }
});

describe("invalid encoded bodies", needs("wire"), () => {
  const operationIds = [...eventOperations, "decide"] as const;
  const event = { event: "from a client", properties: { token: api_key, distinct_id: "client" } };
  const text = { "content-type": "text/plain" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const zip = gzipSync(JSON.stringify(event));
  const lz = LZString.compressToBase64(JSON.stringify(event));
  const invalidEncodings: Record<string, RequestOptions> = {
    "truncated gzip": { text: zip.subarray(0, 40), headers: text },
    "gzip with a wrong checksum": { text: Buffer.concat([zip.subarray(0, -8), Buffer.alloc(8)]), headers: text },
    "gzip of text that is not JSON": { text: gzipSync("event=x"), headers: text },
    "gzip of truncated JSON": { text: gzipSync('{"event":'), headers: text },
    "truncated lz64": { text: lz.slice(0, 40), headers: text, query: "?compression=lz64" },
    "invalid lz64": { text: "§§§", headers: text, query: "?compression=lz64" },
    "base64 of text that is not JSON": { text: "aGVsbG8=", headers: text },
    "a form without data": { text: "event=x", headers: form },
    "a form that cannot be decoded": { text: "data=%zz", headers: form },
    "an empty form": { text: "data=", headers: form },
    "an empty body": { text: "", headers: text },
    "invalid UTF-8": { text: gzipSync(Buffer.from('{"event":"\xff"}', "latin1")), headers: text },
  };
  for (const [title, options] of Object.entries(invalidEncodings)) {
    test(`${title} cannot be read`, async () => {
      for (const id of operationIds) await client.expectError(id, [400, "parse_error", null], options);
    });
  }

  test("unknown compressions are refused", async () => {
    const json = JSON.stringify(event);
    for (const options of [
      { text: json, headers: text, query: "?compression=zebra" },
      { text: json, headers: { "content-encoding": "compress" } },
      { text: json, headers: { "content-encoding": "gzip, gzip" } },
      { text: `data=${json}&compression=zebra`, headers: form },
    ]) {
      for (const id of operationIds) await client.expectError(id, [415, "unsupported_media_type", null], options);
    }
  });

  const spaces = `{${" ".repeat(MAX_BODY_BYTES)}}`;
  const bombs: Record<string, () => RequestOptions> = {
    gzip: () => ({ text: gzipSync(spaces), headers: { "content-encoding": "gzip" } }),
    br: () => ({ text: brotliCompressSync(spaces), headers: { "content-encoding": "br" } }),
    deflate: () => ({ text: deflateSync(spaces), headers: { "content-encoding": "deflate" } }),
    "gzip in gzip": () => ({ text: gzipSync(gzipSync(spaces)), headers: text }),
    "gzip in base64 in a form": () => ({
      text: `data=${encodeURIComponent(gzipSync(spaces).toString("base64"))}`,
      headers: form,
    }),
    lz64: () => ({ text: `data=${encodeURIComponent(lz64Bomb(" ", 7000))}&compression=lz64`, headers: form }),
  };
  test("lz64Bomb expands as documented", () => {
    assert.equal(LZString.decompressFromBase64(lz64Bomb("x", 300)), "x".repeat((301 * 302) / 2));
  });

  for (const [title, bomb] of Object.entries(bombs)) {
    test(`${title} that expands beyond the limit is refused, and others are answered meanwhile`, async () => {
      const options = bomb();
      assert.ok(Buffer.byteLength(options.text ?? "") < MAX_BODY_BYTES / 100);
      const refusals = Promise.all(Array.from({ length: 5 }, () => client.request("capture_e", options)));
      await client.expectStatus("health", 200);
      // If several arrive at once, there may be no memory for one of them.
      for (const { status } of await refusals) assert.ok(status === 413 || status === 503, String(status));
      for (const id of operationIds) await client.expectError(id, [413, "request_too_large", null], options);
    });
  }

  test("one byte below the limit is accepted", async () => {
    const head = JSON.stringify(event).slice(0, -1);
    const noise = randomBytes(MAX_BODY_BYTES / 20).toString("base64");
    const filled = `${head},"fill":"${noise}"`;
    const largest = `${filled}${" ".repeat(MAX_BODY_BYTES - filled.length - 2)}}`;
    await client.expectStatus("capture_e", 200, { text: gzipSync(largest), headers: text });
    await client.expectError("capture_e", [413, "request_too_large", null], {
      text: gzipSync(`${largest} `),
      headers: text,
    });
  });
});
