import type { Millis, ProjectId } from "../ports/common.ts";
import type { Records } from "../ports/records.ts";
import { projectNumber } from "../stored-ids.ts";
import { KEYS } from "./keys.ts";
import { deleteAll, scanAll } from "./scan-all.ts";
import type { RemovalStage, RemovedProject } from "./tenant-kinds.ts";
import { PROJECTS, REMOVED_PROJECTS, type RemovedProjectRecord } from "./tenant-kinds.ts";

export interface ProjectData {
  /** Removes up to about `limit` rows or documents. Returns false if there are none. */
  removeData(projectId: ProjectId, limit: number): Promise<boolean>;
  /** Removes copies of deleted content, where an engine leaves some. */
  purgeDeleted(): Promise<unknown>;
}

export type ProjectRemovals = ReturnType<typeof recordRemovals>;

/** Removes projects with all data but files, in steps that may be repeated, also on several nodes at once. */
export function recordRemovals(records: Records, { removeData, purgeDeleted }: ProjectData) {
  const find = async (projectId: ProjectId): Promise<RemovedProject | null> => {
    const number = projectNumber(projectId);
    const found = number === null ? null : await records.find(REMOVED_PROJECTS, { number });
    return found && toRemovedProject(found);
  };
  return {
    /** Removes the project and its keys, and remembers that its data are to be removed. Returns null if absent. */
    async begin(projectId: ProjectId, at: Millis): Promise<RemovedProject | null> {
      const number = projectNumber(projectId);
      if (number === null) return null;
      const project = await records.find(PROJECTS, { number });
      if (project) {
        const { organizationId, name } = project;
        await records.insert(REMOVED_PROJECTS, { number, organizationId, name, stage: "removing", since: at });
      }
      const removed = await find(projectId);
      if (!removed) return null;
      await records.delete(PROJECTS, { number });
      await deleteAll(records, KEYS, { where: { projectId } });
      return removed;
    },

    find,

    /** Ordered by the project's id. */
    async unconfirmed(): Promise<RemovedProject[]> {
      const inStage = (stage: RemovedProject["stage"]) => scanAll(records, REMOVED_PROJECTS, { where: { stage } });
      const found = [...(await inStage("removing")), ...(await inStage("removed"))];
      return found.toSorted((a, b) => a.number - b.number).map(toRemovedProject);
    },

    async removedOf(projectIds: readonly ProjectId[]): Promise<Set<ProjectId>> {
      const numbers = projectIds.map(projectNumber).filter((number) => number !== null);
      const found = await records.findMany(REMOVED_PROJECTS, "number", numbers);
      return new Set(found.map(({ number }) => String(number)));
    },

    removeData,

    /** Brings a removal to another stage. `removed` forgets the name. Does nothing if the project was not removed. */
    async advance(projectId: ProjectId, stage: RemovalStage, at: Millis): Promise<void> {
      const number = projectNumber(projectId);
      if (number === null) return;
      await records.change(REMOVED_PROJECTS, { number }, (found) => {
        return found && { ...found, stage, since: at, name: stage === "removing" ? found.name : "" };
      });
      if (stage !== "removing") await purgeDeleted();
    },
  };
}

function toRemovedProject({ number, organizationId, name, stage, since }: RemovedProjectRecord): RemovedProject {
  return { id: String(number), organizationId, name, stage, since };
}
