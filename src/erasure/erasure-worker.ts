import type { Millis } from "../storage/ports/common.ts";
import type { Erasure, Erasures, ServiceNode } from "../storage/ports/erasures.ts";
import { type CleanJournalPorts, JournalCleaner } from "./clean-journal.ts";
import { detachPerson, type ErasePersonPorts, removeEvents } from "./erase-person.ts";
import { forgetRecordings } from "./erased-recordings.ts";
import type { ErasureGate } from "./erasure-gate.ts";
import { allItems, collectDistinctIds } from "./erasure-items.ts";
import { uncleanNodes } from "./erasure-view.ts";

export interface ErasureWorkerPorts
  extends Pick<ErasePersonPorts, "store" | "now">,
    Omit<CleanJournalPorts, "erasures"> {
  readonly gate: Pick<ErasureGate, "heed">;
  /** Returns the engines that only erasures need, which opens them. */
  readonly engines: () => Promise<Pick<ErasePersonPorts, "files" | "tidyFiles" | "columnar">>;
}

/** How often a node reports: while there is an erasure, and else. */
const [BUSY_REPORT_INTERVAL_MS, REPORT_INTERVAL_MS] = [2000, 60_000];
/** A node that has not reported for so long while there is an erasure is not running. */
const MAX_SILENCE_MS = 8000;
/** For so long no other node works on the same erasure. */
const LEASE_MS = 10_000;

/**
 * Erases persons, step by step; each step can be repeated, so that any node may take over at any time. The order makes
 * sure that nothing comes back: first every running node heeds the erasure, then the person is removed, then the
 * events, then every node's journal is cleaned.
 */
export class ErasureWorker {
  readonly #node: Omit<ServiceNode, "seenAt">;
  readonly #cleaner = new JournalCleaner();
  #reportedAt = 0;

  constructor(node: Omit<ServiceNode, "seenAt">) {
    this.#node = node;
  }

  /** Brings each unfinished erasure as far as possible now. Reports what goes wrong, and continues with the next. */
  async run(ports: ErasureWorkerPorts, signal: AbortSignal, report: (error: unknown) => void): Promise<void> {
    const { erasures } = ports.store;
    const unfinished = await erasures.unfinished();
    const { now } = ports;
    const interval = unfinished.length > 0 ? BUSY_REPORT_INTERVAL_MS : REPORT_INTERVAL_MS;
    if (now() - this.#reportedAt >= interval) {
      await erasures.reportNode({ ...this.#node, seenAt: now() });
      this.#reportedAt = now();
    }
    this.#cleaner.forgetOthers(unfinished);
    for (const erasure of unfinished) {
      if (signal.aborted) return;
      await this.#step(erasure, ports, signal).catch(report);
    }
  }

  async #step(erasure: Erasure, ports: ErasureWorkerPorts, signal: AbortSignal): Promise<void> {
    const { store, now, gate } = ports;
    const { erasures } = store;
    const self = this.#node.id;
    const isClaimed = () => erasures.claim(erasure, self, now() + LEASE_MS, now());
    const onBatch = async () => {
      signal.throwIfAborted();
      if (!(await isClaimed())) throw new Error("Another node has taken over the erasure.");
    };
    await gate.heed(erasure);
    if (erasure.stage === "detaching") {
      await erasures.addItems(erasure, "heeded_by", [self]);
    }
    if (erasure.stage === "sweeping") {
      await this.#cleanJournal(erasure, ports);
      if ((await uncleanNodes(erasure, erasures)).length > 0) return;
    }
    if (!(await isClaimed())) return;
    const work = { store, now, onBatch, ...(await ports.engines()) };
    switch (erasure.stage) {
      case "collecting":
        await collectDistinctIds(erasure, store);
        return erasures.advance(erasure, "detaching", now());
      case "detaching":
        if (!(await isHeeded(erasure, erasures, now()))) return;
        await detachPerson(erasure, work);
        return erasures.advance(erasure, "removing", now());
      case "removing":
        await removeEvents(erasure, work);
        return erasures.advance(erasure, "sweeping", now());
      case "sweeping":
        // A node that was cut off may have stored events of the person after all.
        if ((await erasures.nodes()).length > 1) await removeEvents(erasure, work);
        if (!(await forgetRecordings(erasure, work))) return;
        await erasures.removeItems(erasure);
        if (!(await erasures.scrub(signal))) return;
        return erasures.advance(erasure, "completed", now());
    }
  }

  async #cleanJournal(erasure: Erasure, ports: ErasureWorkerPorts): Promise<void> {
    const { erasures } = ports.store;
    const isClean = (await allItems(erasure, "clean_node", erasures)).includes(this.#node.id);
    if (isClean || !(await this.#cleaner.clean(erasure, ports.now(), { ...ports, erasures }))) return;
    await erasures.addItems(erasure, "clean_node", [this.#node.id]);
  }
}

/** Returns whether all running nodes heed the erasure. */
async function isHeeded(erasure: Erasure, erasures: Erasures, now: Millis): Promise<boolean> {
  const heeding = new Set(await allItems(erasure, "heeded_by", erasures));
  const { requestedAt } = erasure;
  return (await erasures.nodes()).every(({ id, seenAt }) => {
    const wasRunning = seenAt >= requestedAt - 2 * REPORT_INTERVAL_MS;
    return heeding.has(id) || !wasRunning || Math.max(seenAt, requestedAt) < now - MAX_SILENCE_MS;
  });
}
