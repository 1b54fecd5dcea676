import assert from "node:assert/strict";
import { test } from "node:test";
import { nextDeliveryOf, type Schedule, summaryOf } from "./delivery-dates.ts";

const schedule = (fields: Partial<Schedule>): Schedule => {
  const every = { frequency: "daily", interval: 1, byweekday: null, bysetpos: null, until_date: null } as const;
  return { ...every, start_date: "2026-01-05T07:00:00Z", ...fields };
};
const after = (fields: Partial<Schedule>, time: string, zone = "Europe/Oslo") => {
  const next = nextDeliveryOf(schedule(fields), zone, Date.parse(time));
  return next === null ? null : new Date(next).toISOString().slice(0, 16);
};

test("the time of day is that of the project's clocks, across changes of these", () => {
  assert.equal(after({}, "2026-03-27T12:00Z"), "2026-03-28T07:00");
  assert.equal(after({}, "2026-03-28T12:00Z"), "2026-03-29T06:00");
  assert.equal(after({}, "2026-10-24T12:00Z"), "2026-10-25T07:00");
  assert.equal(after({}, "2026-03-28T12:00Z", "UTC"), "2026-03-29T07:00");
  const skipped = { start_date: "2026-01-05T01:30:00Z" }; // 2:30, which 29 March does not have
  assert.equal(after(skipped, "2026-03-28T12:00Z"), "2026-03-29T01:00");
  assert.equal(after(skipped, "2026-03-29T12:00Z"), "2026-03-30T00:30");
  const repeated = { start_date: "2026-01-05T01:30:00Z" };
  assert.equal(after(repeated, "2026-10-24T12:00Z"), "2026-10-25T00:30");
  assert.equal(after(repeated, "2026-10-25T00:30Z"), "2026-10-26T01:30", "once, although clocks show 2:30 again");
});

test("a start is the first, and what was missed is not made up for", () => {
  assert.equal(after({}, "2025-01-01T00:00Z"), "2026-01-05T07:00");
  assert.equal(after({}, "2026-01-05T06:59Z"), "2026-01-05T07:00");
  assert.equal(after({}, "2026-01-05T07:00Z"), "2026-01-06T07:00");
  assert.equal(after({}, "2026-01-15T09:00Z"), "2026-01-16T07:00");
});

test("intervals count from the start", () => {
  assert.equal(after({ interval: 3 }, "2026-01-06T00:00Z"), "2026-01-08T07:00");
  assert.equal(after({ frequency: "weekly", interval: 2 }, "2026-01-06T00:00Z"), "2026-01-19T07:00");
  const monday = { frequency: "weekly", interval: 2, byweekday: ["monday", "friday"] } as const;
  assert.equal(after({ ...monday, byweekday: [...monday.byweekday] }, "2026-01-06T00:00Z"), "2026-01-09T07:00");
  assert.equal(after({ ...monday, byweekday: [...monday.byweekday] }, "2026-01-09T08:00Z"), "2026-01-19T07:00");
  assert.equal(after({ frequency: "yearly" }, "2026-01-06T00:00Z"), "2027-01-05T07:00");
  assert.equal(
    after({ start_date: "1970-01-01T07:00:00Z", frequency: "monthly" }, "2026-01-06T00:00Z"),
    "2026-02-01T07:00",
  );
  assert.equal(after({ start_date: "1970-01-01T07:00:00Z" }, "2026-01-06T08:00Z"), "2026-01-07T07:00");
});

test("shorter months have their last day, and weekdays a place in a month", () => {
  const end = { frequency: "monthly", start_date: "2026-01-31T07:00:00Z" } as const;
  assert.equal(after(end, "2026-02-01T00:00Z"), "2026-02-28T07:00");
  assert.equal(after(end, "2026-03-01T00:00Z"), "2026-03-31T06:00");
  const first = { frequency: "monthly", byweekday: ["monday"], bysetpos: 1 } as Partial<Schedule>;
  assert.equal(after(first, "2026-01-06T00:00Z"), "2026-02-02T07:00");
  assert.equal(after({ ...first, bysetpos: -1 }, "2026-01-06T00:00Z"), "2026-01-26T07:00");
  assert.equal(after({ ...first, bysetpos: null }, "2026-01-06T00:00Z"), "2026-01-12T07:00");
  const leap = { frequency: "yearly", start_date: "2024-02-29T07:00:00Z" } as const;
  assert.equal(after(leap, "2026-01-01T00:00Z"), "2026-02-28T07:00");
});

test("it ends, or never begins", () => {
  assert.equal(after({ until_date: "2026-01-07T07:00:00Z" }, "2026-01-06T12:00Z"), "2026-01-07T07:00");
  assert.equal(after({ until_date: "2026-01-07T07:00:00Z" }, "2026-01-07T12:00Z"), null);
  assert.equal(after({ frequency: "weekly", byweekday: ["monday"], bysetpos: 2 }, "2026-01-07T12:00Z"), null);
  assert.equal(after({ interval: 7, byweekday: ["friday"] }, "2026-01-07T12:00Z"), null);
});

test("a summary says when it is sent", () => {
  assert.equal(summaryOf(schedule({})), "sent every day");
  const days = { frequency: "weekly", interval: 2, byweekday: ["monday", "friday"] } as Partial<Schedule>;
  assert.equal(summaryOf(schedule(days)), "sent every 2 weeks on Monday or Friday");
  const last = { frequency: "monthly", byweekday: ["friday"], bysetpos: -1 } as Partial<Schedule>;
  assert.equal(summaryOf(schedule(last)), "sent every month on the last Friday");
});
