import type { Logger } from "pino";
import type { FlagDecider } from "../flags/decide/flag-decider.ts";
import type { FlagChangePorts } from "../flags/manage/edit-flags.ts";
import type { Capture } from "../ingest/capture.ts";
import type { Answers } from "../questions/answer-question.ts";
import type { FindFindings } from "../questions/findings.ts";
import type { SnapshotMemory } from "../recordings/snapshot-memory.ts";
import type { LegacyStore } from "../store/ports/legacy-store.ts";
import type { FileStore, Store } from "../store/ports/stores.ts";
import type { InvitePorts } from "../tenants/invites.ts";
import type { Keyring, ProjectFinder } from "../tenants/keyring.ts";
import type { OidcProvider } from "../tenants/sign-in/oidc-provider.ts";
import type { Sessions } from "../tenants/sign-in/sessions.ts";
import type { Readiness } from "./engine-check.ts";
import type { FlagStreams } from "./flag-streams.ts";
import type { Metrics } from "./metrics.ts";
import type { FindClientSettings } from "./operations/client-settings.ts";
import type { ClientScripts } from "./pages/client-scripts.ts";
import type { RateLimits } from "./rate-limits.ts";

export interface ServicePorts {
  readonly store: Store;
  readonly fileStore: FileStore;
  readonly memory: SnapshotMemory;
  readonly legacy: LegacyStore;
  /** Whether clients download recordings from an object store that has presigned URLs. */
  readonly redirectsToFiles: boolean;
  readonly capture: Capture;
  readonly answers: Answers;
  readonly findings: FindFindings;
  readonly projects: Pick<ProjectFinder, "find">;
  readonly clientSettings: FindClientSettings;
  readonly rateLimits: RateLimits;
  readonly keyring: Keyring;
  readonly sessions: Sessions | null;
  readonly hasPasswords: boolean;
  readonly providers: ReadonlyMap<string, OidcProvider>;
  readonly flags: FlagDecider;
  readonly flagChanges: FlagChangePorts;
  readonly flagStreams: FlagStreams;
  readonly invites: InvitePorts;
  readonly scripts: ClientScripts;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly log: Pick<Logger, "info" | "warn">;
  readonly now: () => number;
}
