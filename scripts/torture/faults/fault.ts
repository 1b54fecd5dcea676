import type { Random } from "../../seeded-random.ts";
import type { ClusterOptions, TestCluster } from "../cluster/test-cluster.ts";

/** The number of injected faults. */
export interface InjectedFaults {
  /** SIGKILLs sent. */
  kills: number;
  /** Outages of the store or a disk. */
  outages: number;
  /** Logs whose unsynced end was damaged. */
  corruptedLogs: number;
}

export interface FaultContext {
  readonly cluster: TestCluster;
  readonly random: Random;
  readonly injectedFaults: InjectedFaults;
  /** When it is aborted, the fault ends soon, with all dependencies restored and all nodes started. */
  readonly stopSignal: AbortSignal;
}

/** A fault that must not lose any event. */
export interface Fault {
  /** The required cluster. Any engine if none is given. */
  readonly requirements: Pick<ClusterOptions, "disk" | "canDisconnectMongo"> &
    Partial<Pick<ClusterOptions, "engine" | "settings">>;
  readonly inject: (context: FaultContext) => Promise<void>;
}
