import type { ProjectId } from "../../store/ports/common.ts";

/** Runs all at once; waits for all, as a transaction must not end before. Throws the first error, `TurnEnded` last. */
export async function forEachProject<E>(
  projects: ReadonlyMap<ProjectId, readonly E[]>,
  work: (projectId: ProjectId, events: readonly E[]) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled([...projects].map(([projectId, events]) => work(projectId, events)));
  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((error) => !(error instanceof TurnEnded)) ?? errors[0];
}

/** Thrown when changes take too long for now: all may be applied again. */
export class TurnEnded extends Error {
  constructor() {
    super("Changes of persons and groups take too long for now.");
    this.name = "TurnEnded";
  }
}
