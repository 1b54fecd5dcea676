import assert from "node:assert/strict";
import { test } from "node:test";
import { toBatchJson } from "./events-with-results.ts";

function batchOf(json: string, refused: readonly number[] = [], headers = {}): string {
  return Buffer.from(toBatchJson(Buffer.from(json), (index) => refused.includes(index), headers)).toString();
}

test("what is not lifted stays as it came, and refused events become null", () => {
  const [one, two] = ['{ "event":"e",\n"n":1.00 , "properties":{"a":[1e400]}}', '{"properties":{"options":{"a":1}}}'];
  assert.equal(
    batchOf(`{"api_key":"k","batch":[ ${one} , 5,${two},${one}]}`, [3]),
    `{"batch":[${one},null,${two},null]}`,
  );
  assert.equal(batchOf('{"batch":[]}'), '{"batch":[]}');
});

test("of several members with one name the last counts", () => {
  const last = '[{"session_id":"a","session_id":"b","properties":{"$lib":1},"properties":{}}]';
  const body = `{"batch":[{"a":1},7],"batch":5,"b\\u0061tch":${last}}`;
  assert.match(batchOf(body), /^\{"batch":\[\{.*"properties":\{"\$session_id":"b"\}\}\]\}$/s);
  const none = '{"batch":[{"session_id":"a","properties":{"b":1},"properties":null}]}';
  assert.deepEqual(JSON.parse(batchOf(none)).batch[0].properties, { $session_id: "a" });
});

test("names of libraries that are too long or of another form are ignored", () => {
  const added = (library: string) => JSON.parse(batchOf('{"batch":[{"a":1}]}', [], { library })).batch[0].properties;
  assert.deepEqual(added("posthog-node/5.70.0"), { $lib: "posthog-node", $lib_version: "5.70.0" });
  for (const library of ["", "x", "x/", "/1", "x/y/z", `${"x".repeat(61)}/1`, `x/${"1".repeat(40)}`, 'a"/1']) {
    assert.equal(added(library), undefined);
  }
});

test("the time of sending is escaped", () => {
  assert.deepEqual(JSON.parse(batchOf('{"batch":[]}', [], { sentAtHeader: '"\\' })), { sent_at: '"\\', batch: [] });
});
