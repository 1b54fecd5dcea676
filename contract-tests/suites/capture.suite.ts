import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const { projectApiKey: api_key } = target.tenant;
const ACCEPTED = { status: 1 };
const sessionId = `kinds-${randomUUID()}`;

after(async () => {
  if (target.kind !== "url") return;
  await eventually("the recording is removed", async () => {
    return (await client.request("session_recordings_destroy", { path: { id: sessionId } })).status === 204;
  });
});

describe("capture: what libraries send besides the specification is accepted", () => {
  const kinds: Record<string, Record<string, unknown>> = {
    "no properties": { event: "opened" },
    "properties that are null": { event: "opened", properties: null },
    "properties to set once": { event: "$identify", $set_once: { seen: "here" } },
    "properties to remove, as a list": { event: "opened", $unset: ["plan"] },
    "properties to remove, as an object": { event: "opened", $unset: { plan: "" } },
    $snapshot: {
      event: "$snapshot",
      properties: { $session_id: sessionId, $snapshot_data: { type: 4, timestamp: 1, data: {} } },
    },
    "unknown fields": { event: "opened", library: "x", nested: { a: [1] } },
    "the distinct id in the properties": {
      distinct_id: undefined,
      event: "opened",
      properties: { distinct_id: "p" },
    },
    "a number as the distinct id": { event: "opened", distinct_id: 4812 },
  };
  for (const [title, fields] of Object.entries(kinds)) {
    test(`${title}`, async () => {
      const json = { api_key, distinct_id: `kinds-${randomUUID()}`, ...fields };
      assert.deepEqual(await client.expectStatus("capture", 200, { json }), ACCEPTED);
    });
  }
});

describe("capture: invalid fields are refused", () => {
  const wrong: Record<string, [Record<string, unknown>, string]> = {
    "properties that are a list": [{ properties: [] }, "properties"],
    "properties that are a string": [{ properties: "model" }, "properties"],
    "a name that is a number": [{ event: 17 }, "event"],
    "a name that is an object": [{ event: {} }, "event"],
    "a distinct id that is an object": [{ distinct_id: {} }, "distinct_id"],
    "a distinct id that is a list": [{ distinct_id: ["a"] }, "distinct_id"],
    "a timestamp that is a number": [{ timestamp: 1773308463250 }, "timestamp"],
    "an offset that is a string": [{ offset: "12" }, "offset"],
    "properties to set that are a list": [{ $set: [] }, "$set"],
    "properties to set once that are a string": [{ $set_once: "x" }, "$set_once"],
    "properties to remove that are a number": [{ $unset: 4 }, "$unset"],
    "a context that is a string": [{ context: "web" }, "context"],
    "a key that is a number": [{ api_key: 12 }, "api_key"],
  };
  for (const [title, [fields, attr]] of Object.entries(wrong)) {
    test(`${title}: 400 with attr ${attr}`, async () => {
      const json = { api_key, event: "wrong", distinct_id: "x", ...fields };
      await client.expectError("capture", [400, "invalid_input", attr], { json });
    });
  }
});
