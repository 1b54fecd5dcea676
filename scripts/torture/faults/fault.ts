import type { Random } from "../../seeded-random.ts";
import type { ClusterOptions, TestCluster } from "../cluster/test-cluster.ts";
import type { Load } from "../load/load.ts";

/** The number of injected faults. */
export interface InjectedFaults {
  /** SIGKILLs sent. */
  kills: number;
  /** Outages of the store or a disk. */
  outages: number;
  /** Logs whose unsynced end was damaged. */
  corruptedLogs: number;
  /** Nodes that were stopped and started again. */
  restarts: number;
  /** Directories that were replaced by a copy, or restored from a backup. */
  restores: number;
}

export interface FaultContext {
  readonly cluster: TestCluster;
  /** What is being sent meanwhile. */
  readonly load: Load;
  readonly random: Random;
  readonly injectedFaults: InjectedFaults;
  /** Violations that the fault finds itself, as sentences, are added to this list. */
  readonly wrong: string[];
  /** When it is aborted, the fault ends soon, with all dependencies restored and all nodes started. */
  readonly stopSignal: AbortSignal;
}

/** A fault that must not lose any event. */
export interface Fault {
  /** The required cluster. Any engine if none is given. */
  readonly requirements: Pick<ClusterOptions, "disk" | "canDisconnectMongo"> &
    Partial<Pick<ClusterOptions, "engine" | "files" | "settings" | "hasBalancer" | "canDisturbS3">> & {
      readonly minNodes?: number;
    };
  /** The longest pause of a visitor between two requests, if not as short as usual. */
  readonly maxPauseMs?: number;
  /** Whether every request must be answered with 200, although the fault is being injected. */
  readonly mustAnswerAll?: boolean;
  /** Whether a second node repeats what a first one was sent, maybe after its later changes of a person. */
  readonly isRepeatedElsewhere?: boolean;
  readonly inject: (context: FaultContext) => Promise<void>;
}
