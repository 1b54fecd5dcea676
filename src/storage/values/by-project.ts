import type { ProjectId } from "../ports/common.ts";

/** The items of each project, in their order. */
export function byProject<T extends { readonly projectId: ProjectId }>(items: readonly T[]): Map<ProjectId, T[]> {
  const projects = new Map<ProjectId, T[]>();
  for (const item of items) {
    const own = projects.get(item.projectId);
    if (own) own.push(item);
    else projects.set(item.projectId, [item]);
  }
  return projects;
}
