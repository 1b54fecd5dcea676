import type { Millis, OrganizationId, ProjectId } from "./common.ts";

/**
 * How far a removal is:
 *
 * - `removing`: the project and its keys do not exist; its data are being removed;
 * - `removed`: no data were left, but a write that was interrupted meanwhile may have left some;
 * - `confirmed`: nothing is left.
 */
export type RemovalStage = "removing" | "removed" | "confirmed";

/** A project that was removed. It is remembered, because journals may have its events long afterwards. */
export interface RemovedProject {
  readonly id: ProjectId;
  readonly organizationId: OrganizationId;
  /** Empty once it is removed. */
  readonly name: string;
  readonly stage: RemovalStage;
  /** When it came to this stage. */
  readonly since: Millis;
}

/** Removing projects with all data but files, in steps. Each may be repeated, also on several nodes at once. */
export interface ProjectRemovals {
  /** Removes the project and its keys, and remembers that its data are to be removed. Returns null if it is absent. */
  begin(projectId: ProjectId, at: Millis): Promise<RemovedProject | null>;
  /** Returns the removal of the project, or null if it was not removed. */
  find(projectId: ProjectId): Promise<RemovedProject | null>;
  /** Returns the removals that are not confirmed, by the project's id. */
  unconfirmed(): Promise<RemovedProject[]>;
  /** Returns those of the projects that were removed. */
  removedOf(projectIds: readonly ProjectId[]): Promise<Set<ProjectId>>;
  /** Removes up to about `limit` rows or documents of a removed project. Returns false if there are none. */
  removeData(projectId: ProjectId, limit: number): Promise<boolean>;
  /** Brings a removal to another stage. `removed` forgets the name. Does nothing if the project was not removed. */
  advance(projectId: ProjectId, stage: RemovalStage, at: Millis): Promise<void>;
}
