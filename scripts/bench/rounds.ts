import { setTimeout as sleep } from "node:timers/promises";
import { type Figures, measure, warmUp } from "./measure.ts";
import type { BenchServer } from "./servers/bench-server.ts";
import type { ServerKind } from "./servers/servers.ts";
import type { Workload } from "./workloads/workload.ts";

/** The measurements of one server by one workload. */
export interface Measured {
  readonly server: string;
  readonly startMs: number;
  readonly restBytes: number;
  /** One for each round. */
  readonly rounds: readonly Figures[];
}

/** Time for a server to come to rest after its start: V8 gives memory back some seconds later. */
const REST_MS = 12_000;

/** Starts the servers anew and measures them in turns, `rounds` times. */
export async function measureWorkload(
  workload: Workload,
  kinds: readonly ServerKind[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  advance: (by: number) => void,
): Promise<Measured[]> {
  const started: BenchServer[] = [];
  try {
    for (const kind of kinds) started.push(await kind.start(workload));
    await sleep(REST_MS);
    const servers = await Promise.all(
      started.map(async (server) => {
        const figures: Figures[] = [];
        return { server, restBytes: await server.memoryBytes(), figures };
      }),
    );
    for (const server of started) await warmUp(server, workload, seconds);
    for (let round = 0; round < rounds; round++) {
      for (const { server, restBytes, figures } of servers) {
        figures.push(await measure(server, workload, seconds, restBytes));
        advance(1);
      }
    }
    return servers.map(({ server: { name, startMs }, restBytes, figures }) => {
      return { server: name, startMs, restBytes, rounds: figures };
    });
  } finally {
    await Promise.all(started.map((server) => server.remove()));
  }
}
