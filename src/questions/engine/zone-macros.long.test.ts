import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Child, startChild } from "../../lib/threads/start-child.ts";
import { startOfLocal } from "../kinds/date-range.ts";
import { toLocal, toUtc } from "../kinds/time-zone.ts";
import type { EngineMethods } from "./engine-methods.ts";

/** Zones and days on which their clocks change: by an hour or half of one, at midnight, over a day, or never. */
const CHANGES = [
  ["Europe/Berlin", "2025-10-26"],
  ["America/New_York", "2025-11-02"],
  ["Africa/Cairo", "2025-10-31"],
  ["America/Havana", "2026-03-08"],
  ["America/Havana", "2026-11-01"],
  ["America/Santiago", "2026-09-06"],
  ["Asia/Beirut", "2026-10-25"],
  ["America/St_Johns", "2010-11-07"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Pacific/Apia", "2011-12-30"],
  ["Asia/Kathmandu", "2026-05-01"],
  ["Pacific/Kiritimati", "2026-05-01"],
] as const;
const UNITS = ["minute", "hour", "day", "week", "month", "year"] as const;
const MINUTE_MS = 60_000;

describe("parts of time in SQL begin where clocks of the zone say", () => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), "sightline-zones-"));
  let engine: Child<EngineMethods>;

  before(async () => {
    engine = startChild<EngineMethods>("questions/engine/engine-process");
    await engine.remote.configure({ memoryBytes: 2 ** 28, threads: 1, temporaryFolder, temporaryBytes: 2 ** 20 });
  });
  after(async () => {
    engine.process.kill();
    await engine.ended;
    rmSync(temporaryFolder, { recursive: true });
  });

  for (const [timeZone, day] of CHANGES) {
    test(`${timeZone} around ${day}`, async () => {
      await engine.remote.open(timeZone, { folder: null, timeZone, weekStart: 0 });
      const noon = Date.parse(`${day}T12:00:00Z`);
      const times = Array.from({ length: 8 * 24 * 2 }, (_, index) => noon + (index - 192) * 29 * MINUTE_MS + 1);
      const starts = [
        ...UNITS.map((unit) => `date_trunc('${unit}', t)`),
        "toStartOfHour(t), toStartOfDay(t), toMonday(t), toStartOfWeek(t), toStartOfWeek(t, 1), toStartOfTenMinutes(t)",
        "toStartOfInterval(t, INTERVAL 15 MINUTE), toStartOfInterval(t, INTERVAL 1 DAY)",
      ].join(", ");
      const columns = starts.replaceAll(/[a-zA-Z_]+\((?:[^()]|\([^()]*\))*\)/g, (call) => `epoch_ms(${call})`);
      const sql = `SELECT ${columns} FROM (SELECT to_timestamp(unnest([${times}]) / 1000) AS t)`;
      const limits = { maxRows: 1000, maxBytes: 1e6, timeoutMs: 120_000 };
      const answer = await engine.remote.ask({ project: timeZone, sql, values: {}, isForeign: true, ...limits });
      const expected = times.map((ms) => {
        const local = toLocal(timeZone, ms);
        const within = (lengthMs: number) => ms - (local % lengthMs);
        const first = (unit: "day" | "week" | "month" | "year", weekStart: 0 | 1) =>
          toUtc(timeZone, startOfLocal(unit, local, weekStart));
        const hour = within(60 * MINUTE_MS);
        return [
          ...[within(MINUTE_MS), hour, ...(["day", "week", "month", "year"] as const).map((unit) => first(unit, 1))],
          ...[hour, first("day", 1), first("week", 1), first("week", 0), first("week", 1), within(10 * MINUTE_MS)],
          ...[within(15 * MINUTE_MS), first("day", 1)],
        ];
      });
      assert.deepEqual(JSON.parse(answer.rows), expected);
    });
  }
});
