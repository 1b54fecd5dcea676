import autocannon from "autocannon";
import type { BenchCase } from "./bench-cases.ts";
import { readLoopDelayMs, waitUntilJournalEmpty } from "./bench-metrics.ts";
import type { MeasuredServer } from "./measured-server.ts";

export interface Figures {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p99Ms: number;
  /** How late the event loop was, 99 of 100 times at most; null of the bare server, which does not look. */
  readonly loopDelayMs: number | null;
  readonly failed: number;
}

export interface LoadSettings {
  readonly seconds: number;
  readonly connections: number;
}

const BODY_COUNT = 500;

/** What of a server differs between ours and the bare one. */
interface ServerProbe {
  /** Resolves when the server has nothing left to do for the requests that it has answered. */
  readonly waitUntilIdle: (server: MeasuredServer) => Promise<void>;
  readonly readLoopDelayMs: (server: MeasuredServer) => Promise<number | null>;
}

export const SIGHTLINE_PROBE: ServerProbe = { waitUntilIdle: waitUntilJournalEmpty, readLoopDelayMs: readLoopDelayMs };
export const BARE_PROBE: ServerProbe = { waitUntilIdle: async () => undefined, readLoopDelayMs: async () => null };

/** Sends one case for the time that the settings say, after a while of warming up, and waits until the server has done all of it. */
export async function measure(
  server: MeasuredServer,
  bench: BenchCase,
  key: string,
  { seconds, connections }: LoadSettings,
  ways: ServerProbe,
): Promise<Figures> {
  const random = () => Math.random().toString(36).slice(2, 12);
  const bodies = Array.from({ length: BODY_COUNT }, () => JSON.stringify(bench.body(key, random)));
  let next = 0;
  const shoot = (duration: number) =>
    autocannon({
      url: server.url + bench.path,
      connections,
      duration,
      setupClient: (client) => {
        const turn = () => client.setBody(bodies[next++ % bodies.length]);
        turn();
        client.on("response", turn);
      },
      method: "POST",
      headers: { "content-type": "application/json" },
    });
  await shoot(2); // until the compiler has seen it
  await ways.waitUntilIdle(server);
  const before = await server.cpuMicros();
  const result = await shoot(seconds);
  const loopDelayMs = await ways.readLoopDelayMs(server);
  await ways.waitUntilIdle(server);
  const requests = result["2xx"] + result.non2xx;
  return {
    perSecond: requests / result.duration,
    cpuMicros: ((await server.cpuMicros()) - before) / requests,
    p99Ms: result.latency.p99,
    loopDelayMs,
    failed: result.non2xx + result.errors,
  };
}
