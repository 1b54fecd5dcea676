import type { ProjectId } from "../ports/common.ts";
import type { ProjectData, ProjectRemovals, RemovedProject } from "../ports/project-removals.ts";
import type { Records } from "../ports/records.ts";
import { projectNumber } from "../stored-ids.ts";
import { KEYS } from "./keys.ts";
import { scanAll } from "./scan-all.ts";
import { PROJECTS, REMOVED_PROJECTS, type RemovedProjectRecord } from "./tenant-kinds.ts";

export function recordRemovals(records: Records, { removeData, purgeDeleted }: ProjectData): ProjectRemovals {
  const find = async (projectId: ProjectId) => {
    const number = projectNumber(projectId);
    const found = number === null ? null : await records.find(REMOVED_PROJECTS, { number });
    return found && toRemovedProject(found);
  };
  return {
    async begin(projectId, at) {
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
      for (const key of await scanAll(records, KEYS, { where: { projectId } })) await records.delete(KEYS, key);
      return removed;
    },

    find,

    async unconfirmed() {
      const inStage = (stage: RemovedProject["stage"]) => scanAll(records, REMOVED_PROJECTS, { where: { stage } });
      const found = [...(await inStage("removing")), ...(await inStage("removed"))];
      return found.toSorted((a, b) => a.number - b.number).map(toRemovedProject);
    },

    async removedOf(projectIds) {
      const numbers = projectIds.map(projectNumber).filter((number) => number !== null);
      const found = await records.findMany(REMOVED_PROJECTS, "number", numbers);
      return new Set(found.map(({ number }) => String(number)));
    },

    removeData,

    async advance(projectId, stage, at) {
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
