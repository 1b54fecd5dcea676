import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveRange } from "./date-range.ts";

const DAY_MS = 86_400_000;
const CALENDAR = { timeZone: "UTC", weekStart: 0, now: 3 * DAY_MS } as const;

test("a question is about times since 1970, of which the first day is one", () => {
  const ask = (date_from: string) => resolveRange({ date_from, date_to: "1970-01-02" }, CALENDAR);
  const twoDays = { from: 0, to: 2 * DAY_MS };
  assert.deepEqual(ask("1970-01-01"), twoDays);
  assert.deepEqual(resolveRange({ date_from: "all", date_to: "1970-01-02" }, CALENDAR, -5), twoDays);
  assert.throws(() => ask("1969-12-31"), /Ask for times after 1970/);
});
