import { EventEmitter, once } from "node:events";
import { hostname } from "node:os";
import { connect, transfer } from "../lib/threads/channel.ts";
import { endThread, onThreadExit, startThread } from "../lib/threads/start-thread.ts";
import { timeOrderedUuid } from "../lib/uuid.ts";
import type { Config } from "../settings/config.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { CaptureEvents } from "./capture-events.ts";
import { type DropCounts, DroppedEvents } from "./drain/drain-report.ts";
import { DrainRunner } from "./drain/drain-runner.ts";
import { bindJournal, type JournalStore } from "./journal/bind-journal.ts";
import { DeadLetterDesk } from "./journal/dead-letter-desk.ts";
import type { DeadLetter, DeadLetterCounts } from "./journal/dead-letters.ts";
import { Journal, type JournalDepth } from "./journal/journal.ts";
import type { JournalThreadData, JournalWriter } from "./journal/journal-thread.ts";
import { type DiskUsage, measureDisk } from "./journal/measure-disk.ts";
import { StoredWaiters } from "./stored-waiters.ts";

export interface CaptureDepth extends Omit<JournalDepth, "oldest"> {
  /** The age of the oldest request that is not stored yet; 0 if all are stored. */
  readonly oldestSeconds: number;
  /** Updated about once a second. */
  readonly deadLetters: number;
}

export interface Capture {
  /**
   * Resolves when the events are on disk (with `DURABILITY=store`: stored); those that the store refuses become dead
   * letters. The body must be valid by the contract; with `partBytes` it is several in a row, of which all are on disk
   * then, or none. It leaves this thread. Throws `journal_full`, and with `DURABILITY=store` `service_unavailable`.
   */
  accept(
    projectId: ProjectId,
    operation: "capture" | "batch",
    body: Uint8Array,
    partBytes?: readonly number[],
  ): Promise<unknown>;
  /** Stores dead letters; one whose uuid is known already is not stored again. */
  setAside(deadLetters: readonly DeadLetter[]): Promise<DeadLetterCounts>;
  depth(): CaptureDepth;
  /** The id of this node's journal, and the name of its machine. */
  readonly node: { readonly id: string; readonly name: string };
  readonly startedAt: Millis;
  /** Sizes above which events are refused, and the oldest dead letters deleted. */
  readonly limits: { readonly journalBytes: number; readonly deadLetterBytes: number };
  /** Events of the project that were dropped since the start. */
  dropped(projectId: ProjectId): DropCounts;
  readonly deadLetters: DeadLetterDesk;
  /** Throws if no events can be accepted: the journal or its disk is full, a write fails, or its thread died. */
  check(): Promise<void>;
  /** Throws the system's error. */
  measureDisk(): Promise<DiskUsage>;
  /** Lets the store catch up until the signal aborts, then closes. The next start stores what is left. */
  stop(signal: AbortSignal): Promise<void>;
}

/** Time between wakes: under load the drain finds groups by itself, and waking costs more than storing one. */
const WAKE_INTERVAL_MS = 20;
const STOP_TIMEOUT_MS = 1000;

interface CaptureOptions {
  /** The directory of another node, whose journal is drained instead of this node's. */
  readonly takenOver?: string;
  readonly events?: EventEmitter<CaptureEvents>;
  readonly now?: () => Millis;
}

/** Starts the journal and its drain, each in a thread. Throws if the journal cannot be opened or is another store's. */
export async function startCapture(
  config: Config,
  store: JournalStore,
  { takenOver, events = new EventEmitter(), now = Date.now }: CaptureOptions = {},
): Promise<Capture> {
  const projectShare = config.PROJECT_SHARE_PERCENT / 100;
  const deadLetterLimits = { maxBytes: config.DEAD_LETTERS_MAX_BYTES, projectShare };
  const directory = takenOver ?? config.DATA_DIR;
  const journalData: JournalThreadData = { directory, deadLetterLimits };
  const journalThread = startThread("ingest/journal/journal-thread", journalData);
  const { remote: writer, fail: failWriter } = connect<JournalWriter>(journalThread);
  onThreadExit(journalThread, "journal", failWriter);
  const state = await writer.state();
  const { journalId, renewal } = await bindJournal(writer, state, store).catch(async (error) => {
    await writer.close().catch(() => undefined);
    await endThread(journalThread);
    throw error;
  });
  if (renewal !== null) events.emit("warning", "the journal gets a new id", { reason: renewal, journalId });
  let { deadLetters } = state;

  const dropped = new DroppedEvents();
  const watch = config.DURABILITY === "store" ? new StoredWaiters() : null;
  /** Emits `change` after each drain report or failure, so that a waiting stop looks again. */
  const progress = new EventEmitter();
  const drain = new DrainRunner({
    config,
    takenOver,
    journalId,
    connectJournal: (port) => void writer.connectDrain(transfer(port, [port])).catch(() => undefined),
    events,
  });
  events.prependListener("drained", (report) => {
    journal.markStored(report.upTo);
    watch?.markStored(report);
    dropped.addAll(report.drops);
    progress.emit("change");
  });
  events.on("unavailable", () => watch?.markUnavailable());
  events.on("deadLetters", (count) => {
    deadLetters = count;
  });
  events.on("forgotten", (message) => onExit(new Error(message)));
  const onAppended = throttle(WAKE_INTERVAL_MS, () => drain.wake());
  const journal = new Journal(writer, {
    maxBytes: config.JOURNAL_MAX_BYTES,
    projectShare,
    groups: state.groups,
    onAppended,
    onShareExceeded: (projectId) => events.emit("shareExceeded", projectId),
  });

  const append = (...[projectId, operation, body, partBytes = []]: Parameters<Capture["accept"]>): Promise<number> => {
    const receivedAt = now();
    let end = 0;
    const nextEntry = (bytes: number) => {
      const part = body.subarray(end, end + bytes);
      end += bytes;
      return { projectId, receivedAt, seed: timeOrderedUuid(receivedAt), operation, body: part };
    };
    const [first = body.byteLength, ...others] = partBytes;
    return journal.append(nextEntry(first), ...others.map(nextEntry));
  };
  let fatalError: Error | undefined;
  let isStopping = false;
  const onExit = (error: Error) => {
    if (fatalError || isStopping) return;
    fatalError = error;
    failWriter(error);
    watch?.fail();
    progress.emit("change");
    events.emit("fatal", error);
  };
  onThreadExit(journalThread, "journal", onExit);

  return {
    accept: !watch
      ? append
      : async (projectId, ...request) => {
          watch.requireAvailable();
          await watch.waitUntilStored(await append(projectId, ...request), projectId);
        },
    setAside: (deadLetters) => writer.setAside(deadLetters),
    depth() {
      const { oldest, ...depth } = journal.depth();
      const oldestSeconds = oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000);
      return { ...depth, oldestSeconds, deadLetters };
    },
    node: { id: journalId, name: hostname() },
    startedAt: Date.now(),
    limits: { journalBytes: config.JOURNAL_MAX_BYTES, deadLetterBytes: config.DEAD_LETTERS_MAX_BYTES },
    dropped: (projectId) => dropped.of(projectId),
    deadLetters: new DeadLetterDesk(directory),
    async check() {
      if (fatalError) throw fatalError;
      await journal.check();
    },
    measureDisk: () => measureDisk(directory),
    async stop(signal) {
      while (!fatalError && !signal.aborted && journal.depth().entries > 0) {
        await once(progress, "change", { signal }).catch(() => undefined);
      }
      isStopping = true;
      await drain.stop(STOP_TIMEOUT_MS);
      if (!fatalError) await writer.close().catch(() => undefined);
      await endThread(journalThread);
    },
  };
}

/** Makes a function that runs the work at once, and then at most once per interval. */
function throttle(intervalMs: number, work: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isDue = false;
  const onInterval = () => {
    timer = null;
    if (isDue) run();
  };
  const run = () => {
    isDue = timer !== null;
    if (timer) return;
    timer = setTimeout(onInterval, intervalMs).unref();
    work();
  };
  return run;
}
