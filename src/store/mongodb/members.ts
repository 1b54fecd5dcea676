import { escapeText, unescapeText } from "../escape-text.ts";
import type { Member, Tenants, User } from "../ports/tenants.ts";
import { insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { UserRow } from "./row-types.ts";

type MemberPort = Pick<Tenants, "addMember" | "removeMember" | "changeMemberLevel" | "listMembers">;

/** Members have their own documents; the organization's document names the owners, so that one write guards them. */
export function mongoMembers(database: MongoDatabase): MemberPort {
  return {
    addMember: (organizationId, userId, level) =>
      database.run(async (collections) => {
        const organization = escapeText(organizationId);
        const row = { _id: memberKey(organization, userId), organization, user: userId };
        const owners = await findOwners(collections, organization);
        const isAdmin = level === "admin" && { isAdmin: true };
        const [present] = await insertMissing(collections.members, [{ ...row, ...isAdmin }]);
        if (level !== "owner" || (present && owners.length > 0)) return;
        await collections.organizations.updateOne({ _id: organization }, { $addToSet: { owners: userId } });
      }),

    removeMember: (organizationId, userId) =>
      database.run(async (collections) => {
        const organization = escapeText(organizationId);
        if (!(await unmakeOwner(collections, organization, userId))) return "last owner";
        const row = { _id: memberKey(organization, userId), organization, user: userId };
        await collections.members.deleteOne({ _id: row._id });
        // a concurrent call may have made the user an owner before the document was gone, by now even the last one
        if (await unmakeOwner(collections, organization, userId)) return "removed";
        await insertMissing(collections.members, [row]);
        return "last owner";
      }),

    changeMemberLevel: (organizationId, userId, level) =>
      database.run(async (collections) => {
        const organization = escapeText(organizationId);
        if (!(await isMember(collections, organizationId, userId))) return "changed";
        if (level === "owner") {
          await makeOwner(collections, organization, userId);
          return "changed";
        }
        if (!(await unmakeOwner(collections, organization, userId))) return "last owner";
        const update = { $set: { isAdmin: level === "admin" } };
        const key = { _id: memberKey(organization, userId) };
        await retryOnConflict(() => collections.members.updateOne(key, update));
        return "changed";
      }),

    listMembers: (organizationId) =>
      database.run(async (collections) => {
        const organization = escapeText(organizationId);
        const owners = await findOwners(collections, organization);
        const memberRows = await collections.members.find({ organization }).toArray();
        const admins = new Set(memberRows.filter(({ isAdmin }) => isAdmin).map(({ user }) => user));
        const users = await findUsers(
          collections,
          memberRows.map(({ user }) => user),
        );
        const levelOf = (id: number) => (owners.includes(id) ? "owner" : admins.has(id) ? "admin" : "member");
        const found = users.map((user): Member => ({ user, level: levelOf(user.id) }));
        return found.toSorted((a, b) => a.user.id - b.user.id);
      }),
  };
}

export async function isMember({ members }: Collections, organizationId: string, userId: number): Promise<boolean> {
  return (await members.findOne({ _id: memberKey(escapeText(organizationId), userId) })) !== null;
}

/** Makes a member an owner, unless a concurrent call removes it meanwhile: an owner that is no member would count. */
async function makeOwner(collections: Collections, organization: string, userId: number): Promise<void> {
  const { organizations, members } = collections;
  await findOwners(collections, organization);
  const update = { $addToSet: { owners: userId } };
  await retryOnConflict(() => organizations.updateOne({ _id: organization }, update));
  if ((await members.findOne({ _id: memberKey(organization, userId) })) !== null) return;
  await unmakeOwner(collections, organization, userId);
}

/** Returns false if the user is the only owner, who stays one. */
async function unmakeOwner(collections: Collections, organization: string, userId: number): Promise<boolean> {
  if (!(await findOwners(collections, organization)).includes(userId)) return true;
  const isNotLast = { _id: organization, "owners.1": { $exists: true } };
  const { matchedCount } = await retryOnConflict(() =>
    collections.organizations.updateOne(isNotLast, { $pull: { owners: userId } }),
  );
  return matchedCount > 0 || !(await findOwners(collections, organization)).includes(userId);
}

/** Makes the first member the owner in a document of an earlier version. */
async function findOwners({ organizations, members }: Collections, organization: string): Promise<readonly number[]> {
  const found = await organizations.findOne({ _id: organization });
  if (!found || found.owners) return found?.owners ?? [];
  const [first] = await members.find({ organization }).sort({ user: 1 }).limit(1).toArray();
  const owners = first ? [first.user] : [];
  const { matchedCount } = await organizations.updateOne(
    { _id: organization, owners: { $exists: false } },
    { $set: { owners } },
  );
  return matchedCount > 0 ? owners : ((await organizations.findOne({ _id: organization }))?.owners ?? []);
}

export const memberKey = (organization: string, userId: number) => `${organization}/${userId}`;

/** Finds each user once: a change of an address that was interrupted leaves two documents. */
export async function findUsers({ users }: Collections, ids: readonly number[]): Promise<User[]> {
  const rows = await users.find({ id: { $in: [...ids] } }).toArray();
  return [...new Map(rows.map((row) => [row.id, toUser(row)])).values()];
}

export const toUser = (row: UserRow): User => ({
  id: row.id,
  uuid: row.uuid,
  distinctId: unescapeText(row.distinctId),
  email: unescapeText(row.email),
  firstName: unescapeText(row.firstName),
  isEmailVerified: row.isEmailVerified,
  createdAt: row.createdAt,
});
