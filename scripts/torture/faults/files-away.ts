import { pollUntil } from "../../../src/lib/threads/retry.ts";
import type { Fault } from "./fault.ts";
import { type OutageMs, repeatOutages } from "./repeat-outages.ts";

/** So that a node stores soon what it accepts, and much goes to files while S3 is disturbed. */
const MAX_PAUSE_MS = 300;
const SETTINGS = { RECORDING_FLUSH_BYTES: "2000", HISTORY_INTERVAL_SECONDS: "1" };
/** An outage lasts until so many requests have met it, if they come in time: a busy machine sends few. */
const DISTURBED_REQUESTS = 5;
const MAX_WAIT_MS = 15_000;

/** Lets S3 refuse, delay or cut each request for a while. Prints how often it did so. */
export function filesAway(outageMs: OutageMs): Fault {
  return {
    requirements: { files: "s3", disk: null, canDisconnectMongo: false, canDisturbS3: true, settings: SETTINGS },
    maxPauseMs: MAX_PAUSE_MS,
    async inject(context) {
      const { s3Proxy } = context.cluster;
      if (!s3Proxy) return;
      const disturbed = () => [...s3Proxy.counts.values()].reduce((sum, count) => sum + count, 0);
      let enough = 0;
      const disturb = () => {
        enough = disturbed() + DISTURBED_REQUESTS;
        s3Proxy.disturb();
      };
      const restore = async () => {
        await pollUntil(async () => disturbed() >= enough, { intervalMs: 50, timeoutMs: MAX_WAIT_MS });
        s3Proxy.restore();
      };
      await repeatOutages(context, disturb, restore, outageMs);
      console.log(`requests to S3: ${[...s3Proxy.counts].map(([what, count]) => `${count} ${what}`).join(", ")}`);
    },
  };
}
