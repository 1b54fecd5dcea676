/** The counts of one or several rounds. */
export interface RoundCounts {
  rounds: number;
  kills: number;
  outages: number;
  corruptedLogs: number;
  restarts: number;
  restores: number;
  refused: number;
  unanswered: number;
  acknowledged: number;
  found: number;
  lost: number;
  doubled: number;
  /** The longest time without an answer 200 to any client, in milliseconds. */
  longestGapMs: number;
  /** The longest time from the end of a fault until everything was stored, in milliseconds. */
  caughtUpMs: number;
  /** All violations, including lost and doubled events. */
  wrong: number;
}

export function emptyCounts(): RoundCounts {
  return {
    rounds: 0,
    kills: 0,
    outages: 0,
    corruptedLogs: 0,
    restarts: 0,
    restores: 0,
    refused: 0,
    unanswered: 0,
    acknowledged: 0,
    found: 0,
    lost: 0,
    doubled: 0,
    longestGapMs: 0,
    caughtUpMs: 0,
    wrong: 0,
  };
}

/** Adds counts, and keeps the longer of two times. */
export function addCounts(total: RoundCounts, more: Partial<RoundCounts>): void {
  for (const [name, figure] of Object.entries(more)) {
    const key = name as keyof RoundCounts;
    total[key] = key.endsWith("Ms") ? Math.max(total[key], figure) : total[key] + figure;
  }
}
