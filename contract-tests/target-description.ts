import type { EngineName, TestEnvironment } from "./services/test-environment.ts";

/** A project with its organization, its key and a personal key of its owner. */
export interface Tenant {
  readonly organizationId: string;
  readonly projectId: string;
  readonly projectApiKey: string;
  readonly personalApiKey: string;
  /** Present if the suite created the tenant. */
  readonly details?: {
    readonly userId: number;
    readonly email: string;
    readonly memberEmail: string;
    readonly memberPersonalApiKey: string;
  };
}

/** Where a service is reached. */
export interface Endpoint {
  /** Where requests go: the service, or a proxy in front of it that checks responses against the contract. */
  readonly base: string;
  /** The service itself. */
  readonly direct: string;
  /** Its processes, if there may be several; a client sends each request to a random one. */
  readonly nodes?: readonly string[];
}

/** What the suite runs against, as the runner describes it. */
export interface Target extends Endpoint {
  readonly kind: "prism" | "server" | "sandbox" | "url";
  readonly proxy: boolean;
  readonly tenant: Tenant;
  /** Another tenant, and one that only the tests of pages write to; `tenant` itself if there is only one. */
  readonly otherTenant: Tenant;
  readonly paginationTenant: Tenant;
  /** A key of the tenant's owner that may change nothing. */
  readonly readOnlyKey?: string | undefined;
  /** Whether nothing may be sent that changes something. */
  readonly readOnly?: boolean | undefined;
  /** Where a server that the runner has started keeps its data. */
  readonly environment?: TestEnvironment | undefined;
  /** External engines of the servers that the suite starts. */
  readonly engines: readonly EngineName[];
}

/** The environment variable with the target's description, which the runner sets. */
export const TARGET_VARIABLE = "CONTRACT_TARGET";
