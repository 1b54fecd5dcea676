import { PROGRAM } from "../lib/program-name.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Store } from "../store/ports/stores.ts";
import type { Project, Tenants } from "../store/ports/tenants.ts";
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
  return choose(option, await tenants.listProjects(), "project");
}

/** Returns the one with this id, or the only one. Throws `UsageError` or, if there is none, `CommandFailure`. */
export function choose<T extends { readonly id: string; readonly name: string }>(
  id: string | undefined,
  all: readonly T[],
  kind: "project" | "organization",
): T {
  if (all.length === 0) throw new CommandFailure(`There is no ${kind} yet: create one with \`${PROGRAM} setup\`.`);
  const found = id === undefined && all.length === 1 ? all[0] : all.find((one) => one.id === id?.toLowerCase());
  if (found !== undefined) return found;
  const reason = id === undefined ? `There are several ${kind}s: add --${kind} ID.` : `There is no ${kind} ${id}.`;
  throw new UsageError([reason, ...all.map((one) => `  ${one.id}  ${one.name}`)].join("\n"));
}

export function withProject<T>(
  option: string | undefined,
  context: CliContext,
  work: (projectId: ProjectId, store: Store) => Promise<T>,
): Promise<T> {
  return withStore(context, async (store) => work((await chooseProject(option, store.tenants)).id, store));
}
