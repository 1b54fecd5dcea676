import assert from "node:assert/strict";
import { test } from "node:test";
import { splitBatch } from "./read-events.ts";

const SENT = '"2026-03-12T09:43:00.000Z é"';
const KB = 1024;
const event = (kilobytes: number) => `{"event":"é","properties":{"text":"${"x".repeat(kilobytes * KB - 40)}"}}`;

function split(json: string): { parts: string[]; bytes: number } {
  const { json: all, partBytes = [all.byteLength] } = splitBatch(Buffer.from(json));
  let end = 0;
  const parts = partBytes.map((bytes) => {
    end += bytes;
    return Buffer.from(all.subarray(end - bytes, end)).toString();
  });
  return { parts, bytes: all.byteLength - end };
}

test("a batch of up to a megabyte stays as it is", () => {
  const json = Buffer.from(`{"api_key":"phc_1","batch":[${[event(500), event(500)]}]}`);
  assert.deepEqual(splitBatch(json), { json });
});

test("a larger batch becomes several of up to a megabyte, with the same events in the same order", () => {
  const events = [event(600), "7", event(300), event(200), event(900), "null", event(5000), "{}"];
  const { parts, bytes } = split(`{"api_key":"phc_1", "batch" : [${events.join(" , ")}], "sent_at": ${SENT}}`);
  assert.equal(bytes, 0);
  const read = parts.map((part) => JSON.parse(part));
  assert.deepEqual(
    read.flatMap(({ batch }) => batch),
    events.map((text) => JSON.parse(text)),
  );
  assert.deepEqual(
    read.map(({ batch }) => batch.length),
    [3, 1, 2, 1, 1],
  );
  for (const { sent_at } of read) assert.equal(JSON.stringify(sent_at), SENT);
});

test("of repeated fields the last counts, and a sent_at that is no time is left out", () => {
  const list = [event(700), event(700)];
  const { parts } = split(`{"batch":["x"],"sent_at":1,"batch":[${list}],"sent_at":"${"9".repeat(200)}"}`);
  assert.deepEqual(parts, [`{"batch":[${list[0]}]}`, `{"batch":[${list[1]}]}`]);
});

test("a single event, and a batch without events, stay as they are, whatever their size", () => {
  for (const text of [`{"batch":[${event(3000)}]}`, `{"batch":[],"fill":${event(3000)}}`]) {
    const json = Buffer.from(text);
    assert.equal(splitBatch(json).json, json);
  }
});
