import { parseProjectId } from "../access/parse-ids.ts";
import type { ProjectId } from "../storage/ports/common.ts";
import type { Store } from "../storage/ports/stores.ts";
import type { Project, Tenants } from "../storage/ports/tenants.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "./cli-context.ts";

export interface ProjectOption {
  readonly project?: string;
}

export const PROJECT_OPTION = ["--project <id>", "which project; needed where there are several"] as const;

/**
 * The project that a command is to work on: the one with the id given, or the only one. Throws `WrongUse`, with the projects there
 * are, where that does not tell, and `CommandFailure` where there is none.
 */
export async function chooseProject(
  given: string | undefined,
  tenants: Pick<Tenants, "listProjects">,
): Promise<Project> {
  const projects = await tenants.listProjects();
  if (projects.length === 0) throw new CommandFailure("There is no project yet: make one with `sightline setup`.");
  const wanted = given === undefined ? null : parseProjectId(given);
  const chosen = given === undefined ? onlyOne(projects) : projects.find(({ id }) => id === wanted);
  if (chosen !== undefined) return chosen;
  const complaint =
    given === undefined ? "There are several projects: add --project ID." : `There is no project ${given}.`;
  throw new UsageError([complaint, ...projects.map(({ id, name }) => `  ${id}  ${name}`)].join("\n"));
}

/** Opens the store for the time of `work` on the chosen project. */
export function withProject<T>(
  given: string | undefined,
  context: CliContext,
  work: (projectId: ProjectId, documents: Store) => Promise<T>,
): Promise<T> {
  return withStore(context, async (documents) => work((await chooseProject(given, documents.tenants)).id, documents));
}

function onlyOne(projects: readonly Project[]): Project | undefined {
  return projects.length === 1 ? projects[0] : undefined;
}
