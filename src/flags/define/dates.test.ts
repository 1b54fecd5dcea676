import assert from "node:assert/strict";
import { test } from "node:test";
import { dateOfFilter, dateOfProperty, parseDate, relativeDate } from "./dates.ts";

const NOON = Date.UTC(2024, 2, 5, 12);

test("dates are accepted in the formats of clients; the default zone is UTC", () => {
  const cases: [string, string | undefined][] = [
    ["2024-03-05", "2024-03-05T00:00:00.000Z"],
    ["2024/03/05", "2024-03-05T00:00:00.000Z"],
    ["2024-03-05T12:00", "2024-03-05T12:00:00.000Z"],
    ["2024-03-05 12:00:01", "2024-03-05T12:00:01.000Z"],
    ["2024-03-05T12:00:01.5Z", "2024-03-05T12:00:01.500Z"],
    ["2024-03-05T12:00:01.123456+00:00", "2024-03-05T12:00:01.123Z"],
    ["2024-03-05T12:00:00+02:00", "2024-03-05T10:00:00.000Z"],
    ["2024-03-05 12:00:00 -0530", "2024-03-05T17:30:00.000Z"],
    ["2024-03-05 12:00:00 UTC", "2024-03-05T12:00:00.000Z"],
    ["Tue, 05 Mar 2024 12:00:00 GMT", "2024-03-05T12:00:00.000Z"],
    ["Tue Mar 05 2024 12:00:00 GMT+0100 (Central European Standard Time)", "2024-03-05T11:00:00.000Z"],
    ["March 5, 2024", "2024-03-05T00:00:00.000Z"],
    ["2024-02-30", undefined],
    ["2024-13-01", undefined],
    ["2024-03-05T25:00:00Z", undefined],
    ["yesterday", undefined],
    ["hello 1", undefined],
    ["", undefined],
    ["-7d", undefined],
  ];
  for (const [text, expected] of cases) {
    const time = parseDate(text);
    assert.equal(time === undefined ? undefined : new Date(time).toISOString(), expected, text);
  }
});

test("the result does not depend on the server's time zone", () => {
  const zone = process.env.TZ;
  try {
    for (const TZ of ["America/New_York", "Asia/Tokyo", "UTC"]) {
      process.env.TZ = TZ;
      assert.equal(parseDate("2024-03-05T12:00:00"), NOON);
      assert.equal(parseDate("Mar 5, 2024 12:00"), NOON);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test("relative dates are before now; months and years keep the day if possible", () => {
  const cases: [string, string, string | undefined][] = [
    ["2024-03-05T12:00:00Z", "-24h", "2024-03-04T12:00:00.000Z"],
    ["2024-03-05T12:00:00Z", "-7d", "2024-02-27T12:00:00.000Z"],
    ["2024-03-05T12:00:00Z", "7d", "2024-02-27T12:00:00.000Z"],
    ["2024-03-05T12:00:00Z", "-1w", "2024-02-27T12:00:00.000Z"],
    ["2024-03-05T12:00:00Z", "-1m", "2024-02-05T12:00:00.000Z"],
    ["2024-03-05T12:00:00Z", "-1y", "2023-03-05T12:00:00.000Z"],
    ["2024-03-31T12:00:00Z", "-1m", "2024-02-29T12:00:00.000Z"],
    ["2023-03-31T12:00:00Z", "-2m", "2023-01-28T12:00:00.000Z"],
    ["2024-01-31T12:00:00Z", "-13m", "2022-12-28T12:00:00.000Z"],
    ["2024-02-29T12:00:00Z", "-1y", "2023-02-28T12:00:00.000Z"],
    ["2024-02-29T12:00:00Z", "-4y", "2020-02-28T12:00:00.000Z"],
    ["2024-03-05T12:00:00Z", "-0d", "2024-03-05T12:00:00.000Z"],
    ["2024-03-05T12:00:00Z", "-10000d", undefined],
    ["2024-03-05T12:00:00Z", "-7x", undefined],
    ["2024-03-05T12:00:00Z", "-1.5d", undefined],
    ["2024-03-05T12:00:00Z", "--7d", undefined],
  ];
  for (const [now, text, expected] of cases) {
    const time = relativeDate(text, Date.parse(now));
    assert.equal(time === undefined ? undefined : new Date(time).toISOString(), expected, `${now} ${text}`);
  }
});

test("a property may be seconds, milliseconds or text; a filter also a time before now", () => {
  for (const value of [NOON, NOON / 1000, String(NOON), String(NOON / 1000), "2024-03-05T12:00:00Z"]) {
    assert.equal(dateOfProperty(value), NOON, String(value));
  }
  for (const value of [null, true, [], {}, "-7d", "soon"]) assert.equal(dateOfProperty(value), undefined);
  assert.equal(dateOfFilter("-1h", NOON), NOON - 3_600_000);
  assert.equal(dateOfFilter("2024-03-05T12:00:00Z", 0), NOON);
  for (const value of [NOON, NOON / 1000, String(NOON)]) assert.equal(dateOfFilter(value, 0), NOON);
  for (const value of [1e300, -1e15, null, true, "soon", "", "-9999y"]) {
    assert.equal(dateOfFilter(value, NOON), undefined, String(value));
  }
});
