import type { UserId } from "../store/ports/common.ts";
import type { User } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";

/** Answers null also for a user who no longer exists. */
export type UsersById = (id: UserId | null) => User | null;

export async function usersById(
  ids: readonly (UserId | null)[],
  tenants: Pick<Tenants, "findUsers">,
): Promise<UsersById> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const users = known.length === 0 ? [] : await tenants.findUsers(known);
  const byId = new Map<UserId | null, User>(users.map((user) => [user.id, user]));
  return (id) => byId.get(id) ?? null;
}
