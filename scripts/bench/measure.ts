import { type LoadResult, sendLoad } from "./load.ts";
import type { BenchServer } from "./servers/bench-server.ts";
import type { Workload } from "./workloads/workload.ts";

/** What one measurement of a server yields. */
export interface Figures {
  /** CPU time of all threads of the server until it has stored everything, divided by the number of requests. */
  readonly cpuMicros: number;
  readonly requestsPerSecond: number;
  /** Until the last event is stored. */
  readonly eventsPerSecond: number;
  readonly megabytesPerSecond: number;
  /** How far resident memory rose above that of the server at rest. */
  readonly grownBytes: number;
  /** Latencies at half of `requestsPerSecond`; null if there were too few responses. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly p999Ms: number | null;
  /** Responses that were not 2xx. */
  readonly failed: number;
}

const MIN_WARM_UP_SECONDS = 2;
const MEMORY_SAMPLING_MS = 20;
const MB = 1_000_000;
/** A percentile is reported if at least this many responses took longer. */
const MIN_SLOWER = 3;

/** Sends requests for some seconds, and those of `beside` meanwhile. */
async function send(server: BenchServer, workload: Workload, seconds: number, rate?: number): Promise<LoadResult> {
  const { url } = server;
  const { connections, beside } = workload;
  const [result, besideResult] = await Promise.all([
    sendLoad({ url, seconds, connections, nextRequest: workload.requests(server), rate }),
    beside && sendLoad({ url, seconds, connections: 1, nextRequest: beside(server) }),
  ]);
  return { ...result, failed: result.failed + (besideResult?.failed ?? 0) };
}

/** Sends requests until the code is compiled and caches are filled. */
export async function warmUp(server: BenchServer, workload: Workload, seconds: number): Promise<void> {
  await send(server, workload, Math.max(MIN_WARM_UP_SECONDS, seconds));
  await server.waitUntilIdle();
}

/** Measures the server at its peak rate, and then its latencies at half of that rate. */
export async function measure(
  server: BenchServer,
  workload: Workload,
  seconds: number,
  restBytes: number,
): Promise<Figures> {
  const memory = watchMemory(server);
  const [cpu, start] = [await server.cpuMicros(), performance.now()];
  const peak = await send(server, workload, seconds);
  await server.waitUntilIdle();
  const storedSeconds = (performance.now() - start) / 1000;
  const cpuMicros = (await server.cpuMicros()) - cpu;
  const peakBytes = await memory.stop();
  const responses = peak.succeeded + peak.failed;
  const requestsPerSecond = responses / peak.seconds;
  const half = await send(server, workload, seconds, requestsPerSecond / 2);
  await server.waitUntilIdle();
  return {
    cpuMicros: cpuMicros / responses,
    requestsPerSecond,
    eventsPerSecond: (peak.succeeded * workload.events) / storedSeconds,
    megabytesPerSecond: peak.bytes / MB / peak.seconds,
    grownBytes: peakBytes - restBytes,
    p50Ms: percentile(half, 0.5),
    p99Ms: percentile(half, 0.99),
    p999Ms: percentile(half, 0.999),
    failed: peak.failed + half.failed,
  };
}

function percentile({ latenciesMs }: LoadResult, share: number): number | null {
  const index = Math.floor(latenciesMs.length * share);
  return latenciesMs.length - index < MIN_SLOWER ? null : (latenciesMs[index] ?? null);
}

function watchMemory(server: BenchServer): { stop(): Promise<number> } {
  let peak = 0;
  const sample = async () => {
    peak = Math.max(peak, await server.memoryBytes());
  };
  // If the server has exited, the load fails.
  const sampling = setInterval(() => void sample().catch(() => undefined), MEMORY_SAMPLING_MS);
  return {
    async stop() {
      clearInterval(sampling);
      await sample();
      return peak;
    },
  };
}
