import type { OrganizationId, UserId } from "../ports/common.ts";
import type { Records } from "../ports/records.ts";
import { nextNumber } from "./counters.ts";
import { scanAll } from "./scan-all.ts";
import {
  MEMBERS,
  type Member,
  type MemberLevel,
  ORGANIZATIONS,
  USERS,
  type User,
  type UserRecord,
} from "./tenant-kinds.ts";

/** Members have their own records; the organization's record names the owners. */
export function recordMembers(records: Records, { findUsers }: Pick<Users, "findUsers">) {
  return {
    /** Does nothing if the user is a member already, whatever the level. */
    async addMember(organizationId: OrganizationId, userId: UserId, level: MemberLevel): Promise<void> {
      const isAdmin = level === "admin" && { isAdmin: true };
      const member = { ...memberKey(organizationId, userId), organizationId, userId, ...isAdmin };
      const isNew = (await records.insert(MEMBERS, member)) !== null;
      // A call that was interrupted here has left an organization without owners.
      if (level === "owner") await addOwner(records, organizationId, userId, (owners) => isNew || owners.length === 0);
    },

    /** Ends the membership unless the user is the only owner. Concurrent calls, also on other nodes, leave an owner. */
    async removeMember(organizationId: OrganizationId, userId: UserId): Promise<"removed" | "last owner"> {
      if (!(await unmakeOwner(records, organizationId, userId))) return "last owner";
      const key = memberKey(organizationId, userId);
      await records.delete(MEMBERS, key);
      // a concurrent call may have made the user an owner before the record was gone, by now even the last one
      if (await unmakeOwner(records, organizationId, userId)) return "removed";
      await records.insert(MEMBERS, { ...key, organizationId, userId });
      return "last owner";
    },

    /** Changes the level unless no owner would be left. Concurrent calls, also of `removeMember`, leave one. */
    async changeMemberLevel(
      organizationId: OrganizationId,
      userId: UserId,
      level: MemberLevel,
    ): Promise<"changed" | "last owner"> {
      const key = memberKey(organizationId, userId);
      if (!(await isMember(records, organizationId, userId))) return "changed";
      if (level === "owner") {
        await addOwner(records, organizationId, userId, () => true);
        // An owner that a concurrent call has removed would count.
        if (!(await isMember(records, organizationId, userId))) await unmakeOwner(records, organizationId, userId);
        return "changed";
      }
      if (!(await unmakeOwner(records, organizationId, userId))) return "last owner";
      await records.change(MEMBERS, key, (member) => member && { ...member, isAdmin: level === "admin" });
      return "changed";
    },

    async listMembers(organizationId: OrganizationId): Promise<Member[]> {
      const members = await scanAll(records, MEMBERS, { where: { organizationId } });
      const owners = (await records.find(ORGANIZATIONS, { id: organizationId }))?.owners ?? [];
      const levels = new Map(members.map(({ userId, isAdmin }) => [userId, isAdmin ? "admin" : "member"] as const));
      const users = await findUsers([...levels.keys()]);
      const toMember = (user: User): Member => {
        return { user, level: owners.includes(user.id) ? "owner" : (levels.get(user.id) ?? "member") };
      };
      return users.map(toMember).toSorted((a, b) => a.user.id - b.user.id);
    },
  };
}

const memberKey = (organizationId: OrganizationId, userId: UserId) => ({ id: `${organizationId}/${userId}` });

export async function isMember(records: Records, organizationId: OrganizationId, userId: UserId): Promise<boolean> {
  return (await records.find(MEMBERS, memberKey(organizationId, userId))) !== null;
}

async function addOwner(
  records: Records,
  id: OrganizationId,
  userId: UserId,
  isWanted: (owners: readonly UserId[]) => boolean,
): Promise<void> {
  await records.change(ORGANIZATIONS, { id }, (found) => {
    if (!found || found.owners.includes(userId) || !isWanted(found.owners)) return null;
    return { ...found, owners: [...found.owners, userId] };
  });
}

/** Returns false if the user is the only owner, who stays one. */
async function unmakeOwner(records: Records, id: OrganizationId, userId: UserId): Promise<boolean> {
  let isLast = false;
  await records.change(ORGANIZATIONS, { id }, (found) => {
    const isOwner = found?.owners.includes(userId) ?? false;
    isLast = isOwner && found?.owners.length === 1;
    return found && isOwner && !isLast ? { ...found, owners: found.owners.filter((owner) => owner !== userId) } : null;
  });
  return !isLast;
}

type Users = ReturnType<typeof recordUsers>;

export function recordUsers(records: Records) {
  const recordsOf = (userId: UserId) => records.findMany(USERS, "id", [userId]);
  return {
    /** Stores a user under the next free id; if one has this address already, returns that one. */
    async addUser(user: Omit<User, "id">): Promise<User> {
      const foldedEmail = fold(user.email);
      for (;;) {
        const found = await records.find(USERS, { foldedEmail });
        if (found) return toUser(found);
        const added = await records.insert(USERS, { ...user, foldedEmail, id: await nextNumber(records, "users") });
        if (added) return toUser(added);
      }
    },

    async renameUser(userId: UserId, firstName: string): Promise<void> {
      for (const found of await recordsOf(userId)) {
        await records.change(USERS, found, (user) => user && { ...user, firstName });
      }
    },

    /**
     * Sets an unverified address. Returns false if another user has it; of concurrent calls on any node, one gets it.
     * Inserts a record under the new address, then removes the old one. The next call removes what an interrupted one
     * left. Of concurrent calls, the one that removes the old record wins; the others undo their insert and repeat.
     */
    async changeUserEmail(userId: UserId, email: string): Promise<boolean> {
      const changed = { email, foldedEmail: fold(email), isEmailVerified: false };
      for (;;) {
        const found = (await recordsOf(userId)).toSorted((a, b) => (a.foldedEmail < b.foldedEmail ? -1 : 1));
        if (found.length === 0) return true;
        const others = found.filter(({ foldedEmail }) => foldedEmail !== changed.foldedEmail);
        const [present] = others;
        const owner = await records.find(USERS, changed);
        if (owner && owner.id !== userId) return false;
        if (owner) {
          await records.change(USERS, owner, (user) => user && { ...user, ...changed });
          for (const other of others) await records.delete(USERS, other);
          return true;
        }
        if (!present || !(await records.insert(USERS, { ...present, ...changed }))) continue;
        if (await records.delete(USERS, present)) {
          for (const other of others) await records.delete(USERS, other);
          return true;
        }
        await records.delete(USERS, changed);
      }
    },

    /** Leaves out unknown ids. Finds each user once: a change of an address that was interrupted leaves two records. */
    async findUsers(ids: readonly UserId[]): Promise<User[]> {
      const found = await records.findMany(USERS, "id", ids);
      return [...new Map(found.map((user) => [user.id, toUser(user)])).values()];
    },

    async findUserByEmail(email: string): Promise<User | null> {
      const found = await records.find(USERS, { foldedEmail: fold(email) });
      return found && toUser(found);
    },
  };
}

const fold = (email: string) => email.toLowerCase();

function toUser({ id, uuid, distinctId, email, firstName, isEmailVerified, createdAt }: UserRecord): User {
  return { id, uuid, distinctId, email, firstName, isEmailVerified, createdAt };
}
