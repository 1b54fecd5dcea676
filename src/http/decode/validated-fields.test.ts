import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonValue } from "../../../test/support/any-json.ts";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import { loadContract } from "../contract/contract.ts";
import { parseEvents } from "./parse-body.ts";
import { EVENT_FIELDS } from "./validated-fields.ts";

const contract = await loadContract();
const UUID = "0190a6f0-0000-4000-8000-000000000000";
const value = fc.oneof(anyJsonValue, fc.constantFrom(UUID, {}, [], ["a"], null, "x", 1, "1", true));
const fields = fc.dictionary(fc.constantFrom(...EVENT_FIELDS, "other", "__proto__", ""), value, { maxKeys: 6 });
const batches = fc.record({ api_key: value, batch: fc.array(fc.oneof(fields, value), { maxLength: 4 }) });

function refusal(id: "capture" | "batch", body: unknown): unknown {
  try {
    contract.checkBody(id, body);
    return null;
  } catch (error) {
    return error;
  }
}

test("the contract allows what is left of events exactly if it allows the events", () => {
  fc.assert(
    fc.property(fc.oneof(fields, batches, fc.array(fields, { maxLength: 3 })), (body) => {
      const json = JSON.stringify(body);
      for (const id of ["capture", "batch"] as const) {
        const reduced = refusal(
          id,
          parseEvents(Buffer.from(json), () => false),
        );
        assert.deepEqual(reduced, refusal(id, JSON.parse(json)), json);
      }
    }),
    { numRuns: 300 },
  );
});

test("the contract has no other fields of events, and allows anything in their objects", async () => {
  const { schemas } = JSON.parse(await readFile(COMPLETE_JSON, "utf8")).components;
  const names = ["Event", "BatchEvent", "CaptureRequest", "BatchRequest", "Credentials"];
  const parts = (schema: { allOf?: object[]; properties?: object }): object[] => [
    schema.properties ?? {},
    ...(schema.allOf ?? []).flatMap((part) => ("$ref" in part ? [] : parts(part))),
  ];
  for (const properties of names.flatMap((name) => parts(schemas[name]))) {
    for (const [name, schema] of Object.entries(properties)) {
      assert.ok(EVENT_FIELDS.includes(name), name);
      for (const { type, additionalProperties = true, ...rest } of [schema, ...(schema.oneOf ?? [])]) {
        if (![type].flat().includes("object")) continue;
        assert.deepEqual([additionalProperties, Object.keys(rest).filter((key) => key !== "description")], [true, []]);
      }
    }
  }
});

test("the key of the first event is left, and nothing else of its properties", () => {
  const read = (json: string) => JSON.stringify(parseEvents(Buffer.from(json), () => false));
  const event = '{"event":"e","other":{"a":1},"properties":{"token":"t","a":{"token":1}},"$set":{"a":1}}';
  const first = '{"event":"e","properties":{"token":"t"},"$set":{}}';
  const second = '{"event":"e","properties":{},"$set":{}}';
  assert.equal(read(event), first);
  assert.equal(read(`[${event},${event},7]`), `[${first},${second},7]`);
  assert.equal(read(`{"batch":[${event},${event}],"batches":[]}`), `{"batch":[${first},${second}]}`);
});
