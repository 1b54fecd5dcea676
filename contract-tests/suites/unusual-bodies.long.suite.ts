import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { directClient } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { operationsWithBody } from "../contract/contract-document.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { bodyOf } from "../support/body-of.ts";

const client = directClient();
const MEGABYTE = "x".repeat(1024 * 1024);
const NESTING_DEPTH = 100_000;

/** Valid JSON that is large, deep or unusual. It is accepted or refused with a documented error. */
const unusual: Record<string, (id: string) => string> = {
  "a NUL in a string": (id) => bodyOf(id, `"properties": {"a": "\\u0000"}, "groups": {"\\u0000": "\\u0000"}`),
  "half a surrogate": (id) => bodyOf(id, `"properties": {"\\ud800": "\\udfff"}, "first_name": "\\ud800"`),
  "names of JavaScript's prototype": (id) => {
    return bodyOf(id, `"__proto__": {"a": 1}, "properties": {"__proto__": {"b": 2}, "constructor": {"prototype": {}}}`);
  },
  "names of JavaScript's prototype in groups": (id) => {
    return bodyOf(id, `"groups": {"__proto__": "x", "constructor": "y"}, "person_properties": {"__proto__": 1}`);
  },
  "a duplicate name": (id) => bodyOf(id, `"distinct_id": "a", "distinct_id": "b"`),
  "a string of 1 MB": (id) => bodyOf(id, `"properties": {"text": "${MEGABYTE}"}, "message": "${MEGABYTE}"`),
  "a name of 1 MB": (id) => bodyOf(id, `"properties": {"${MEGABYTE}": 1}, "first_name": "${MEGABYTE}"`),
  "an identifier of 1 MB": (id) => bodyOf(id, `"distinct_id": "${MEGABYTE}"`),
  "a number that is too large": (id) => bodyOf(id, `"properties": {"n": 1e999}, "project_id": 1e400`),
  "a number with many digits": (id) => bodyOf(id, `"properties": {"n": ${"9".repeat(5000)}}`),
  "an extreme time": (id) => bodyOf(id, `"timestamp": "+275760-09-13T00:00:00.001Z", "sent_at": "0000-00-00"`),
  "an extreme offset": (id) => bodyOf(id, `"offset": -1e300`),
  "a session id of 1 MB": (id) => {
    const properties = `{"$session_id": "${MEGABYTE}", "$snapshot_data": {"type": 3, "timestamp": 1, "data": {}}}`;
    return bodyOf(id, `"event": "$snapshot", "properties": ${properties}`);
  },
  "snapshots with extreme times": (id) => {
    const data = `[{"type": 3, "timestamp": -1e300}, {"type": 3, "timestamp": 1e300, "data": {"source": {}}}]`;
    return bodyOf(id, `"event": "$snapshot", "properties": {"$session_id": "strange", "$snapshot_data": ${data}}`);
  },
  "deeply nested lists": (id) =>
    bodyOf(id, `"properties": {"a": ${"[".repeat(NESTING_DEPTH)}${"]".repeat(NESTING_DEPTH)}}`),
  "deeply nested objects": (id) =>
    bodyOf(id, `"properties": {"a": ${'{"a":'.repeat(NESTING_DEPTH)}1${"}".repeat(NESTING_DEPTH)}}`),
};

after(() => assertStillServing(client, target.tenant.projectApiKey));

describe("unusual bodies", needs("state"), () => {
  for (const { id } of operationsWithBody) {
    test(`${id}: unsupported content types are refused`, async () => {
      const text = bodyOf(id, "");
      for (const type of ["application/xml", "text/xml", "image/png", "nonsense", "application/yaml"]) {
        const headers = { "content-type": type };
        await client.expectError(id, [415, "unsupported_media_type", null], { text, headers });
      }
    });

    for (const [title, text] of Object.entries(unusual)) {
      test(`${id}: ${title} is accepted or refused with a documented status`, async () => {
        const { status } = await client.request(id, { text: text(id) });
        assert.ok([200, 202, 400, 404, 413].includes(status), String(status));
      });
    }
  }
});
