import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Config } from "../../config.ts";
import { openDocuments } from "../../engines/choose.ts";
import { startRounds } from "../../rounds.ts";
import { remote, serveCalls } from "../../threads/calls.ts";
import { ErasedLetters } from "../dead-letters/erased.ts";
import { JournalDatabase } from "../journal/database.ts";
import type { JournalKeeper } from "../journal/thread.ts";
import { Drain } from "./drain.ts";
import { newMemory } from "./memory.ts";
import { openedWhenNeeded } from "./opened.ts";
import type { DrainReport } from "./report.ts";
import { storeEvents } from "./store.ts";

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
  readonly journal: MessagePort;
}

/** The bytes of requests that are read from the journal at once, unless one group alone has more. */
const READ_BYTES = 4 * 1024 * 1024;
/** How often we look for what others did: a replay, in another process, to the journal, where dead letters wait for the store again; or who erased a recording. */
const LOOK_MS = 1000;
const REST_MS = 75;
/** Where requests wait for the store. */
const SHORT_REST_MS = 5;

if (parentPort) {
  const main = parentPort;
  const { config, journal } = workerData as DrainThreadData;
  const documents = openedWhenNeeded(() => openDocuments(config));
  const groups = new JournalDatabase(config.DATA_DIR, { readonly: true });
  const memory = newMemory(groups.identity());
  const { RECORDING_SNAPSHOT_BYTES: snapshotBytes } = config;
  const keeper = remote<JournalKeeper>(journal);
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
    read: (after) => groups.read(after, READ_BYTES),
    store: async (events) => storeEvents(events, { documents: await documents.get(), ...memory, snapshotBytes }),
    setAside: (letters) => keeper.call("setAside", letters),
    release: (upTo) => keeper.call("release", upTo),
    report: (report) => {
      tell({ report });
      if (report.deadLettered > 0) countLetters();
    },
    away: () => tell({ away: true }),
    warn,
    now: Date.now,
    restMs: config.DURABILITY === "store" ? SHORT_REST_MS : REST_MS,
  });
  const looking = setInterval(() => {
    countLetters();
    drain.wake();
  }, LOOK_MS);
  const erased = new ErasedLetters({
    letters: groups.deadLetters,
    recordings: async () => (await documents.get()).recordings,
    drop: (session) => keeper.call("dropOfSession", session),
  });
  const erasing = startRounds(
    (signal) => erased.drop(signal),
    LOOK_MS,
    (error) => warn("dead letters of erased recordings have to wait", error),
  );
  serveCalls(main, {
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
