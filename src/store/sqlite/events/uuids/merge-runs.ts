import type { Sql } from "../../sqlite-connection.ts";
import { Entries, MAX_ENTRIES } from "./entries.ts";
import { appendEntries, END, insertRun, type Run, takeEntries } from "./runs.ts";

/** Runs of a level that become one of the next. */
const FAN_OUT = 8;
/** A run of this level has up to a billion entries, whose ids are counted from the first one with 32 bits. */
const MAX_LEVEL = 6;

export interface Leftovers {
  /** Events up to this id are known without their rows. */
  readonly leftUntil: number;
  readonly oldestId: number;
}

/** Merges runs, low levels first, up to a budget of entries; updates `runs`, too. Returns whether it did anything. */
export function mergeRuns(sql: Sql, runs: Run[], budget: number, leftovers: Leftovers): boolean {
  let left = budget;
  for (let level = 0; level < MAX_LEVEL && left > 0; level++) {
    const target = runs.find((run) => run.level === level + 1 && run.high < END) ?? begin(sql, runs, level);
    if (target) left -= advance(sql, runs, target, Math.min(left, MAX_ENTRIES / 2), leftovers);
  }
  return left < budget;
}

function begin(sql: Sql, runs: Run[], level: number): Run | undefined {
  const complete = runs.filter((run) => run.level === level && run.high === END && run.target === null);
  if (complete.length < FAN_OUT) return undefined;
  const inputs = complete.toSorted((a, b) => a.first_id - b.first_id).slice(0, FAN_OUT);
  const target = insertRun(sql, runs, {
    level: level + 1,
    first_id: Math.min(...inputs.map((run) => run.first_id)),
    entries: inputs.reduce((sum, run) => sum + run.entries, 0),
  });
  for (const { run } of inputs) sql.run("UPDATE uuid_runs SET target = ? WHERE run = ?", target.run, run);
  for (const run of inputs) runs[runs.indexOf(run)] = { ...run, target: target.run };
  runs.push(target);
  return target;
}

/** Moves entries of the next range of fingerprints to the target. Returns about how many. */
function advance(sql: Sql, runs: Run[], target: Run, budget: number, { leftUntil, oldestId }: Leftovers): number {
  const from = target.high;
  const to = Math.min(END, from + Math.ceil((END * budget) / target.entries));
  const taken = new Entries(Math.ceil(budget * 1.25));
  for (const run of runs) if (run.target === target.run) takeEntries(sql, run, from, to, taken);
  const { size } = taken;
  taken.keep((id) => id <= leftUntil || id >= oldestId);
  const sorted = taken.sorted();
  appendEntries(sql, target, sorted, to);
  const { filter } = target;
  if (filter?.until === from) {
    for (let index = 0; index < sorted.size; index++) filter.add(sorted.highs[index] ?? 0, sorted.lows[index] ?? 0);
    filter.until = to;
  }
  const isComplete = to === END;
  if (isComplete) sql.run("DELETE FROM uuid_runs WHERE target = ?", target.run);
  else sql.run("UPDATE uuid_runs SET low = ? WHERE target = ?", to, target.run);
  const others = runs.filter((run) => run !== target && (run.target !== target.run || !isComplete));
  const moved = others.map((run) => (run.target === target.run ? { ...run, low: to } : run));
  runs.splice(0, runs.length, ...moved, { ...target, high: to });
  return size + 1;
}
