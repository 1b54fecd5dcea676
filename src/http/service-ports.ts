import type { Keyring, ProjectFinder } from "../access/keyring.ts";
import type { Capture } from "../capture/capture.ts";
import type { FlagChangePorts } from "../flags/change-flags.ts";
import type { FlagDecider } from "../flags/flag-decider.ts";
import type { InvitePorts } from "../invites/invites.ts";
import type { SnapshotMemory } from "../recordings/player/snapshot-memory.ts";
import type { ColumnarStore } from "../storage/ports/columnar.ts";
import type { FileStore, Store } from "../storage/ports/stores.ts";
import type { FlagStreams } from "./flag-streams.ts";
import type { Metrics } from "./metrics.ts";
import type { ClientScripts } from "./pages/client-scripts.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Readiness } from "./readiness.ts";

/** The domain, ready to use, as the operations get it. */
export interface ServicePorts {
  readonly store: Store;
  readonly fileStore: FileStore;
  readonly memory: SnapshotMemory;
  readonly columnar: ColumnarStore;
  /** Whether clients download recording files from the object store, if it has presigned URLs. */
  readonly redirectsToFiles: boolean;
  readonly capture: Capture;
  readonly projects: Pick<ProjectFinder, "find">;
  readonly rateLimits: RateLimits;
  readonly keyring: Keyring;
  readonly flags: FlagDecider;
  readonly flagChanges: FlagChangePorts;
  readonly flagStreams: FlagStreams;
  readonly invites: InvitePorts;
  readonly scripts: ClientScripts;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly now: () => number;
}
