import type { ProjectId } from "../store/ports/common.ts";
import type { Store } from "../store/ports/stores.ts";
import { withProject } from "./choose-project.ts";
import type { CliContext } from "./cli-context.ts";

/** Runs work on a store whose events include those that left it; their files are opened when needed. */
export async function withAllEvents<T>(
  store: Store,
  context: CliContext,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { completeEvents } = await import("../service/open-answers.ts");
  const { commandAnswers } = await import("./events/command-answers.ts");
  const { answers, close } = commandAnswers(store, context);
  try {
    return await work({ ...store, events: completeEvents(store, answers) });
  } finally {
    await close();
  }
}

/** Runs work on the chosen project of the configured store, with the events that left the store. */
export function withProjectEvents<T>(
  option: string | undefined,
  context: CliContext,
  work: (projectId: ProjectId, store: Store) => Promise<T>,
): Promise<T> {
  return withProject(option, context, (projectId, store) => {
    return withAllEvents(store, context, (complete) => work(projectId, complete));
  });
}
