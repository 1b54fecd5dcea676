import type { ClusterOptions, TestCluster } from "../cluster/test-cluster.ts";
import type { Random } from "../seeded-random.ts";

/** How often something happened to the service. */
export interface InjectedFaults {
  /** SIGKILLs. */
  kills: number;
  /** Times that the store or a disk was taken away. */
  outages: number;
  /** Logs whose end was not synced, or was spoilt. */
  corruptedLogs: number;
}

export interface FaultContext {
  readonly cluster: TestCluster;
  readonly random: Random;
  readonly injectedFaults: InjectedFaults;
  /** The fault ends soon after this, with everything given back and every node started. */
  readonly stopSignal: AbortSignal;
}

/** Something that must lose no event. */
export interface Fault {
  /** What the world has to be for it; any engine where none is named. */
  readonly requirements: Pick<ClusterOptions, "disk" | "canDisconnectMongo"> &
    Partial<Pick<ClusterOptions, "engine" | "settings">>;
  readonly inject: (parts: FaultContext) => Promise<void>;
}
