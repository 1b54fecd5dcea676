import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { directClient } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { openDirectStore } from "../services/open-direct-store.ts";
import { eventually } from "../support/poll.ts";

const client = directClient();
const { projectApiKey: key, projectId } = target.tenant;

/** Returns a body with these parts. Values other than blobs are sent as JSON. */
async function formOf(parts: Readonly<Record<string, unknown>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    const isBlob = value instanceof Blob;
    form.append(name, isBlob ? value : new Blob([JSON.stringify(value)], { type: "application/json" }), "blob");
  }
  const response = new Response(form);
  const text = new Uint8Array(await response.arrayBuffer());
  return { key, text, headers: { "content-type": response.headers.get("content-type") ?? "" } };
}

const newEvent = () => ({ event: "$ai_generation", distinct_id: "asker", uuid: randomUUID() });

describe("an event in parts", needs("wire", "store"), () => {
  test("is stored with its parts as properties, plain and gzipped", async () => {
    const [plain, packed, embedded] = [newEvent(), newEvent(), newEvent()];
    const parts = {
      "event.properties": { $ai_model: "m" },
      "event.properties.$ai_input": [{ role: "user", content: "blå 🚲" }],
      "event.properties.note": new Blob(["a\r\nb"], { type: "text/plain" }),
      "event.properties.image": new Blob([new Uint8Array([255, 216])], { type: "image/jpeg" }),
    };
    await client.expectStatus("capture_i_v0_ai", 200, await formOf({ event: plain, ...parts }));
    const { text, headers, ...options } = await formOf({ event: packed, ...parts });
    const gzip = { text: gzipSync(text), headers: { ...headers, "content-encoding": "gzip" } };
    await client.expectStatus("capture_i_v0_ai", 200, { ...options, ...gzip });
    const token = { ...(await formOf({ event: { ...embedded, properties: { token: key } } })), key: null };
    await client.expectStatus("capture_i_v0_ai", 200, token);
    const uuids = [plain.uuid, packed.uuid, embedded.uuid];
    const stored = await eventually("the events are stored", async () => {
      const events = await openDirectStore(environmentOf(target)).findEvents(projectId, uuids);
      return events.length === uuids.length && events;
    });
    for (const uuid of [plain.uuid, packed.uuid]) {
      assert.deepEqual(JSON.parse(stored.find((event) => event.uuid === uuid)?.properties ?? ""), {
        $ai_model: "m",
        $ai_input: [{ role: "user", content: "blå 🚲" }],
        note: "a\r\nb",
        image: "data:image/jpeg;base64,/9g=",
      });
    }
  });

  test("of megabytes is stored", async () => {
    const event = newEvent();
    const long = new Blob(["x".repeat(3_000_000)], { type: "text/plain" });
    await client.expectStatus("capture_i_v0_ai", 200, await formOf({ event, "event.properties.long": long }));
    const token = { ...(await formOf({ event, "event.properties.long": long })), key: null };
    await client.expectError("capture_i_v0_ai", [401, "invalid_api_key", null], token);
  });
});

describe("an event in parts is refused", needs("wire", "state"), () => {
  const binary = new Blob([new Uint8Array(1024 * 1024 + 1)], { type: "image/png" });
  const refusals: [name: string, parts: object, refusal: [400 | 413, string, string | null]][] = [
    ["without the event first", { "event.properties": {}, event: newEvent() }, [400, "invalid_input", "event"]],
    ["if it is no object", { event: [] }, [400, "invalid_input", "event"]],
    ["if its name is no text", { event: { ...newEvent(), event: 5 } }, [400, "invalid_input", "event"]],
    [
      "with properties in two places",
      { event: { ...newEvent(), properties: {} }, "event.properties": {} },
      [400, "invalid_input", "properties"],
    ],
    ["with properties that are no object", { event: newEvent(), "event.properties": 1 }, [400, "parse_error", null]],
    ["if it is too large", { event: { ...newEvent(), more: "x".repeat(33_000) } }, [413, "request_too_large", null]],
    [
      "with too large properties",
      { event: newEvent(), "event.properties": { more: "x".repeat(983_040) } },
      [413, "request_too_large", null],
    ],
    ["with a large binary part", { event: newEvent(), "event.properties.a": binary }, [413, "request_too_large", null]],
  ];
  for (const [name, parts, refusal] of refusals) {
    test(name, async () => {
      await client.expectError("capture_i_v0_ai", refusal, await formOf({ ...parts }));
    });
  }

  test("without a boundary, and with half a part", async () => {
    const { text, headers } = await formOf({ event: newEvent() });
    const unbounded = { key, text, headers: { "content-type": "multipart/form-data" } };
    await client.expectError("capture_i_v0_ai", [400, "parse_error", null], unbounded);
    const half = { key, text: text.subarray(0, text.length / 2), headers };
    await client.expectError("capture_i_v0_ai", [400, "parse_error", null], half);
  });

  test("where no events are taken", async () => {
    for (const id of ["decide", "flags"] as const) {
      const parts = await formOf({ event: newEvent() });
      await client.expectError(id, [415, "unsupported_media_type", null], parts);
      const headers = { "content-type": "application/x-ndjson" };
      await client.expectError(id, [415, "unsupported_media_type", null], { key, text: "{}", headers });
    }
  });
});
