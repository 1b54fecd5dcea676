import { createRequire } from "node:module";

/** Versions of posthog-node whose requests differ, including the newest. */
export const NODE_VERSIONS = ["3.6.3", "4.0.1", "4.10.0", "4.17.2", "5.70.0"];

type Properties = Readonly<Record<string, unknown>>;
type FlagValue = string | boolean;

interface FlagOptions {
  readonly groups?: Readonly<Record<string, string>>;
  readonly personProperties?: Properties;
  readonly groupProperties?: Readonly<Record<string, Properties>>;
  readonly onlyEvaluateLocally?: boolean;
  readonly sendFeatureFlagEvents?: boolean;
}

interface CapturedEvent {
  readonly distinctId: string;
  readonly event: string;
  readonly properties?: Properties;
  readonly groups?: Readonly<Record<string, string>>;
  readonly timestamp?: Date;
  readonly uuid?: string;
}

/** The part of posthog-node that all versions share and the tests use. */
export interface NodeLibrary {
  capture(event: CapturedEvent): void;
  /** Only in version 5: events about language models have an address of their own. */
  captureAi?(event: CapturedEvent): void;
  identify(person: { distinctId: string; properties?: Properties }): void;
  alias(names: { distinctId: string; alias: string }): void;
  groupIdentify(group: { groupType: string; groupKey: string; properties?: Properties }): void;
  isFeatureEnabled(key: string, distinctId: string, options?: FlagOptions): Promise<boolean | undefined>;
  getFeatureFlag(key: string, distinctId: string, options?: FlagOptions): Promise<FlagValue | undefined>;
  getFeatureFlagPayload(key: string, distinctId: string, value?: FlagValue, options?: FlagOptions): Promise<unknown>;
  getAllFlags(distinctId: string, options?: FlagOptions): Promise<Record<string, FlagValue>>;
  reloadFeatureFlags(): Promise<void>;
  /** Only from version 4.10. */
  getRemoteConfigPayload?(key: string): Promise<unknown>;
  disable(): Promise<void>;
  flush(): unknown;
  shutdown(): unknown;
  /** Only before version 4, where `shutdown` does not wait. */
  shutdownAsync?(): Promise<void>;
}

interface LibraryOptions {
  readonly host: string;
  readonly personalApiKey?: string;
  readonly requestTimeout?: number;
  readonly featureFlagsRequestTimeoutMs?: number;
  readonly flushAt?: number;
  readonly flushInterval?: number;
  readonly fetchRetryCount?: number;
  readonly fetchRetryDelay?: number;
}

/** Libraries give up on flags after three seconds, and on events after ten: too soon for a busy machine. */
export const PATIENT = { requestTimeout: 120_000, featureFlagsRequestTimeoutMs: 120_000 };

export interface NodePackage {
  readonly PostHog: new (projectApiKey: string, options: LibraryOptions) => NodeLibrary;
}

/** Loads a version of posthog-node. Throws if it is not installed. */
export function loadNodePackage(version: string): NodePackage {
  return createRequire(import.meta.url)(`posthog-node-${version}`);
}

/** Shuts the library down after sending all queued events. */
export async function shutDown(library: NodeLibrary): Promise<void> {
  await (library.shutdownAsync?.() ?? library.shutdown());
}
