import type { Records } from "../ports/records.ts";
import type { Tenants, User } from "../ports/tenants.ts";
import { nextNumber } from "./counters.ts";
import { USERS, type UserRecord } from "./tenant-kinds.ts";

type UserPort = Pick<Tenants, "addUser" | "renameUser" | "changeUserEmail" | "findUsers" | "findUserByEmail">;

export function recordUsers(records: Records): UserPort {
  const recordsOf = (userId: number) => records.findMany(USERS, "id", [userId]);
  return {
    async addUser(user) {
      const foldedEmail = fold(user.email);
      for (;;) {
        const found = await records.find(USERS, { foldedEmail });
        if (found) return toUser(found);
        const added = await records.insert(USERS, { ...user, foldedEmail, id: await nextNumber(records, "users") });
        if (added) return toUser(added);
      }
    },

    async renameUser(userId, firstName) {
      for (const found of await recordsOf(userId)) {
        await records.change(USERS, found, (user) => user && { ...user, firstName });
      }
    },

    /**
     * Inserts a record under the new address, then removes the old one. The next call removes what an interrupted one
     * left. Of concurrent calls, the one that removes the old record wins; the others undo their insert and repeat.
     */
    async changeUserEmail(userId, email) {
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

    /** Finds each user once: a change of an address that was interrupted leaves two records. */
    async findUsers(ids) {
      const found = await records.findMany(USERS, "id", ids);
      return [...new Map(found.map((user) => [user.id, toUser(user)])).values()];
    },

    async findUserByEmail(email) {
      const found = await records.find(USERS, { foldedEmail: fold(email) });
      return found && toUser(found);
    },
  };
}

const fold = (email: string) => email.toLowerCase();

function toUser({ id, uuid, distinctId, email, firstName, isEmailVerified, createdAt }: UserRecord): User {
  return { id, uuid, distinctId, email, firstName, isEmailVerified, createdAt };
}
