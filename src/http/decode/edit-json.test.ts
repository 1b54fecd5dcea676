import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonValue, anyName } from "../../../test/support/any-json.ts";
import { withEventNames, withoutMembers } from "./edit-json.ts";

const KEYS = ["api_key", "personal_api_key"];
const without = (json: string) => Buffer.from(withoutMembers(Buffer.from(json), KEYS)).toString();
const named = (json: string) => Buffer.from(withEventNames(Buffer.from(json), "$set")).toString();

test("members are removed wherever and however they are written", () => {
  const cases: [json: string, edited: string][] = [
    ['{"api_key":"phx_1"}', "{}"],
    [' { "a" : 1e999 , "api_key" : {"api_key":[1]} , "b":[{"api_key":2}] } ', '{"a" : 1e999,"b":[{"api_key":2}]}'],
    ['{"\\u0061pi_key":1,"personal_api_key":2,"api_key":3,"__proto__":4,"":5}', '{"__proto__":4,"":5}'],
  ];
  for (const [json, edited] of cases) assert.equal(without(json), edited);
});

test("the other members stay verbatim", () => {
  const name = fc.oneof(fc.constantFrom(...KEYS), anyName);
  fc.assert(
    fc.property(fc.dictionary(name, anyJsonValue, { noNullPrototype: true }), fc.constantFrom(0, 2), (map, space) => {
      const rest = Object.fromEntries(Object.entries(map).filter(([key]) => !KEYS.includes(key)));
      assert.deepEqual(JSON.parse(without(JSON.stringify(map, null, space))), JSON.parse(JSON.stringify(rest)));
    }),
  );
});

test("events without a name get one, in a list and in a batch", () => {
  const cases: [json: string, edited: string][] = [
    ["[]", "[]"],
    ['[{},{"a":{"event":1}},5,[{}]]', '[{"event":"$set"},{"event":"$set","a":{"event":1}},5,[{}]]'],
    ['[{"\\u0065vent":"x"}]', '[{"\\u0065vent":"x"}]'],
    ['{"a":[{}],"batch":[ { "n":1e999 } ]}', '{"a":[{}],"batch":[ {"event":"$set", "n":1e999 } ]}'],
    ['{"batch":5}', '{"batch":5}'],
  ];
  for (const [json, edited] of cases) assert.equal(named(json), edited);
});
