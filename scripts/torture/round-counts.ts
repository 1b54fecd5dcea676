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
    wrong: 0,
  };
}

export function addCounts(total: RoundCounts, more: Partial<RoundCounts>): void {
  for (const [name, figure] of Object.entries(more)) total[name as keyof RoundCounts] += figure;
}
