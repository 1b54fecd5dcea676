import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import LZString from "lz-string";
import { directClient, type RequestOptions } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventOperations, operationsWithBody } from "../contract/contract-document.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { lz64Bomb } from "../support/body-encodings.ts";

const client = directClient();
const { projectApiKey: api_key } = target.tenant;
const MAX_BODY_BYTES = 20 * 1024 * 1024;
const MEGABYTE = "x".repeat(1024 * 1024);
const NESTING_DEPTH = 100_000;

/** A body that the operation takes, with more put into it. */
function bodyOf(id: string, more: string): string {
  const fields: Record<string, string> = {
    capture: `"event": "x", "distinct_id": "x"`,
    batch: `"batch": [{"event": "x", "distinct_id": "x"}]`,
    decide: `"distinct_id": "x"`,
  };
  return `{"api_key": "${api_key}", ${fields[id] ?? `"target_email": "nobody"`}${more && `, ${more}`}}`;
}

/** Bodies that nobody can read. */
const unreadable: Record<string, (id: string) => string | Uint8Array> = {
  "one that breaks off": (id) => bodyOf(id, "").slice(0, -1),
  "one with more after its end": (id) => `${bodyOf(id, "")}{}`,
  "one with single quotes": () => "{'event': 'x'}",
  "one with a comment": (id) => `${bodyOf(id, "")} // no`,
  NaN: () => '{"event": NaN}',
  "a text that is no JSON": () => "event=x&distinct_id=x",
  "a raw control character in a text": (id) => bodyOf(id, `"a": "\u0001"`),
  "a raw NUL": (id) => `${bodyOf(id, "")}\u0000`,
  "UTF-8 that is wrong": (id) => Buffer.from(bodyOf(id, `"a": "\xff\xfe"`), "latin1"),
  "UTF-8 that breaks off": (id) => Buffer.from(bodyOf(id, `"a": "\xe2\x82"`), "latin1"),
  "UTF-16": (id) => Buffer.from(bodyOf(id, ""), "utf16le"),
};

/** Bodies that can be read and are not what the operation takes. */
const misshapen = ["null", "true", "3", '"text"', '["text"]', "[[]]", "[null]"];

/** Bodies that can be read and are large, deep or strange; where they may not be refused, they are taken. */
const strange: Record<string, (id: string) => string> = {
  "a NUL in a text": (id) => bodyOf(id, `"properties": {"a": "\\u0000"}, "groups": {"\\u0000": "\\u0000"}`),
  "half a surrogate": (id) => bodyOf(id, `"properties": {"\\ud800": "\\udfff"}, "first_name": "\\ud800"`),
  "names of the language": (id) => {
    return bodyOf(id, `"__proto__": {"a": 1}, "properties": {"__proto__": {"b": 2}, "constructor": {"prototype": {}}}`);
  },
  "names of the language among groups": (id) => {
    return bodyOf(id, `"groups": {"__proto__": "x", "constructor": "y"}, "person_properties": {"__proto__": 1}`);
  },
  "a name twice": (id) => bodyOf(id, `"distinct_id": "a", "distinct_id": "b"`),
  "a text of a megabyte": (id) => bodyOf(id, `"properties": {"text": "${MEGABYTE}"}, "message": "${MEGABYTE}"`),
  "a name of a megabyte": (id) => bodyOf(id, `"properties": {"${MEGABYTE}": 1}, "first_name": "${MEGABYTE}"`),
  "an identifier of a megabyte": (id) => bodyOf(id, `"distinct_id": "${MEGABYTE}"`),
  "a number that is too large": (id) => bodyOf(id, `"properties": {"n": 1e999}, "project_id": 1e400`),
  "a number with many digits": (id) => bodyOf(id, `"properties": {"n": ${"9".repeat(5000)}}`),
  "a time that is far away": (id) => bodyOf(id, `"timestamp": "+275760-09-13T00:00:00.001Z", "sent_at": "0000-00-00"`),
  "an offset that is far away": (id) => bodyOf(id, `"offset": -1e300`),
  "a session id of a megabyte": (id) => {
    const properties = `{"$session_id": "${MEGABYTE}", "$snapshot_data": {"type": 3, "timestamp": 1, "data": {}}}`;
    return bodyOf(id, `"event": "$snapshot", "properties": ${properties}`);
  },
  "snapshots of a strange time": (id) => {
    const data = `[{"type": 3, "timestamp": -1e300}, {"type": 3, "timestamp": 1e300, "data": {"source": {}}}]`;
    return bodyOf(id, `"event": "$snapshot", "properties": {"$session_id": "strange", "$snapshot_data": ${data}}`);
  },
  "lists as deep as they come": (id) =>
    bodyOf(id, `"properties": {"a": ${"[".repeat(NESTING_DEPTH)}${"]".repeat(NESTING_DEPTH)}}`),
  "objects as deep as they come": (id) =>
    bodyOf(id, `"properties": {"a": ${'{"a":'.repeat(NESTING_DEPTH)}1${"}".repeat(NESTING_DEPTH)}}`),
};

after(() => assertStillServing(client, api_key));

describe("bodies that are wrong", needs("state"), () => {
  for (const { id } of operationsWithBody) {
    describe(id, () => {
      for (const [what, text] of Object.entries(unreadable)) {
        test(`${what} cannot be read`, async () => {
          await client.expectError(id, [400, "parse_error", null], {
            text: text(id),
            headers: { "content-type": "application/json" },
          });
        });
      }

      test("an empty one, or only spaces, is not what it takes", async () => {
        for (const text of ["", "  \n "]) await client.expectError(id, [400], { text });
      });

      for (const text of misshapen) {
        test(`${text} is not what it takes`, async () => {
          const { body } = await client.expectError(id, [400], { text });
          assert.equal((body as { type: string }).type, "validation_error");
        });
      }

      for (const [what, text] of Object.entries(strange)) {
        test(`${what} is taken, or refused with what the document names`, async () => {
          const { status } = await client.request(id, { text: text(id) });
          assert.ok([200, 400, 413].includes(status), String(status));
        });
      }

      test("types of content that it does not take", async () => {
        const text = bodyOf(id, "");
        for (const type of ["application/xml", "text/xml", "image/png", "nonsense", "application/yaml"]) {
          const headers = { "content-type": type };
          await client.expectError(id, [415, "unsupported_media_type", null], { text, headers });
        }
      });

      test("an encoding of content that nobody knows", async () => {
        const headers = { "content-encoding": "zebra" };
        const { status } = await client.request(id, { text: bodyOf(id, ""), headers });
        assert.ok([400, 415].includes(status), String(status));
      });
    });
  }
});

describe("compatibility: packed bodies that are wrong", needs("wire"), () => {
  const operationIds = [...eventOperations, "decide"] as const;
  const event = { event: "from a client", properties: { token: api_key, distinct_id: "client" } };
  const text = { "content-type": "text/plain" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const zip = gzipSync(JSON.stringify(event));
  const lz = LZString.compressToBase64(JSON.stringify(event));
  const unreadable: Record<string, RequestOptions> = {
    "gzip that is cut": { text: zip.subarray(0, 40), headers: text },
    "gzip with a wrong end": { text: Buffer.concat([zip.subarray(0, -8), Buffer.alloc(8)]), headers: text },
    "gzip of no JSON": { text: gzipSync("event=x"), headers: text },
    "gzip of JSON that breaks off": { text: gzipSync('{"event":'), headers: text },
    "lz64 that is cut": { text: lz.slice(0, 40), headers: text, query: "?compression=lz64" },
    "lz64 that is none": { text: "§§§", headers: text, query: "?compression=lz64" },
    "base64 of no JSON": { text: "aGVsbG8=", headers: text },
    "a form without data": { text: "event=x", headers: form },
    "a form that cannot be decoded": { text: "data=%zz", headers: form },
    "an empty form": { text: "data=", headers: form },
    nothing: { text: "", headers: text },
    "UTF-8 that is wrong": { text: gzipSync(Buffer.from('{"event":"\xff"}', "latin1")), headers: text },
  };
  for (const [what, ask] of Object.entries(unreadable)) {
    test(`${what} cannot be read`, async () => {
      for (const id of operationIds) await client.expectError(id, [400, "parse_error", null], ask);
    });
  }

  test("compressions that nobody knows", async () => {
    const json = JSON.stringify(event);
    for (const ask of [
      { text: json, headers: text, query: "?compression=zebra" },
      { text: json, headers: { "content-encoding": "br" } },
      { text: json, headers: { "content-encoding": "gzip, gzip" } },
      { text: `data=${json}&compression=zebra`, headers: form },
    ]) {
      for (const id of operationIds) await client.expectError(id, [415, "unsupported_media_type", null], ask);
    }
  });

  const spaces = `{${" ".repeat(MAX_BODY_BYTES)}}`;
  const bombs: Record<string, () => RequestOptions> = {
    gzip: () => ({ text: gzipSync(spaces), headers: { "content-encoding": "gzip" } }),
    "gzip in gzip": () => ({ text: gzipSync(gzipSync(spaces)), headers: text }),
    "gzip in base64 in a form": () => ({
      text: `data=${encodeURIComponent(gzipSync(spaces).toString("base64"))}`,
      headers: form,
    }),
    lz64: () => ({ text: `data=${encodeURIComponent(lz64Bomb(" ", 7000))}&compression=lz64`, headers: form }),
  };
  test("what stands for a bomb is one", () => {
    assert.equal(LZString.decompressFromBase64(lz64Bomb("x", 300)), "x".repeat((301 * 302) / 2));
  });

  for (const [what, bomb] of Object.entries(bombs)) {
    test(`${what} that holds more than may come is refused, and others are answered meanwhile`, async () => {
      const ask = bomb();
      assert.ok(Buffer.byteLength(ask.text ?? "") < MAX_BODY_BYTES / 100);
      const refusals = Promise.all(Array.from({ length: 5 }, () => client.request("capture_e", ask)));
      await client.expectStatus("health", 200);
      // Where several come at once there may be no memory for one of them.
      for (const { status } of await refusals) assert.ok(status === 413 || status === 503, String(status));
      for (const id of operationIds) await client.expectError(id, [413, "request_too_large", null], ask);
    });
  }

  test("one byte less is taken", async () => {
    const head = JSON.stringify(event).slice(0, -1);
    const most = `${head}${" ".repeat(MAX_BODY_BYTES - head.length - 2)}}`;
    await client.expectStatus("capture_e", 200, { text: gzipSync(most), headers: text });
    await client.expectError("capture_e", [413, "request_too_large", null], {
      text: gzipSync(`${most} `),
      headers: text,
    });
  });
});
