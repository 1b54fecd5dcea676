import { PROGRAM } from "../lib/program-name.ts";
import type { UserId } from "../store/ports/common.ts";
import type { Tenants, User } from "../store/ports/tenants.ts";
import { CommandFailure, UsageError } from "./cli-context.ts";

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
