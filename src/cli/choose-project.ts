import { PROGRAM } from "../lib/program-name.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Store } from "../store/ports/stores.ts";
import type { Project, Tenants } from "../store/ports/tenants.ts";
import { parseProjectId } from "../store/stored-ids.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "./cli-context.ts";

export interface ProjectOption {
  readonly project?: string;
}

export const PROJECT_OPTION = ["--project <id>", "project id; required if there are several projects"] as const;

/** Returns the project with this id, or the only one. Throws `UsageError` or, if there is none, `CommandFailure`. */
export async function chooseProject(
  option: string | undefined,
  tenants: Pick<Tenants, "listProjects">,
): Promise<Project> {
  const projects = await tenants.listProjects();
  if (projects.length === 0) throw new CommandFailure(`There is no project yet: create one with \`${PROGRAM} setup\`.`);
  const id = option === undefined ? null : parseProjectId(option);
  const project = option === undefined && projects.length === 1 ? projects[0] : projects.find((one) => one.id === id);
  if (project !== undefined) return project;
  const reason =
    option === undefined ? "There are several projects: add --project ID." : `There is no project ${option}.`;
  throw new UsageError([reason, ...projects.map(({ id, name }) => `  ${id}  ${name}`)].join("\n"));
}

export function withProject<T>(
  option: string | undefined,
  context: CliContext,
  work: (projectId: ProjectId, store: Store) => Promise<T>,
): Promise<T> {
  return withStore(context, async (store) => work((await chooseProject(option, store.tenants)).id, store));
}
