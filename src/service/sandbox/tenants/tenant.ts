import type { Millis, OrganizationId, ProjectId, UserId } from "../../../store/ports/common.ts";
import { ArmedFailures } from "../failures/armed-failures.ts";
import { ArrivedEvents } from "./arrived-events.ts";

export const DEFAULT_TENANT = "default";

export interface TenantIdentity {
  readonly name: string;
  /** Whether it begins with the data of the contract's examples. */
  readonly samples: boolean;
  readonly organizationId: OrganizationId;
  readonly projectApiKey: string;
  readonly personalApiKey: string;
}

/** An organization of the sandbox with a clock, failures and a list of arrived events. */
export class Tenant {
  readonly identity: TenantIdentity;
  readonly arrived = new ArrivedEvents();
  readonly failures = new ArmedFailures();
  #projectId: ProjectId;
  #userId: UserId;
  #aheadMs = 0;

  constructor(identity: TenantIdentity, projectId: ProjectId, userId: UserId) {
    this.identity = identity;
    this.#projectId = projectId;
    this.#userId = userId;
  }

  get projectId(): ProjectId {
    return this.#projectId;
  }

  get userId(): UserId {
    return this.#userId;
  }

  now(): Millis {
    return Date.now() + this.#aheadMs;
  }

  setClock(now: Millis): void {
    this.#aheadMs = now - Date.now();
  }

  /** Starts again with another project. */
  restart(projectId: ProjectId): void {
    this.#projectId = projectId;
    this.#aheadMs = 0;
    this.failures.clear();
    this.arrived.clear();
  }
}
