import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Config } from "../../config.ts";
import { openStore } from "../../engines/choose-engines.ts";
import { startPeriodic } from "../../periodic.ts";
import { connect, expose } from "../../threads/rpc.ts";
import { DeadLetterPurger } from "../dead-letters/dead-letter-purger.ts";
import { JournalDatabase } from "../journal/journal-database.ts";
import type { JournalDrainApi } from "../journal/journal-thread.ts";
import { Drain } from "./drain.ts";
import { createDrainCaches } from "./drain-caches.ts";
import type { DrainReport } from "./drain-report.ts";
import { openLazily } from "./lazy-store.ts";
import { storeEvents } from "./store-events.ts";

/** What the drain's thread does for the thread that takes requests. */
export interface DrainControl {
  wake(): Promise<void>;
  /** Ends after the step under way. */
  stop(): Promise<void>;
}

/** What it tells that thread by itself. */
export type DrainMessage =
  | { readonly report: DrainReport }
  | { readonly deadLetters: number }
  | { readonly away: true }
  | { readonly warning: { readonly message: string; readonly error: string } };

export interface DrainThreadData {
  readonly config: Config;
  readonly journalPort: MessagePort;
}

/** The bytes of requests that are read from the journal at once, unless one group alone has more. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
/** How often we look for what others did: a replay, in another process, to the journal, where dead letters wait for the store again; or who erased a recording. */
const POLL_INTERVAL_MS = 1000;
const IDLE_INTERVAL_MS = 75;
/** Where requests wait for the store. */
const SHORT_IDLE_INTERVAL_MS = 5;

if (parentPort) {
  const main = parentPort;
  const { config, journalPort: journal } = workerData as DrainThreadData;
  const documents = openLazily(() => openStore(config));
  const groups = new JournalDatabase(config.DATA_DIR, { readonly: true });
  const memory = createDrainCaches(groups.identity());
  const { RECORDING_SNAPSHOT_BYTES: snapshotBytes } = config;
  const keeper = connect<JournalDrainApi>(journal);
  const tell = (message: DrainMessage) => main.postMessage(message);
  const warn = (message: string, error: unknown) => tell({ warning: { message, error: String(error) } });
  const countLetters = () => {
    try {
      tell({ deadLetters: groups.deadLetters.count() });
    } catch {
      // Only a figure for monitoring: the next count will tell.
    }
  };
  const drain = new Drain({
    read: (after) => groups.read(after, MAX_READ_BYTES),
    store: async (events) => storeEvents(events, { store: await documents.get(), ...memory, snapshotBytes }),
    setAside: (letters) => keeper.call("setAside", letters),
    release: (upTo) => keeper.call("release", upTo),
    report: (report) => {
      tell({ report });
      if (report.deadLettered > 0) countLetters();
    },
    onUnavailable: () => tell({ away: true }),
    warn,
    now: Date.now,
    idleIntervalMs: config.DURABILITY === "store" ? SHORT_IDLE_INTERVAL_MS : IDLE_INTERVAL_MS,
  });
  const looking = setInterval(() => {
    countLetters();
    drain.wake();
  }, POLL_INTERVAL_MS);
  const erased = new DeadLetterPurger({
    letters: groups.deadLetters,
    recordings: async () => (await documents.get()).recordings,
    drop: (session) => keeper.call("deleteBySession", session),
  });
  const erasing = startPeriodic(
    (signal) => erased.purge(signal),
    POLL_INTERVAL_MS,
    (error) => warn("dead letters of erased recordings have to wait", error),
  );
  expose(main, {
    wake: async () => drain.wake(),
    stop: async () => {
      await Promise.all([drain.stop(), erasing.stop()]);
      clearInterval(looking);
      groups.close();
      await documents.close();
    },
  } satisfies DrainControl);
  documents.get().catch(() => undefined); // so that the first event need not wait for it
  drain.start();
}
