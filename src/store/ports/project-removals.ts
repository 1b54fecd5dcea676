import type { Millis, OrganizationId, ProjectId } from "./common.ts";

/**
 * Stages of a removal:
 * - `removing`: the project and its keys do not exist; its data are being removed;
 * - `removed`: no data were left, but a write that was interrupted meanwhile may have left some;
 * - `confirmed`: nothing is left.
 */
export type RemovalStage = "removing" | "removed" | "confirmed";

/** A removed project, remembered because journals may have its events long afterwards. */
export interface RemovedProject {
  readonly id: ProjectId;
  readonly organizationId: OrganizationId;
  /** Empty once it is removed. */
  readonly name: string;
  readonly stage: RemovalStage;
  readonly since: Millis;
}

/** What each engine does itself. */
export interface ProjectData {
  /** Removes up to about `limit` rows or documents. Returns false if there are none. */
  removeData(projectId: ProjectId, limit: number): Promise<boolean>;
  /** Removes copies of deleted content, where an engine leaves some. */
  purgeDeleted(): Promise<unknown>;
}

/** Removes projects with all data but files, in steps that may be repeated, also on several nodes at once. */
export interface ProjectRemovals extends Pick<ProjectData, "removeData"> {
  /** Removes the project and its keys, and remembers that its data are to be removed. Returns null if absent. */
  begin(projectId: ProjectId, at: Millis): Promise<RemovedProject | null>;
  find(projectId: ProjectId): Promise<RemovedProject | null>;
  /** Ordered by the project's id. */
  unconfirmed(): Promise<RemovedProject[]>;
  removedOf(projectIds: readonly ProjectId[]): Promise<Set<ProjectId>>;
  /** Brings a removal to another stage. `removed` forgets the name. Does nothing if the project was not removed. */
  advance(projectId: ProjectId, stage: RemovalStage, at: Millis): Promise<void>;
}
