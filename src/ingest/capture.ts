import { EventEmitter, once } from "node:events";
import { stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { PROGRAM } from "../lib/program-name.ts";
import { connect, type Remote, transfer } from "../lib/threads/channel.ts";
import { endThread, onThreadExit, startThread } from "../lib/threads/start-thread.ts";
import { timeOrderedUuid } from "../lib/uuid.ts";
import type { Config } from "../settings/config.ts";
import type { Checkpoints, Millis, ProjectId } from "../store/ports/common.ts";
import type { Erasures } from "../store/records/erasures.ts";
import type { CaptureEvents } from "./capture-events.ts";
import { DroppedEvents } from "./drain/drain-report.ts";
import { DrainRunner } from "./drain/drain-runner.ts";
import { forgottenMessage } from "./drain/node-presence.ts";
import { deadLetterDesk } from "./journal/dead-letter-desk.ts";
import type { DeadLetter } from "./journal/dead-letters.ts";
import { Journal, type JournalDepth } from "./journal/journal.ts";
import type { JournalState, JournalThreadData, JournalWriter } from "./journal/journal-thread.ts";
import { JOURNAL_FILE } from "./journal/open-journal.ts";
import { trackStored } from "./stored-waiters.ts";

export interface CaptureDepth extends Omit<JournalDepth, "oldest"> {
  /** The age of the oldest request that is not stored yet; 0 if all are stored. */
  readonly oldestSeconds: number;
  /** Updated about once a second. */
  readonly deadLetters: number;
}

export type Capture = Awaited<ReturnType<typeof startCapture>>;
type Accepted = [projectId: ProjectId, operation: "capture" | "batch", body: Uint8Array, partBytes?: readonly number[]];

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
) {
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
  const watch = config.DURABILITY === "store" ? trackStored() : null;
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

  const append = (...[projectId, operation, body, partBytes = []]: Accepted): Promise<number> => {
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
    /**
     * Resolves when the events are on disk (with `DURABILITY=store`: stored); those that the store refuses become dead
     * letters. The body must be valid by the contract; with `partBytes` it is several in a row, of which all are on
     * disk then, or none. It leaves this thread. Throws `journal_full`, and with `DURABILITY=store`
     * `service_unavailable`.
     */
    accept: !watch
      ? append
      : async (...request: Accepted): Promise<unknown> => {
          watch.requireAvailable();
          return watch.waitUntilStored(await append(...request), request[0]);
        },
    /** Stores dead letters; one whose uuid is known already is not stored again. */
    setAside: (deadLetters: readonly DeadLetter[]) => writer.setAside(deadLetters),
    depth(): CaptureDepth {
      const { oldest, ...depth } = journal.depth();
      const oldestSeconds = oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000);
      return { ...depth, oldestSeconds, deadLetters };
    },
    /** The id of this node's journal, and the name of its machine. */
    node: { id: journalId, name: hostname() },
    startedAt: Date.now(),
    /** Sizes above which events are refused, and the oldest dead letters deleted. */
    limits: { journalBytes: config.JOURNAL_MAX_BYTES, deadLetterBytes: config.DEAD_LETTERS_MAX_BYTES },
    /** Events of the project that were dropped since the start. */
    dropped: (projectId: ProjectId) => dropped.of(projectId),
    deadLetters: deadLetterDesk(directory),
    /** Throws if no events can be accepted: the journal or its disk is full, a write fails, or its thread died. */
    async check() {
      if (fatalError) throw fatalError;
      await journal.check();
    },
    /** Throws the system's error. */
    measureDisk: () => measureDisk(directory),
    /** Lets the store catch up until the signal aborts, then closes. The next start stores what is left. */
    async stop(signal: AbortSignal) {
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

async function measureDisk(directory: string) {
  const [journalBytes, { bavail, bsize }] = await Promise.all([
    sizeOfDatabase(join(directory, JOURNAL_FILE)),
    statfs(directory),
  ]);
  return { journalBytes, freeBytes: bavail * bsize };
}

/** Sums the sizes of a database file and its write-ahead log. Throws the system's error. */
async function sizeOfDatabase(path: string): Promise<number> {
  const { size } = await stat(path);
  const log = await stat(`${path}-wal`).catch(() => null); // absent after the last connection has closed
  return size + (log?.size ?? 0);
}

export interface JournalStore {
  readonly id: string;
  /** Name for messages: the engine, and which of its databases. */
  readonly name: string;
  readonly checkpoints: Pick<Checkpoints, "highestGroup">;
  readonly erasures: Pick<Erasures, "forgottenAt">;
  /** Whether to accept it although the journal belongs to another. */
  readonly isAdopted: boolean;
  /** The directory of another node, whose journal is drained into the store. */
  readonly takenOver?: {
    readonly directory: string;
    /** Whether the store is not the one that an earlier version, which recorded none, has used there. */
    readonly isForeign: boolean;
  };
}

/**
 * Ensures that the journal belongs to the store, and that the store knows no positions of new groups: it would take
 * their changes of persons for stored. Throws one line if it is another store's, or its node was forgotten.
 */
export async function bindJournal(
  writer: Remote<Pick<JournalWriter, "recordStore" | "renewIdentity">>,
  { id, lastGroup, isCopy, store: known }: JournalState,
  { name, checkpoints, erasures, takenOver, ...store }: JournalStore,
) {
  if (known && known.id !== store.id && !store.isAdopted) {
    const remedy = takenOver
      ? "Correct the settings."
      : "Correct the settings or restore that store. " +
        `To store new events, and those that wait, in the selected one, run: ${PROGRAM} serve --adopt-store`;
    throw new Error(
      `${takenOver?.directory ?? "The data directory"} belongs to another store: it was used with ${known.name}, and ` +
        `the settings select ${name}${known.name === name ? ", which has other data now" : ""}. ${remedy}`,
    );
  }
  if (!known && takenOver?.isForeign) {
    throw new Error(
      `The journal in ${takenOver.directory} does not say to which store it belongs, because an earlier version ` +
        `wrote it. A service of this version that starts with DATA_DIR=${takenOver.directory} stores what waits.`,
    );
  }
  const forgottenAt = await erasures.forgottenAt(id);
  if (forgottenAt !== null) throw new Error(forgottenMessage(id, forgottenAt));
  if (known?.id !== store.id || known.name !== name) await writer.recordStore({ id: store.id, name });
  const isBehind = !isCopy && (await checkpoints.highestGroup(id)) > lastGroup;
  if (!isCopy && !isBehind) return { journalId: id, renewal: null };
  const renewal = isCopy ? "it is a copy of another journal" : "the store has more of it than it has itself";
  return { journalId: await writer.renewIdentity(), renewal };
}
