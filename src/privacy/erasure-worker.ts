import type { ErasureGate } from "../ingest/drain/erasure-gate.ts";
import type { NodePresence } from "../ingest/drain/node-presence.ts";
import type { DeadLetters } from "../ingest/journal/dead-letters.ts";
import { subjectOf } from "../ingest/journal/request-letter.ts";
import type { HistoryEraser } from "../questions/history/history-eraser.ts";
import type { Millis } from "../store/ports/common.ts";
import type { Erasure, Erasures } from "../store/records/erasures.ts";
import {
  collectDistinctIds,
  detachPerson,
  type ErasePersonPorts,
  forgetRecordings,
  removeEvents,
} from "./erase-person.ts";
import { uncleanNodes } from "./request-erasure.ts";

export interface ErasureWorkerPorts
  extends Pick<ErasePersonPorts, "store" | "now">,
    Omit<CleanJournalPorts, "erasures"> {
  readonly gate: Pick<ErasureGate, "applyStage">;
  readonly engines: () => Promise<Pick<ErasePersonPorts, "files" | "tidyFiles" | "legacy">>;
  readonly history: Pick<HistoryEraser, "erase" | "cleanNode">;
}

/** Intervals of a node's reports with and without an erasure. */
const [BUSY_REPORT_INTERVAL_MS, REPORT_INTERVAL_MS] = [2000, 60_000];
/** A node silent for so long during an erasure is not running. */
const MAX_SILENCE_MS = 8000;
/** No other node works on the same erasure for so long. */
const LEASE_MS = 10_000;

/** Called with an error of one erasure; the others go on. */
type Report = (error: unknown) => void;

export interface CleanJournalPorts {
  readonly journal: {
    readonly deadLetters: Pick<DeadLetters, "batches">;
    lastGroup(): number;
    firstGroupId(): number | null;
  };
  readonly erasures: Pick<Erasures, "matching">;
  readonly deleteLetters: (ids: readonly number[]) => Promise<unknown>;
  /** Removes all copies of deleted rows from files. Returns false if they are in use. */
  readonly wipe: () => Promise<boolean>;
}

/** The journal has every request this long after it was received. */
const SETTLE_MS = 2000;

/**
 * Makes a worker that erases persons in steps that any node may repeat or take over. Nothing comes back, due to their
 * order: every running node applies the erasure, then person and events are removed, then every node's journal is
 * cleaned.
 */
export function erasureWorker(node: NodePresence) {
  const cleaner = journalCleaner();
  let isIdle = true;
  const claim = async (
    erasure: Erasure,
    { store, now, history, engines }: ErasureWorkerPorts,
    signal: AbortSignal,
  ): Promise<ErasePersonPorts | null> => {
    const isClaimed = () => store.erasures.claim(erasure, node.id, now() + LEASE_MS, now());
    const onBatch = async () => {
      signal.throwIfAborted();
      if (!(await isClaimed())) throw new Error("Another node has taken over the erasure.");
    };
    return (await isClaimed()) ? { store, now, history, onBatch, ...(await engines()) } : null;
  };
  const cleanJournal = async (erasure: Erasure, ports: ErasureWorkerPorts) => {
    const { erasures } = ports.store;
    const isClean = (await erasures.items(erasure, "clean_node")).includes(node.id);
    if (isClean || !(await cleaner.clean(erasure, ports.now(), { ...ports, erasures }))) return;
    if (!(await ports.history.cleanNode(erasure.id, erasure.projectId, ports.store.records))) return;
    await erasures.addItems(erasure, "clean_node", [node.id]);
  };
  /** Returns true once only copies of removed rows in the store's files are left. */
  const sweep = async (erasure: Erasure, ports: ErasureWorkerPorts, signal: AbortSignal): Promise<boolean> => {
    const { erasures } = ports.store;
    await cleanJournal(erasure, ports);
    if ((await uncleanNodes(erasure, erasures)).length > 0) return false;
    const work = await claim(erasure, ports, signal);
    if (!work) return false;
    // A cut-off node may have stored events of the person after all.
    if ((await erasures.nodes()).length > 1) await removeEvents(erasure, work);
    if (!(await forgetRecordings(erasure, work))) return false;
    await erasures.removeItems(erasure);
    return true;
  };
  return {
    /** Returns true if the last look found no erasure. */
    isIdle: () => isIdle,

    /** Reports the node, and removes persons while later events of theirs wait. */
    async detach(ports: ErasureWorkerPorts, signal: AbortSignal, report: Report): Promise<void> {
      const { store, now, gate } = ports;
      const { erasures } = store;
      const unfinished = await erasures.unfinished();
      isIdle = unfinished.length === 0;
      await node.report(erasures, now(), isIdle ? REPORT_INTERVAL_MS : BUSY_REPORT_INTERVAL_MS);
      cleaner.forgetOthers(unfinished);
      await forEach(unfinished, signal, report, async (erasure) => {
        const isDetaching = erasure.stage === "detaching";
        // Later there come no more.
        const distinctIds = isDetaching ? (await erasures.items(erasure, "distinct_id")).length : 0;
        await gate.applyStage(erasure, distinctIds);
        if (isDetaching) await erasures.addItems(erasure, "heeded_by", [appliedBy(node.id, distinctIds)]);
        const work = isDetaching || erasure.stage === "collecting" ? await claim(erasure, ports, signal) : null;
        if (!work) return;
        // A merge may have added ids: these must apply before anything is removed.
        await collectDistinctIds(erasure, store);
        if (!isDetaching) return erasures.advance(erasure, "detaching", now());
        if (!(await isApplied(erasure, erasures, now()))) return;
        await detachPerson(erasure, work);
        return erasures.advance(erasure, "removing", now());
      });
    },

    /** Removes events, also from this node's journal. May take minutes, in which `detach` has to be called, too. */
    async remove(ports: ErasureWorkerPorts, signal: AbortSignal, report: Report): Promise<void> {
      if (isIdle) return;
      const { store, now } = ports;
      const { erasures } = store;
      const swept: Erasure[] = [];
      await forEach(await erasures.unfinished(), signal, report, async (erasure) => {
        const work = erasure.stage === "removing" ? await claim(erasure, ports, signal) : null;
        if (work) {
          await removeEvents(erasure, work);
          await erasures.advance(erasure, "sweeping", now());
        }
        if (erasure.stage === "sweeping" && (await sweep(erasure, ports, signal))) swept.push(erasure);
      });
      if (swept.length === 0 || !(await erasures.scrub(signal))) return;
      for (const erasure of swept) await erasures.advance(erasure, "completed", now());
    },
  };
}

function appliedBy(nodeId: string, distinctIds: number): string {
  return `${nodeId} ${distinctIds}`;
}

/** True if all running nodes apply the erasure with all its distinct ids. */
async function isApplied(erasure: Erasure, erasures: Erasures, now: Millis): Promise<boolean> {
  const applying = new Set(await erasures.items(erasure, "heeded_by"));
  const distinctIds = (await erasures.items(erasure, "distinct_id")).length;
  const { requestedAt } = erasure;
  return (await erasures.nodes()).every(({ id, seenAt }) => {
    const wasRunning = seenAt >= requestedAt - 2 * REPORT_INTERVAL_MS;
    return (
      applying.has(appliedBy(id, distinctIds)) || !wasRunning || Math.max(seenAt, requestedAt) < now - MAX_SILENCE_MS
    );
  });
}

async function forEach(
  erasures: readonly Erasure[],
  signal: AbortSignal,
  report: Report,
  work: (erasure: Erasure) => Promise<void>,
): Promise<void> {
  for (const erasure of erasures) {
    if (signal.aborted) return;
    await work(erasure).catch((error: unknown) => signal.aborted || report(error));
  }
}

export function journalCleaner() {
  /** The last group that may have something of the person, by erasure. */
  const lastGroups = new Map<string, number>();
  return {
    /** Returns false if something may be left, and it has to be called again later. */
    async clean(erasure: Erasure, now: Millis, ports: CleanJournalPorts): Promise<boolean> {
      if (now < erasure.requestedAt + SETTLE_MS) return false;
      const { journal, wipe } = ports;
      await deleteLetters(erasure, ports); // before the last group is read, because a replay makes groups of them
      const last = lastGroups.get(erasure.id) ?? journal.lastGroup();
      lastGroups.set(erasure.id, last);
      if ((journal.firstGroupId() ?? Number.POSITIVE_INFINITY) <= last) return false;
      await deleteLetters(erasure, ports);
      return wipe();
    },

    forgetOthers(unfinished: readonly Erasure[]): void {
      const ids = new Set(unfinished.map(({ id }) => id));
      for (const id of lastGroups.keys()) if (!ids.has(id)) lastGroups.delete(id);
    },
  };
}

async function deleteLetters(erasure: Erasure, { journal, erasures, deleteLetters }: CleanJournalPorts): Promise<void> {
  for (const batch of journal.deadLetters.batches({ projectId: erasure.projectId })) {
    const subjects = new Map(batch.map((letter) => [letter.id, subjectOf(letter)]));
    const distinctIds = new Set([...subjects.values()].flatMap((subject) => subject.distinctIds));
    const matching = await erasures.matching(erasure.projectId, [...distinctIds]);
    const erased = new Set(matching.filter(({ id }) => id === erasure.id).map(({ distinctId }) => distinctId));
    const ids = [...subjects].flatMap(([id, { receivedAt, distinctIds }]) =>
      receivedAt <= erasure.requestedAt && distinctIds.some((distinctId) => erased.has(distinctId)) ? [id] : [],
    );
    if (ids.length > 0) await deleteLetters(ids);
  }
}
