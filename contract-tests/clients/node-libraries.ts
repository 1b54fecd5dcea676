import { createRequire } from "node:module";

/** posthog-node, at versions where something of what it sends changed, and the newest. */
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

/** What all versions of posthog-node have in common, as far as the tests use it. */
export interface NodeLibrary {
  capture(event: {
    distinctId: string;
    event: string;
    properties?: Properties;
    groups?: Readonly<Record<string, string>>;
    timestamp?: Date;
    uuid?: string;
  }): void;
  identify(person: { distinctId: string; properties?: Properties }): void;
  alias(names: { distinctId: string; alias: string }): void;
  groupIdentify(group: { groupType: string; groupKey: string; properties?: Properties }): void;
  isFeatureEnabled(key: string, distinctId: string, options?: FlagOptions): Promise<boolean | undefined>;
  getFeatureFlag(key: string, distinctId: string, options?: FlagOptions): Promise<FlagValue | undefined>;
  getFeatureFlagPayload(key: string, distinctId: string, value?: FlagValue, options?: FlagOptions): Promise<unknown>;
  getAllFlags(distinctId: string, options?: FlagOptions): Promise<Record<string, FlagValue>>;
  reloadFeatureFlags(): Promise<void>;
  disable(): Promise<void>;
  flush(): unknown;
  shutdown(): unknown;
  /** Before version 4, where `shutdown` does not wait. */
  shutdownAsync?(): Promise<void>;
}

interface LibraryOptions {
  readonly host: string;
  readonly personalApiKey?: string;
  readonly flushAt?: number;
  readonly flushInterval?: number;
  readonly fetchRetryCount?: number;
  readonly fetchRetryDelay?: number;
}

export interface NodePackage {
  readonly PostHog: new (projectApiKey: string, options: LibraryOptions) => NodeLibrary;
}

/** The version as it is on npm. Throws where it is not installed. */
export function loadNodePackage(version: string): NodePackage {
  return createRequire(import.meta.url)(`posthog-node-${version}`);
}

/** Lets it send what it still has. */
export async function shutDown(library: NodeLibrary): Promise<void> {
  await (library.shutdownAsync?.() ?? library.shutdown());
}
