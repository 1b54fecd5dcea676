import type { Fault } from "./fault.ts";
import { type OutageMs, repeatOutages } from "./repeat-outages.ts";

/** So that a node stores soon what it accepts, and much goes to files while S3 is disturbed. */
const MAX_PAUSE_MS = 300;
const SETTINGS = { RECORDING_FLUSH_BYTES: "20000", HISTORY_INTERVAL_SECONDS: "1" };

/** Lets S3 refuse, delay or cut each request for a while. Prints how often it did so. */
export function filesAway(outageMs: OutageMs): Fault {
  return {
    requirements: { files: "s3", disk: null, canDisconnectMongo: false, canDisturbS3: true, settings: SETTINGS },
    maxPauseMs: MAX_PAUSE_MS,
    async inject(context) {
      const { s3Proxy } = context.cluster;
      if (!s3Proxy) return;
      await repeatOutages(context, s3Proxy.disturb, s3Proxy.restore, outageMs);
      console.log(`requests to S3: ${[...s3Proxy.counts].map(([what, count]) => `${count} ${what}`).join(", ")}`);
    },
  };
}
