import type { Millis } from "./ports/common.ts";
import type { Records } from "./ports/records.ts";
import { LEASES, type LeaseRecord } from "./records/history-kinds.ts";

/** How long a claim lasts unless renewed, and how often nodes without it look. */
const [LEASE_MS, CHECK_MS] = [120_000, 60_000];

/** Claims or renews a lease; returns false while another owner has it. */
export async function claimLease(records: Pick<Records, "change">, wanted: LeaseRecord, now: Millis): Promise<boolean> {
  let isClaimed = false;
  await records.change(LEASES, { name: wanted.name }, (lease) => {
    isClaimed = lease === null || lease.owner === wanted.owner || lease.until <= now;
    return isClaimed ? wanted : null;
  });
  return isClaimed;
}

interface LeasePorts {
  readonly records: () => Promise<Pick<Records, "change">>;
  readonly name: string;
  /** The node, which keeps its claims over a restart. */
  readonly owner: string;
  readonly now: () => Millis;
}

/**
 * Saves nodes from looking for the same work. It is no lock: after a long pause two may hold it, so what they do must
 * be safe to do twice. A node that dies is replaced within three minutes.
 */
export function leaseOf({ records, name, owner, now }: LeasePorts) {
  let isHeld = false;
  let checkAt: Millis | undefined;
  return {
    /** Returns whether this node has to do the work now. Sends a command once a minute. */
    async isHeld(): Promise<boolean> {
      const at = now();
      if (checkAt !== undefined && at < checkAt && at >= checkAt - CHECK_MS) return isHeld;
      isHeld = false;
      isHeld = await claimLease(await records(), { name, owner, until: at + LEASE_MS }, at);
      checkAt = at + CHECK_MS;
      return isHeld;
    },

    /** Lets another node go on at once, if this one holds it. */
    async release(): Promise<void> {
      if (!isHeld) return;
      isHeld = false;
      await (await records()).change(LEASES, { name }, (lease) => {
        return lease?.owner === owner ? { name, owner, until: 0 } : null;
      });
    },
  };
}
