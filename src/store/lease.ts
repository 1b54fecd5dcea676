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
export class Lease {
  readonly #ports: LeasePorts;
  #isHeld = false;
  #checkAt: Millis | undefined;

  constructor(ports: LeasePorts) {
    this.#ports = ports;
  }

  /** Returns whether this node has to do the work now. Sends a command once a minute. */
  async isHeld(): Promise<boolean> {
    const { records, name, owner, now } = this.#ports;
    const at = now();
    if (this.#checkAt !== undefined && at < this.#checkAt && at >= this.#checkAt - CHECK_MS) return this.#isHeld;
    this.#isHeld = false;
    this.#isHeld = await claimLease(await records(), { name, owner, until: at + LEASE_MS }, at);
    this.#checkAt = at + CHECK_MS;
    return this.#isHeld;
  }

  /** Lets another node go on at once, if this one holds it. */
  async release(): Promise<void> {
    if (!this.#isHeld) return;
    const { records, name, owner } = this.#ports;
    this.#isHeld = false;
    await (await records()).change(LEASES, { name }, (lease) => {
      return lease?.owner === owner ? { name, owner, until: 0 } : null;
    });
  }
}
