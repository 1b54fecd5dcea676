import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import type { Capture } from "../ingest/capture.ts";
import type { Store } from "../store/ports/stores.ts";
import type { FlagStreams } from "./flag-streams.ts";
import type { Readiness } from "./readiness.ts";

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

interface DatabaseState {
  readonly isDamaged: boolean;
  readonly verifiedAt: number | null;
}

const MEASURE_TIMEOUT_MS = 3000;

/** Adds gauges that are measured at each scrape and read few rows; absent if not measured within 3 seconds. */
export function addNodeGauges(registry: Registry, parts: MeasuredParts): void {
  const { readiness, store, capture, flagStreams, databases } = parts;
  const registers = [registry];
  new Gauge({
    name: "sightline_engine_up",
    help: "Whether an engine can be used (1) or not (0): documents, files, journal, and columnar if configured.",
    labelNames: ["engine"],
    registers,
    async collect() {
      const states = Object.entries(await readiness.checkEngines());
      for (const [engine, state] of states) this.set({ engine }, state === "unavailable" ? 0 : 1);
    },
  });
  addDatabaseGauges(registers, databases);
  new Gauge({
    name: "sightline_flag_streams",
    help: "Open event streams that announce changes of flags.",
    registers,
    collect() {
      this.set(flagStreams.count);
    },
  });
  const measured = (name: string, help: string, measure: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await Promise.race([measure().catch(() => null), timeout()]);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  measured("sightline_disk_free_bytes", "Free space of the disk of DATA_DIR.", async () => {
    return (await capture.measureDisk()).freeBytes;
  });
  measured(
    "sightline_journal_file_bytes",
    "Size of the journal's files, with dead letters and free pages.",
    async () => {
      return (await capture.measureDisk()).journalBytes;
    },
  );
  measured("sightline_store_bytes", "Size of the store on its disks; all nodes on one MongoDB report the same.", () => {
    return store.size();
  });
  const erasures = async () => (await store.erasures.unfinished()).map(({ requestedAt }) => requestedAt);
  const removals = async () =>
    (await store.projectRemovals.unconfirmed()).flatMap(({ stage, since }) => (stage === "removing" ? [since] : []));
  for (const [name, what, read] of [
    ["erasure", "Erasures of persons, up to 100, that are not completed", erasures],
    ["project_removal", "Removed projects that still have data", removals],
  ] as const) {
    measured(`sightline_${name}s_pending`, `${what}; all nodes on one store report the same.`, async () => {
      return (await read()).length;
    });
    measured(`sightline_${name}_oldest_seconds`, `${what}: age of the oldest; 0 if there are none.`, async () => {
      const times = await read();
      return times.length === 0 ? 0 : Math.max(0, (Date.now() - Math.min(...times)) / 1000);
    });
  }
}

function addDatabaseGauges(registers: Registry[], databases: MeasuredParts["databases"]): void {
  new Gauge({
    name: "sightline_engine_damaged",
    help: "Whether the database of an engine on this node is damaged (1) or not, as far as is known (0).",
    labelNames: ["engine"],
    registers,
    collect() {
      for (const [engine, { isDamaged }] of databases()) this.set({ engine }, isDamaged ? 1 : 0);
    },
  });
  new Gauge({
    name: "sightline_engine_verified_seconds",
    help: "Time since all of the database of an engine on this node was last verified; absent before the first time.",
    labelNames: ["engine"],
    registers,
    collect() {
      for (const [engine, { verifiedAt }] of databases()) {
        if (verifiedAt !== null) this.set({ engine }, Math.max(0, (Date.now() - verifiedAt) / 1000));
      }
    },
  });
}

function timeout(): Promise<null> {
  return sleep(MEASURE_TIMEOUT_MS, null, { ref: false });
}
