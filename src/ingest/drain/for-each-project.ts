import { TurnEnded } from "../../persons/turn-ended.ts";
import type { ProjectId } from "../../store/ports/common.ts";

/**
 * Does the work of all projects at the same time, so that the store can carry out together what they call. Waits for
 * all of it, because a transaction must not end before, and throws the first error: `TurnEnded` if there is no other.
 */
export async function forEachProject<E>(
  projects: ReadonlyMap<ProjectId, readonly E[]>,
  work: (projectId: ProjectId, events: readonly E[]) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled([...projects].map(([projectId, events]) => work(projectId, events)));
  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((error) => !(error instanceof TurnEnded)) ?? errors[0];
}
