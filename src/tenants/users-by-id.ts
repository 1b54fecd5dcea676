import type { UserId } from "../store/ports/common.ts";
import type { User } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";

export type UsersById = ReadonlyMap<UserId, User>;

/** Omits users who no longer exist. */
export async function usersById(
  ids: readonly (UserId | null)[],
  tenants: Pick<Tenants, "findUsers">,
): Promise<UsersById> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const users = known.length === 0 ? [] : await tenants.findUsers(known);
  return new Map(users.map((user) => [user.id, user]));
}

/** Returns null also for a user who no longer exists. */
export function userOf(id: UserId | null, users: UsersById): User | null {
  return id === null ? null : (users.get(id) ?? null);
}
