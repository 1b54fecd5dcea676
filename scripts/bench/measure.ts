import autocannon from "autocannon";
import type { BenchCase } from "./bench-cases.ts";
import { readLoopDelayMs, waitUntilJournalEmpty } from "./bench-metrics.ts";
import type { MeasuredServer } from "./measured-server.ts";

export interface Figures {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p99Ms: number;
  /** The 99th percentile of the event loop's delay; null for the bare server, which does not measure it. */
  readonly loopDelayMs: number | null;
  readonly failed: number;
}

export interface LoadSettings {
  readonly seconds: number;
  readonly connections: number;
}

const BODY_COUNT = 500;

/** The differences in measuring Sightline and the bare server. */
interface ServerProbe {
  /** Resolves when the server has finished all work for the requests that it has answered. */
  readonly waitUntilIdle: (server: MeasuredServer) => Promise<void>;
  readonly readLoopDelayMs: (server: MeasuredServer) => Promise<number | null>;
}

export const SIGHTLINE_PROBE: ServerProbe = { waitUntilIdle: waitUntilJournalEmpty, readLoopDelayMs };
export const BARE_PROBE: ServerProbe = { waitUntilIdle: async () => undefined, readLoopDelayMs: async () => null };

/**
 * Sends requests of one case after a warm-up, waits until the server has finished all work, and returns the figures.
 */
export async function measure(
  server: MeasuredServer,
  bench: BenchCase,
  key: string,
  { seconds, connections }: LoadSettings,
  probe: ServerProbe,
): Promise<Figures> {
  const random = () => Math.random().toString(36).slice(2, 12);
  const bodies = Array.from({ length: BODY_COUNT }, () => JSON.stringify(bench.body(key, random)));
  let next = 0;
  const sendFor = (duration: number) =>
    autocannon({
      url: server.url + bench.path,
      connections,
      duration,
      setupClient: (client) => {
        const setNextBody = () => client.setBody(bodies[next++ % bodies.length]);
        setNextBody();
        client.on("response", setNextBody);
      },
      method: "POST",
      headers: { "content-type": "application/json" },
    });
  await sendFor(2); // warm-up, so that the code is compiled
  await probe.waitUntilIdle(server);
  const before = await server.cpuMicros();
  const result = await sendFor(seconds);
  const loopDelayMs = await probe.readLoopDelayMs(server);
  await probe.waitUntilIdle(server);
  const requests = result["2xx"] + result.non2xx;
  return {
    perSecond: requests / result.duration,
    cpuMicros: ((await server.cpuMicros()) - before) / requests,
    p99Ms: result.latency.p99,
    loopDelayMs,
    failed: result.non2xx + result.errors,
  };
}
