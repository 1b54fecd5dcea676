import type { ProjectId } from "../../storage/ports/common.ts";

/** Bytes by project. */
export type ProjectBytes = ReadonlyMap<ProjectId, number>;

/** As many are remembered for each range of groups: one with a large share is among them. */
const MAX_PROJECTS = 8;

export function sumByProject(items: Iterable<readonly [ProjectId, number]>): ProjectBytes {
  const sums = new Map<ProjectId, number>();
  for (const [project, bytes] of items) sums.set(project, (sums.get(project) ?? 0) + bytes);
  return sums;
}

/** Splits off the few projects with the most bytes. */
export function splitLargest(all: ProjectBytes): { largest: ProjectBytes; rest: ProjectBytes } {
  if (all.size <= MAX_PROJECTS) return { largest: all, rest: new Map() };
  const sorted = [...all].toSorted(([, one], [, other]) => other - one);
  return { largest: new Map(sorted.slice(0, MAX_PROJECTS)), rest: new Map(sorted.slice(MAX_PROJECTS)) };
}
