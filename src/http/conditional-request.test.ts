import assert from "node:assert/strict";
import { test } from "node:test";
import { etagMatches, etagOf, ifRangeMatches, parseRange } from "./conditional-request.ts";

test("the tag of a text is its hash, in characters that headers may have", () => {
  assert.equal(etagOf("abc"), '"qZk-NkcGgWq6PiVxeFDCbJzQ2J0"');
});

test("a client has the content that one of its tags names, strong or weak, or any", () => {
  for (const tags of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" ,"c"', "*"])
    assert.equal(etagMatches(tags, '"a"'), true, tags);
  for (const tags of ["", '"b"', "a", '"a-gzip"', '"b", "c"']) assert.equal(etagMatches(tags, '"a"'), false, tags);
});

test("a part is wanted of the content that it is meant for", () => {
  for (const condition of ["", '"a"']) assert.equal(ifRangeMatches(condition, '"a"'), true, condition);
  for (const condition of ['"b"', 'W/"a"', "Tue, 01 Jan 2030 00:00:00 GMT", "*"]) {
    assert.equal(ifRangeMatches(condition, '"a"'), false, condition);
  }
});

test("a part is what one range names", () => {
  const cases: [range: string, bytes: number, expected: unknown][] = [
    ["bytes=0-0", 10, { first: 0, last: 0 }],
    ["bytes=2-5", 10, { first: 2, last: 5 }],
    ["BYTES=2-", 10, { first: 2, last: 9 }],
    ["bytes=2-99", 10, { first: 2, last: 9 }],
    ["bytes=-3", 10, { first: 7, last: 9 }],
    ["bytes=-99", 10, { first: 0, last: 9 }],
    ["bytes=10-", 10, "none"],
    ["bytes=99-100", 10, "none"],
    ["bytes=-0", 10, "none"],
    ["bytes=-00", 10, "none"],
    ["bytes=-5", 0, "none"],
    ["bytes=0-", 0, "none"],
    ["bytes=99999999999999999999999-", 10, "none"],
    ["", 10, null],
    ["bytes=-", 10, null],
    ["bytes=5-2", 10, null],
    ["bytes=0-1,4-5", 10, null],
    ["bytes=a-b", 10, null],
    ["lines=0-1", 10, null],
    ["bytes 0-1", 10, null],
  ];
  for (const [range, bytes, expected] of cases) assert.deepEqual(parseRange(range, bytes), expected, range);
});
