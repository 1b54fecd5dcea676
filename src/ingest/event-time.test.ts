import assert from "node:assert/strict";
import { test } from "node:test";
import { timeOrderedUuid } from "../lib/uuid.ts";
import { eventTime, parseIsoTime } from "./event-time.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const at = (text: string) => Date.parse(text);

const parsable: [string, string][] = [
  ["2026-04-30T10:00:00Z", "2026-04-30T10:00:00Z"],
  ["2026-04-30T10:00:00.123456Z", "2026-04-30T10:00:00.123Z"],
  ["2026-04-30T10:00:00,5Z", "2026-04-30T10:00:00.500Z"],
  ["2026-04-30T12:00:00+02:00", "2026-04-30T10:00:00Z"],
  ["2026-04-30T12:00:00+0200", "2026-04-30T10:00:00Z"],
  ["2026-04-30T05:00:00-05", "2026-04-30T10:00:00Z"],
  ["2026-04-30 10:00:00", "2026-04-30T10:00:00Z"],
  ["2026-04-30T10:00", "2026-04-30T10:00:00Z"],
  ["2026-04-30", "2026-04-30T00:00:00Z"],
  ["2028-02-29T10:00:00Z", "2028-02-29T10:00:00Z"],
  [" 2026-04-30T10:00:00z ", "2026-04-30T10:00:00Z"],
];

for (const [text, expected] of parsable) {
  test(`"${text}" is ${expected}`, () => assert.equal(parseIsoTime(text), at(expected)));
}

for (const text of [
  "",
  "yesterday",
  "2026-13-01",
  "2026-02-29",
  "2026-02-30T10:00:00Z",
  "2026-04-31T10:00:00Z",
  "2026-04-30T25:00:00Z",
  "20260430",
  "1777543200",
  "0000-01-01",
  "x".repeat(1e6),
]) {
  test(`"${text.slice(0, 30)}" is not a time`, () => assert.equal(parseIsoTime(text), null));
}

for (const value of [null, undefined, 1777543200000, {}, ["2026-04-30"]]) {
  test(`${JSON.stringify(value)} is not a time`, () => assert.equal(parseIsoTime(value), null));
}

const RANDOM = "0d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d";
const uuidAt = (seconds: number) => timeOrderedUuid(NOW + seconds * 1000);

/** Returns times that were sent so many seconds before their arrival, by the client's clock. */
function sentAgo(
  seconds: number,
  { timestamp, ...times }: { timestamp?: number; offset?: number; uuid?: string },
): Parameters<typeof eventTime>[0] {
  const sentAt = new Date(NOW - seconds * 1000).toISOString();
  return { ...times, sentAt, ...(timestamp && { timestamp: new Date(timestamp).toISOString() }) };
}

const cases: [string, Parameters<typeof eventTime>[0], string][] = [
  ["no time", {}, "2026-05-01T12:00:00Z"],
  ["only a timestamp", { timestamp: "2026-04-30T10:00:00Z" }, "2026-04-30T10:00:00Z"],
  [
    "a client clock one hour slow",
    { timestamp: "2026-05-01T10:58:00Z", sentAt: "2026-05-01T11:00:00Z" },
    "2026-05-01T11:58:00Z",
  ],
  [
    "a client clock one year fast",
    { timestamp: "2027-05-01T11:50:00Z", sentAt: "2027-05-01T12:00:00Z" },
    "2026-05-01T11:50:00Z",
  ],
  [
    "correction turned off",
    { timestamp: "2026-05-01T10:58:00Z", sentAt: "2026-05-01T11:00:00Z", ignoreSentAt: true },
    "2026-05-01T10:58:00Z",
  ],
  ["an unreadable sent_at", { timestamp: "2026-05-01T10:00:00Z", sentAt: "soon" }, "2026-05-01T10:00:00Z"],
  ["an unreadable timestamp", { timestamp: "soon", sentAt: "2026-05-01T11:00:00Z" }, "2026-05-01T12:00:00Z"],
  ["an offset", { offset: 90_000 }, "2026-05-01T11:58:30Z"],
  ["delivered 15 s late", sentAgo(15, { timestamp: at("2026-05-01T11:59:40Z") }), "2026-05-01T11:59:40Z"],
  ["delivered 119 s late", sentAgo(119, { timestamp: at("2026-05-01T11:58:00Z") }), "2026-05-01T11:58:00Z"],
  ["a clock 2 s fast", sentAgo(-2, { timestamp: at("2026-05-01T12:00:01Z") }), "2026-05-01T12:00:01Z"],
  ["a clock 3 minutes slow", sentAgo(180, { timestamp: at("2026-05-01T11:56:50Z") }), "2026-05-01T11:59:50Z"],
  ["a clock 3 minutes fast", sentAgo(-180, { timestamp: at("2026-05-01T12:02:50Z") }), "2026-05-01T11:59:50Z"],
  ["an offset delivered 15 s late", sentAgo(15, { offset: 5000 }), "2026-05-01T11:59:40Z"],
  ["an offset by a clock 1 h slow", sentAgo(3600, { offset: 5000 }), "2026-05-01T11:59:55Z"],
  ["an offset sent again after 40 s", sentAgo(0, { offset: 5000, uuid: uuidAt(-45) }), "2026-05-01T11:59:15Z"],
  ["an offset and a uuid of later", sentAgo(0, { offset: 9e8, uuid: uuidAt(-5) }), "2026-04-21T02:00:00Z"],
  ["an offset and a random uuid", sentAgo(0, { offset: 5000, uuid: RANDOM }), "2026-05-01T11:59:55Z"],
  ["no timestamp, delivered 15 s late", sentAgo(15, {}), "2026-05-01T11:59:45Z"],
  ["queued for three days", sentAgo(1, { timestamp: at("2026-04-28T10:00:00Z") }), "2026-04-28T10:00:00Z"],
  ["a timestamp wins over an offset", { timestamp: "2026-05-01T10:00:00Z", offset: 90_000 }, "2026-05-01T10:00:00Z"],
  ["an offset out of range", { offset: 1e300 }, "2026-05-01T12:00:00Z"],
  ["22 hours ahead", { timestamp: "2026-05-02T10:00:00Z" }, "2026-05-02T10:00:00Z"],
  ["24 hours ahead", { timestamp: "2026-05-02T12:00:00Z" }, "2026-05-01T12:00:00Z"],
  ["long ago", { timestamp: "1999-01-01T00:00:00Z" }, "1999-01-01T00:00:00Z"],
];

for (const [name, times, expected] of cases) {
  test(`event time: ${name}`, () => assert.equal(eventTime(times, NOW).timestamp, at(expected)));
}
