import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import type { Config } from "../config.ts";
import type { ProjectId } from "../storage/ports/common.ts";
import { connect } from "../threads/channel.ts";
import { onThreadExit, startThread } from "../threads/start-thread.ts";
import type { DrainReport } from "./drain/drain.ts";
import type { DrainControl, DrainListener, DrainThreadData } from "./drain/drain-thread.ts";
import type { DeadLetter, DeadLetterCounts } from "./journal/dead-letters.ts";
import { Journal, type JournalDepth } from "./journal/journal.ts";
import { newSeed } from "./journal/journal-entry.ts";
import type { JournalThreadData, JournalWriter } from "./journal/journal-thread.ts";
import { StoreWatch } from "./store-watch.ts";

/** What waits for the store, and what it would not take. */
export interface CaptureDepth extends Omit<JournalDepth, "oldest"> {
  /** How long the oldest accepted request has waited; 0 where none waits. */
  readonly oldestSeconds: number;
  /** Counted every few seconds. */
  readonly deadLetters: number;
}

/** Where accepted requests go. */
export interface Capture {
  /**
   * Returns when the request's events are on disk and certain to be stored; with `DURABILITY=store`, when they are stored. `body` was checked
   * against the contract. Throws `journal_full`, and in the second case `service_unavailable`.
   */
  accept(projectId: ProjectId, operation: "capture" | "batch", body: Uint8Array): Promise<void>;
  /** Keeps as dead letters what was accepted and will never be stored, each once by its uuid. */
  setAside(letters: readonly DeadLetter[]): Promise<DeadLetterCounts>;
  depth(): CaptureDepth;
  /** Throws where no events can be taken: the journal or its disk is full, or a thread has died. */
  check(): Promise<void>;
  /** Lets the store catch up until the given signal, and closes; what is left is stored by the next start. */
  stop(signal: AbortSignal): Promise<void>;
}

export interface CaptureListener {
  readonly onDrained: (report: DrainReport) => void;
  readonly warn: (fields: object, message: string) => void;
  /** A thread died: nothing more can be accepted, and the process had better start anew. */
  readonly onFatal: (error: Error) => void;
}

/** Under load the drain finds more to do by itself; a message to it for each group would cost more than the group. */
const WAKE_INTERVAL_MS = 20;
/** How long a stop waits for the drain's step under way, when there is no more time to wait for all that is left. */
const STOP_TIMEOUT_MS = 1000;

/** Starts the journal and its drain, each in a thread. Throws where the journal cannot be opened. */
export async function startCapture(config: Config, listener: CaptureListener): Promise<Capture> {
  const between = new MessageChannel();
  const journalData: JournalThreadData = {
    directory: config.DATA_DIR,
    deadLetterBytes: config.DEAD_LETTERS_MAX_BYTES,
    drainPort: between.port1,
  };
  const journalThread = startThread("journal/journal-thread", import.meta.url, journalData, [between.port1]);
  const { remote: writer, fail: failWriter } = connect<JournalWriter>(journalThread);
  onThreadExit(journalThread, "journal", failWriter);
  const state = await writer.state();
  let { deadLetters } = state;

  const drainData: DrainThreadData = { config, journalPort: between.port2 };
  const drainThread = startThread("drain/drain-thread", import.meta.url, drainData, [between.port2]);
  const watch = config.DURABILITY === "store" ? new StoreWatch() : null;
  /** Emits when the wait for an empty journal may end. */
  const progress = new EventEmitter();
  const { remote: drain, fail: failDrain } = connect<DrainControl>(drainThread, {
    onDrained(report) {
      journal.markStored(report.upTo);
      watch?.markStored(report.upTo);
      listener.onDrained(report);
      progress.emit("change");
    },
    onUnavailable: () => watch?.markUnavailable(),
    onDeadLetterCount(count) {
      deadLetters = count;
    },
    warn: (message, error) => listener.warn({ error }, message),
  } satisfies DrainListener);
  onThreadExit(drainThread, "drain", failDrain);
  const wake = throttle(WAKE_INTERVAL_MS, () => void drain.wake().catch(() => undefined));
  const journal = new Journal(writer, { maxBytes: config.JOURNAL_MAX_BYTES, groups: state.groups, appended: wake });

  let dead: Error | undefined;
  let isStopping = false;
  const die = (error: Error) => {
    if (dead || isStopping) return;
    dead = error;
    failWriter(error);
    watch?.fail();
    progress.emit("change");
    listener.onFatal(error);
  };
  onThreadExit(journalThread, "journal", die);
  onThreadExit(drainThread, "drain", die);

  return {
    async accept(projectId, operation, body) {
      watch?.requireAvailable();
      const receivedAt = Date.now();
      const group = await journal.append({ projectId, receivedAt, seed: newSeed(receivedAt), operation, body });
      await watch?.waitUntilStored(group);
    },
    setAside: (letters) => writer.setAside(letters),
    depth() {
      const { oldest, ...depth } = journal.depth();
      const oldestSeconds = oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000);
      return { ...depth, oldestSeconds, deadLetters };
    },
    async check() {
      if (dead) throw dead;
      await journal.check();
    },
    async stop(signal) {
      while (!dead && !signal.aborted && journal.depth().entries > 0) {
        await once(progress, "change", { signal }).catch(() => undefined);
      }
      // Whatever fails from here on: what is synced is safe, and the next start stores what is left.
      if (!dead)
        await Promise.race([drain.stop().catch(() => undefined), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      isStopping = true;
      await drainThread.terminate();
      if (!dead) await writer.close().catch(() => undefined);
      await journalThread.terminate();
    },
  };
}

/** Does it at once, and then at most once in each interval, however often it is asked. */
function throttle(intervalMs: number, work: () => void): () => void {
  let resting: NodeJS.Timeout | null = null;
  let again = false;
  const rested = () => {
    resting = null;
    if (again) ask();
  };
  const ask = () => {
    again = resting !== null;
    if (resting) return;
    resting = setTimeout(rested, intervalMs).unref();
    work();
  };
  return ask;
}
