import { PROGRAM } from "../lib/program-name.ts";
import { closing } from "../lib/threads/closers.ts";
import type { ProjectId, UserId } from "../store/ports/common.ts";
import type { Store } from "../store/ports/stores.ts";
import type { Project, User } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "./cli-context.ts";

export type ProjectOption = { readonly project?: string };

export const PROJECT_OPTION = ["--project <id>", "id of the project; required if there are several projects"] as const;
export const ORGANIZATION_OPTION = [
  "--organization <id>",
  "id of the organization; required if there are several organizations",
] as const;

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

/** Returns the only member of all organizations. `option` is how one of several is named. */
export async function findOnlyUser(tenants: Tenants, option = "--email"): Promise<User> {
  const users = new Map<UserId, User>();
  for (const { id } of await tenants.listOrganizations()) {
    for (const { user } of await tenants.listMembers(id)) users.set(user.id, user);
  }
  const [user, ...others] = users.values();
  if (!user) throw new CommandFailure(`There is no user yet: create one with \`${PROGRAM} setup\`.`);
  if (others.length > 0) throw new UsageError(`There are several users: add ${option} ADDRESS.`);
  return user;
}

/** Runs work on a store whose lists of events have those that left it, too; their files are opened when needed. */
export function withProjectEvents<T>(
  option: string | undefined,
  context: CliContext,
  work: (projectId: ProjectId, store: Store) => Promise<T>,
): Promise<T> {
  return withProject(option, context, async (projectId, store) => {
    const { completeEvents } = await import("../service/open-answers.ts");
    const { commandAnswers } = await import("./events/command-answers.ts");
    await using opened = closing(commandAnswers(store, context));
    return await work(projectId, { ...store, events: completeEvents(store, opened.answers) });
  });
}
