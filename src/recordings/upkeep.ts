import { randomUUID } from "node:crypto";
import { type ChunkPorts, giveUpChunks } from "./chunks-given-up.ts";
import type { FlushPorts } from "./flush-session.ts";
import { type Due, flushDue, type Report } from "./flusher.ts";
import { Janitor, type JanitorPorts } from "./janitor.ts";
import { type Rounds, startRounds } from "./rounds.ts";

export interface UpkeepOptions extends Due {
  /** The time between two rounds, about, in milliseconds. */
  readonly intervalMs: number;
  readonly leaseMs?: number;
  readonly report: Report;
}

export type UpkeepPorts = FlushPorts & JanitorPorts & ChunkPorts;

const LEASE_MS = 60_000;

/** What recordings need beside requests: each task in rounds of its own, so that one which fails keeps none of the others waiting. */
export function startUpkeep(
  { intervalMs, leaseMs = LEASE_MS, report, ...due }: UpkeepOptions,
  ports: UpkeepPorts,
): Rounds {
  const flushing = { owner: randomUUID(), leaseMs };
  const janitor = new Janitor(ports, leaseMs);
  const tasks = [
    (signal: AbortSignal) => flushDue(due, flushing, ports, report, signal),
    (signal: AbortSignal) => janitor.sweep(report, signal),
    (signal: AbortSignal) => giveUpChunks(ports, signal),
  ];
  const started = tasks.map((task) => startRounds(task, intervalMs, report));
  return {
    async stop() {
      await Promise.all(started.map((rounds) => rounds.stop()));
    },
  };
}
