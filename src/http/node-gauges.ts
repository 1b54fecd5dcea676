import { setTimeout as sleep } from "node:timers/promises";
import type { Gauge, Registry } from "prom-client";
import type { Capture } from "../ingest/capture.ts";
import type { Store } from "../store/ports/stores.ts";
import type { Readiness } from "./engine-check.ts";
import type { FlagStreams } from "./flag-streams.ts";
import { addGauge } from "./metrics.ts";

interface MeasuredParts {
  readonly readiness: Pick<Readiness, "checkEngines">;
  readonly store: Pick<Store, "size"> & {
    readonly erasures: Pick<Store["erasures"], "unfinished">;
    readonly projectRemovals: Pick<Store["projectRemovals"], "unconfirmed">;
  };
  readonly capture: Pick<Capture, "measureDisk">;
  readonly flagStreams: Pick<FlagStreams, "count">;
  readonly databases: () => ReadonlyMap<string, DatabaseState>;
}

type DatabaseState = { readonly isDamaged: boolean; readonly verifiedAt: number | null };

const MEASURE_TIMEOUT_MS = 3000;

/** Returns null for what cannot be measured within some seconds. */
export function measure<T>(read: () => Promise<T>): Promise<T | null> {
  return Promise.race([read().catch(() => null), sleep(MEASURE_TIMEOUT_MS, null, { ref: false })]);
}

/** Adds gauges that are measured at each scrape and read few rows; absent if not measured within 3 seconds. */
export function addNodeGauges(registry: Registry, parts: MeasuredParts): void {
  const { readiness, store, capture, flagStreams, databases } = parts;
  const engineUp = async (gauge: Gauge) => {
    const states = Object.entries(await readiness.checkEngines());
    for (const [engine, state] of states) gauge.set({ engine }, state === "unavailable" ? 0 : 1);
  };
  const upHelp = "Whether an engine can be used (1) or not (0): documents, files, journal, and columnar if configured.";
  addGauge(registry, "engine_up", upHelp, engineUp, "engine");
  addGauge(
    registry,
    "engine_damaged",
    "Whether the database of an engine on this node is damaged (1) or not, as far as is known (0).",
    (gauge) => {
      for (const [engine, { isDamaged }] of databases()) gauge.set({ engine }, isDamaged ? 1 : 0);
    },
    "engine",
  );
  addGauge(
    registry,
    "engine_verified_seconds",
    "Time since all of the database of an engine on this node was last verified; absent before the first time.",
    (gauge) => {
      for (const [engine, { verifiedAt }] of databases()) {
        if (verifiedAt !== null) gauge.set({ engine }, Math.max(0, (Date.now() - verifiedAt) / 1000));
      }
    },
    "engine",
  );
  addGauge(registry, "flag_streams", "Open event streams that announce changes of flags.", (gauge) => {
    gauge.set(flagStreams.count);
  });
  const measured = (name: string, help: string, read: () => Promise<number>) =>
    addGauge(registry, name, help, async (gauge) => {
      const value = await measure(read);
      if (value === null) gauge.remove();
      else gauge.set(value);
    });
  measured("disk_free_bytes", "Free space of the disk of DATA_DIR.", async () => {
    return (await capture.measureDisk()).freeBytes;
  });
  measured("journal_file_bytes", "Size of the journal's files, with dead letters and free pages.", async () => {
    return (await capture.measureDisk()).journalBytes;
  });
  measured("store_bytes", "Size of the store on its disks; all nodes on one MongoDB report the same.", () => {
    return store.size();
  });
  const erasures = async () => (await store.erasures.unfinished()).map(({ requestedAt }) => requestedAt);
  const removals = async () =>
    (await store.projectRemovals.unconfirmed()).flatMap(({ stage, since }) => (stage === "removing" ? [since] : []));
  for (const [name, what, read] of [
    ["erasure", "Erasures of persons, up to 100, that are not completed", erasures],
    ["project_removal", "Removed projects that still have data", removals],
  ] as const) {
    measured(`${name}s_pending`, `${what}; all nodes on one store report the same.`, async () => (await read()).length);
    measured(`${name}_oldest_seconds`, `${what}: age of the oldest; 0 if there are none.`, async () => {
      const times = await read();
      return times.length === 0 ? 0 : Math.max(0, (Date.now() - Math.min(...times)) / 1000);
    });
  }
}
