import autocannon from "autocannon";
import type { BenchCase } from "./cases.ts";
import { loopDelayMs, settle } from "./metrics.ts";
import type { Measured } from "./processes.ts";

export interface Figures {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p99Ms: number;
  /** How late the event loop was, 99 of 100 times at most; null of the bare server, which does not look. */
  readonly loopDelayMs: number | null;
  readonly failed: number;
}

export interface Settings {
  readonly seconds: number;
  readonly connections: number;
}

const BODIES = 500;

/** What of a server differs between ours and the bare one. */
interface Ways {
  /** Resolves when the server has nothing left to do for the requests that it has answered. */
  readonly settled: (server: Measured) => Promise<void>;
  readonly loopDelayMs: (server: Measured) => Promise<number | null>;
}

export const OURS: Ways = { settled: settle, loopDelayMs };
export const BARE: Ways = { settled: async () => undefined, loopDelayMs: async () => null };

/** Sends one case for the time that the settings say, after a while of warming up, and waits until the server has done all of it. */
export async function measure(
  server: Measured,
  bench: BenchCase,
  key: string,
  { seconds, connections }: Settings,
  ways: Ways,
): Promise<Figures> {
  const random = () => Math.random().toString(36).slice(2, 12);
  const bodies = Array.from({ length: BODIES }, () => JSON.stringify(bench.body(key, random)));
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
  await ways.settled(server);
  const before = await server.cpuMicros();
  const result = await shoot(seconds);
  const loopDelayMs = await ways.loopDelayMs(server);
  await ways.settled(server);
  const requests = result["2xx"] + result.non2xx;
  return {
    perSecond: requests / result.duration,
    cpuMicros: ((await server.cpuMicros()) - before) / requests,
    p99Ms: result.latency.p99,
    loopDelayMs,
    failed: result.non2xx + result.errors,
  };
}
