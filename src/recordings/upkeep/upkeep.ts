import { randomUUID } from "node:crypto";
import { type Rounds, startRounds } from "../../rounds.ts";
import type { Millis } from "../../storage/ports/common.ts";
import type { FileStore } from "../../storage/ports/engines.ts";
import type { Recordings } from "../../storage/ports/recordings.ts";
import type { TakeUpPorts } from "../columnar/take-up.ts";
import { takeUpAll } from "../columnar/take-up-all.ts";
import type { SnapshotMemory } from "../player/memory.ts";
import { type ChunkPorts, giveUpChunks } from "../recorder/chunks-given-up.ts";
import { type Due, type FlushEvents, Flusher, type Report } from "./flusher.ts";
import { Janitor, type JanitorPorts } from "./janitor.ts";
import { eraseExpired, type RetentionPorts } from "./retention.ts";

export interface UpkeepOptions extends Due {
  /** The time between two rounds, about, in milliseconds. */
  readonly intervalMs: number;
  /** How long a recording is kept of which nothing is received any more, in milliseconds; 0 is for good. */
  readonly retentionMs: number;
  readonly report: Report;
  readonly events: UpkeepEvents;
}

/** What there is to count. */
export interface UpkeepEvents extends FlushEvents {
  /** When the snapshot was received that has waited longest for its file; null where none waits. */
  readonly waitingSince: (at: Millis | null) => void;
}

export interface UpkeepPorts extends TakeUpPorts, JanitorPorts, ChunkPorts, RetentionPorts {
  readonly recordings: Recordings;
  readonly files: FileStore["files"];
  readonly fileStore: Pick<FileStore, "tidy">;
  readonly memory: SnapshotMemory;
}

/** How long a flusher is left alone with a session, unless it says that it goes on. */
const LEASE_MS = 60_000;
/** Longer than the end of a file may be on its way to the object store. */
const SETTLE_MS = 600_000;
const SELDOM_MS = 600_000;

/** What recordings need beside requests: each task in rounds of its own, so that one which fails keeps none of the others waiting. */
export function startUpkeep(
  { intervalMs, retentionMs, report, events, ...due }: UpkeepOptions,
  ports: UpkeepPorts,
): Rounds {
  const flusher = new Flusher(due, { owner: randomUUID(), leaseMs: LEASE_MS }, ports, events);
  const takingUp = { owner: randomUUID(), leaseMs: LEASE_MS };
  const janitor = new Janitor(ports, SETTLE_MS);
  const start = (task: (signal: AbortSignal) => Promise<unknown>, everyMs = intervalMs) =>
    startRounds(task, everyMs, report);
  const started = [
    start((signal) => flusher.flush(report, signal)),
    start(async () => events.waitingSince(await ports.recordings.waitingSince())),
    start((signal) => takeUpAll(ports.now() - due.ageMs, takingUp, ports, report, signal)),
    start((signal) => janitor.sweep(report, signal)),
    start((signal) => giveUpChunks(ports, signal)),
    start(() => ports.memory.forgetErased()),
    start(() => ports.fileStore.tidy(), SELDOM_MS),
  ];
  if (retentionMs > 0) started.push(start((signal) => eraseExpired(retentionMs, ports, signal)));
  return {
    async stop() {
      await Promise.all(started.map((rounds) => rounds.stop()));
    },
  };
}
