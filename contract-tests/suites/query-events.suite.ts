import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import LZString from "lz-string";
import { directClient } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { queryOperations } from "../contract/contract-document.ts";
import { openDirectStore } from "../services/open-direct-store.ts";
import { eventually } from "../support/poll.ts";

const client = directClient();
const { projectApiKey: token, personalApiKey, projectId } = target.tenant;

const base64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");
const packed = (value: unknown) => ({ data: base64(JSON.stringify(value)) });
const newEvent = (more: object = {}) => {
  const uuid = randomUUID();
  return { event: "from a query", uuid, properties: { token, distinct_id: "client", text: "blå 🚲 + & = %" }, ...more };
};

/** How events are packed in a query, by what they are. */
const ENCODINGS: Readonly<Record<string, (json: string) => Record<string, string> | string>> = {
  base64: (json) => ({ data: base64(json), ip: "1", _: "1773308463250", ver: "1.4.1" }),
  "base64, as said": (json) => ({ data: base64(json), compression: "base64" }),
  "base64, its pluses not encoded": (json) => `?ip=1&data=${base64(json)}`,
  "gzip in base64": (json) => ({ data: base64(gzipSync(json)), compression: "gzip-js" }),
  lz64: (json) => ({ data: LZString.compressToBase64(json), compression: "lz64" }),
  "plain JSON": (json) => ({ data: json }),
};

describe("events in the query of a GET", needs("store"), () => {
  for (const [encoding, encode] of Object.entries(ENCODINGS)) {
    test(`${encoding}: an event, a list and a batch are stored`, async () => {
      const events = [newEvent(), newEvent(), newEvent()];
      for (const id of queryOperations) {
        for (const body of [events[0], [events[1]], { api_key: token, batch: [events[2]] }]) {
          const query = encode(JSON.stringify(body));
          assert.deepEqual(await client.expectStatus(id, 200, { query }), { status: 1 });
        }
      }
      await eventually("the events are stored", async () => {
        const store = openDirectStore(environmentOf(target));
        const uuids = events.map(({ uuid }) => uuid);
        const stored = await store.findEvents(projectId, uuids);
        return (
          stored.length === events.length && stored.every(({ properties }) => properties.includes("blå 🚲 + & = %"))
        );
      });
    });
  }
});

describe("events in the query of a GET are refused as those of a POST", needs("state"), () => {
  for (const id of queryOperations) {
    test(id, async () => {
      const wrong = packed([newEvent(), newEvent({ event: 5 })]);
      await client.expectError(id, [400, "invalid_input", "batch__1__event"], { query: wrong });
      await client.expectError(id, [400, "parse_error", null], { query: { data: base64('{"event":') } });
      await client.expectError(id, [400, "required", "data"], { query: { ip: "1" } });
      await client.expectError(id, [401, "invalid_api_key", null], { query: packed({ event: "x", token: "phc_no" }) });
      const known = { ...packed(newEvent()), compression: "rar" };
      await client.expectError(id, [415, "unsupported_media_type", null], { query: known });
      const bomb = gzipSync(JSON.stringify(newEvent({ timestamp: "x".repeat(9_000_000) })), { level: 9 });
      await client.expectError(id, [413, "request_too_large", null], { query: { data: base64(bomb) } });
    });
  }

  test("a key that may only read sends no events", needs("tenants"), async () => {
    const query = packed({ event: "x", distinct_id: "x", project_id: projectId });
    for (const id of queryOperations) {
      await client.expectError(id, [403, "permission_denied", null], { query, key: target.readOnlyKey ?? "" });
    }
  });

  test("a personal key in the address is no key", async () => {
    for (const place of ["api_key", "personal_api_key"]) {
      const query = packed({ event: "x", distinct_id: "x", project_id: projectId, [place]: personalApiKey });
      for (const id of queryOperations) await client.expectError(id, [401, "invalid_api_key", null], { query });
    }
  });
});
