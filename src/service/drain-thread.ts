import { hostname } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { CaptureObserver } from "../ingest/capture-events.ts";
import { CrashGuard, InFlightRecord } from "../ingest/drain/crash-guard.ts";
import { Drain } from "../ingest/drain/drain.ts";
import type { DrainControl, DrainThreadData } from "../ingest/drain/drain-runner.ts";
import { ErasureGate } from "../ingest/drain/erasure-gate.ts";
import { removeExpiredEvents } from "../ingest/drain/event-retention.ts";
import { openLazily } from "../ingest/drain/lazy-store.ts";
import { nodePresence } from "../ingest/drain/node-presence.ts";
import { SchemaGate } from "../ingest/drain/schema-gate.ts";
import { createDrainCaches, storeEvents } from "../ingest/drain/store-events.ts";
import { WorkPace } from "../ingest/drain/work-pace.ts";
import { deadLetterPurger } from "../ingest/journal/dead-letter-purger.ts";
import { JournalDatabase } from "../ingest/journal/journal-database.ts";
import type { JournalWriter } from "../ingest/journal/journal-thread.ts";
import { connect } from "../lib/threads/channel.ts";
import { collectAtRest } from "../lib/threads/collect-at-rest.ts";
import { NOTHING_TO_DO, startPeriodic } from "../lib/threads/retry.ts";
import { startErasing } from "../privacy/start-erasing.ts";
import { historyEraser } from "../questions/history/history-eraser.ts";
import { startHistory } from "../questions/history/start-history.ts";
import { changesOf } from "../store/changes.ts";
import { fileEngine, legacyEngine, openStore, storeEngine } from "../store/choose-engines.ts";
import { leaseOf } from "../store/lease.ts";

/** Limits the bytes read from the journal at once, unless a single group is larger. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
/** How often to look for changes by other processes: replayed dead letters, erased recordings. */
const POLL_INTERVAL_MS = 1000;
/** Longest pause, while no dead letter has to be deleted. */
const MAX_PURGE_INTERVAL_MS = 8000;
const IDLE_INTERVAL_MS = 75;
/** Maximum age of known changes, in a store that many nodes ask and in one that costs little to ask. */
const [REMOTE_CHANGES_AGE_MS, LOCAL_CHANGES_AGE_MS] = [1700, 400];
const RETENTION_INTERVAL_MS = 10_000;
/** Pause with `DURABILITY=store`, where requests wait for the store. */
const SHORT_IDLE_INTERVAL_MS = 5;

if (parentPort) {
  collectAtRest();
  const { config, takenOver, journalPort, isRestart } = workerData as DrainThreadData;
  const directory = takenOver ?? config.DATA_DIR;
  const store = openLazily(() => openStore(config));
  const reader = new JournalDatabase(directory, { readonly: true });
  let caches = { journal: "", ...createDrainCaches("") };
  const snapshotLimits = { bytes: config.RECORDING_SNAPSHOT_BYTES, values: config.RECORDING_SNAPSHOT_VALUES };
  const inFlight = new InFlightRecord(directory, reader.identity());
  const { remote: main } = connect<CaptureObserver>(parentPort, {
    wake: () => drain.wake(),
    stop: async () => {
      await history?.stop(); // it uses what the others close
      await Promise.all([drain.stop(), purging.stop(), retention?.stop(), erasing.stop()]);
      await lease?.release().catch(() => undefined); // then others wait until it ends
      clearInterval(polling);
      reader.close();
      inFlight.close();
      await store.close();
    },
  } satisfies DrainControl);
  const { remote: journal } = connect<JournalWriter>(journalPort);
  const warn = (message: string, error: unknown, fields?: object) => {
    void main.emit("warning", message, { ...fields, error: String(error) });
  };
  const reportDeadLetters = () => {
    try {
      void main.emit("deadLetters", reader.deadLetters.count());
    } catch {
      // It is only a figure for monitoring: the next count corrects it.
    }
  };
  const node = nodePresence({ id: reader.identity(), name: hostname() }, (message) => {
    void main.emit("forgotten", message);
  });
  const guard = new CrashGuard(inFlight, isRestart);
  const gate = new ErasureGate({
    erasures: async () => {
      const { erasures } = await store.get();
      await node.report(erasures, Date.now());
      return erasures;
    },
    onNewErasure: () => {
      caches = { journal: "", ...createDrainCaches("") };
    },
    onWait: () => guard.settle(),
  });
  const pace = new WorkPace();
  const schemas = new SchemaGate(() => store.get(), Date.now);
  const drain = new Drain({
    read: (after) => reader.read(after, MAX_READ_BYTES),
    store: (events, isStored) =>
      gate.pass(events, async (admitted) => {
        const journal = reader.identity(events[0]?.position.group);
        if (caches.journal !== journal) caches = { journal, ...createDrainCaches(journal) };
        return schemas.pass(admitted, { journal, isStored }, async (kept) =>
          storeEvents(kept, { store: await store.get(), ...caches, snapshotLimits, pace, isStored }),
        );
      }),
    setAside: (deadLetters) => journal.setAside(deadLetters),
    release: (upTo) => journal.release(upTo),
    guard,
    onDrained(report) {
      void main.emit("drained", report);
      if (report.deadLettered > 0) reportDeadLetters();
    },
    onUnavailable: () => void main.emit("unavailable"),
    warn,
    now: Date.now,
    idleIntervalMs: config.DURABILITY === "store" ? SHORT_IDLE_INTERVAL_MS : IDLE_INTERVAL_MS,
  });
  const polling = setInterval(() => {
    reportDeadLetters();
    drain.wake();
  }, POLL_INTERVAL_MS);
  const purge = deadLetterPurger({
    deadLetters: reader.deadLetters,
    erasure: async () => (await store.get()).recordings.erasure,
    removals: async () => (await store.get()).projectRemovals,
    deleteBatch: (letters) => journal.deleteDeadLetters(letters),
  });
  const purging = startPeriodic(
    async (signal) => (await purge(signal)) || NOTHING_TO_DO,
    POLL_INTERVAL_MS,
    (error) => warn("dead letters of what was removed have to wait", error),
    MAX_PURGE_INTERVAL_MS,
  );
  const fileStore = openLazily(() => fileEngine(config).open());
  const history =
    takenOver === undefined
      ? startHistory(
          {
            directory,
            intervalMs: config.HISTORY_INTERVAL_SECONDS * 1000,
            retentionSeconds: config.EVENT_RETENTION_SECONDS,
            storeSeconds: config.EVENT_STORE_SECONDS,
            persons: config.HISTORY_PERSONS,
          },
          {
            store,
            fileStore,
            onRun: (run) => void main.emit("history", run),
            onFailure: (error) => warn("history files have to wait", error),
          },
        )
      : undefined;
  const noWriter = { steps: 0, isRunning: false };
  const { isRemote } = storeEngine(config);
  const records = async () => (await store.get()).records;
  const erasing = startErasing({
    changes: changesOf({ records, maxAgeMs: isRemote ? REMOTE_CHANGES_AGE_MS : LOCAL_CHANGES_AGE_MS }),
    node,
    gate,
    store,
    fileStore,
    history: historyEraser(directory, () => history?.progress() ?? noWriter),
    legacy: openLazily(() => legacyEngine(config).open()),
    journal: reader,
    writer: journal,
    onFailure(message, error) {
      void main.emit("erasureFailure");
      warn(message, error);
    },
  });
  /** Runs in this thread, whose writes it does not compete with: SQLite has one writer at a time. */
  const lease = isRemote ? leaseOf({ records, name: "event retention", owner: node.id, now: Date.now }) : null;
  const applyRetention = async (signal: AbortSignal) => {
    if (lease && !(await lease.isHeld())) return main.emit("expired", { events: 0, isComplete: true });
    for (let isComplete = false; !isComplete && !signal.aborted; ) {
      const ports = { ...(await store.get()), now: Date.now };
      const run = await removeExpiredEvents(config.EVENT_RETENTION_SECONDS, ports, signal);
      isComplete = run.isComplete;
      void main.emit("expired", run);
    }
  };
  const retention =
    takenOver === undefined
      ? startPeriodic(applyRetention, RETENTION_INTERVAL_MS, (error) => warn("expired events have to wait", error))
      : undefined;
  store.get().catch(() => undefined); // so that the first event does not wait for it
  drain.start();
}
