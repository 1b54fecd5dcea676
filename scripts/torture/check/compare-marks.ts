import type { Ledger, SentEvent } from "../load/ledger.ts";
import type { RoundCounts } from "../round-counts.ts";

/** A mark that was read from the store, with the owner of its event there. */
export interface FoundMark {
  readonly kind: SentEvent["kind"];
  readonly mark: unknown;
  readonly owner: string;
}

export interface Findings {
  readonly figures: Pick<RoundCounts, "acknowledged" | "found" | "lost" | "doubled">;
  /** The violations, as sentences. */
  readonly wrong: string[];
}

/**
 * Compares the store with the ledger: every acknowledged event is stored, none twice, and each belongs to its owner.
 */
export function compareMarks(ledger: Pick<Ledger, "sent">, stored: Iterable<FoundMark>): Findings {
  const wrong: string[] = [];
  const times = new Map<number, number>();
  for (const { kind, mark, owner } of stored) {
    const sent = typeof mark === "number" ? ledger.sent[mark] : undefined;
    if (typeof mark === "number" && sent?.kind === kind && sent.owner === owner) {
      times.set(mark, (times.get(mark) ?? 0) + 1);
    } else wrong.push(`${owner} has the ${kind} ${mark} but never sent it`);
  }
  const figures = { acknowledged: 0, found: 0, lost: 0, doubled: 0 };
  for (const [mark, { kind, owner, acknowledged }] of ledger.sent.entries()) {
    const count = times.get(mark) ?? 0;
    if (acknowledged) {
      figures.acknowledged += 1;
      figures[count > 0 ? "found" : "lost"] += 1;
      if (count === 0) wrong.push(`lost: the ${kind} ${mark} of ${owner}`);
    }
    if (count > 1) {
      figures.doubled += 1;
      wrong.push(`stored ${count} times: the ${kind} ${mark} of ${owner}`);
    }
  }
  return { figures, wrong };
}
