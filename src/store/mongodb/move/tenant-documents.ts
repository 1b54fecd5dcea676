import { escapeText, unescapeText } from "../../escape-text.ts";
import type { Invite } from "../../ports/invites.ts";
import type { NeutralRow } from "../../ports/neutral-rows.ts";
import type { RemovalStage } from "../../ports/project-removals.ts";
import type { MemberLevel } from "../../ports/tenants.ts";
import { insertMissing } from "../bulk-writes.ts";
import { memberKey } from "../members.ts";
import type { FactRow } from "../row-types.ts";
import { type Documents, documents } from "./collection-rows.ts";

const FIRST_SETUP = "first setup";

export const claims: Documents<"claims"> = {
  ...documents({
    of: ({ facts }) => facts,
    filter: { _id: FIRST_SETUP },
    toRows: (rows) => rows.map(({ _id }) => ({ name: _id })),
    toDocument: ({ name }: NeutralRow<"claims">): FactRow => ({ _id: name, by: "moved" }),
  }),
  clear: ({ facts }) => facts.deleteOne({ _id: FIRST_SETUP }), // other facts are the database's own
};

export const organizations: Documents<"organizations"> = documents({
  of: ({ organizations }) => organizations,
  toRows: (rows) =>
    rows.map(({ _id, name, createdAt }) => {
      return { organization: unescapeText(_id), name: unescapeText(name), createdAt };
    }),
  toDocument: ({ organization, name, createdAt }) => {
    return { _id: escapeText(organization), name: escapeText(name), createdAt, owners: [] };
  },
});

export const projects: Documents<"projects"> = documents({
  of: ({ projects }) => projects,
  toRows: (rows) =>
    rows.map(({ _id, organization, name, createdAt, eventRetentionSeconds = null }) => ({
      project: _id,
      organization: unescapeText(organization),
      name: unescapeText(name),
      createdAt,
      eventRetentionSeconds,
    })),
  toDocument: ({ project, organization, name, ...rest }) => {
    return { _id: project, organization: escapeText(organization), name: escapeText(name), ...rest };
  },
});

export const removedProjects: Documents<"removed_projects"> = documents({
  of: ({ removed_projects }) => removed_projects,
  toRows: (rows) =>
    rows.map(({ _id, organization, name, stage, since }) => {
      return { project: _id, organization: unescapeText(organization), name: unescapeText(name), stage, since };
    }),
  toDocument: ({ project, organization, name, stage, since }) => {
    const names = { organization: escapeText(organization), name: escapeText(name) };
    return { _id: project, ...names, stage: stage as RemovalStage, since };
  },
});

export const users: Documents<"users"> = documents({
  of: ({ users }) => users,
  toRows: (rows) =>
    rows.map(({ _id, id, uuid, distinctId, email, firstName, isEmailVerified, createdAt }) => ({
      user: id,
      uuid,
      distinctId: unescapeText(distinctId),
      address: unescapeText(email),
      foldedAddress: unescapeText(_id),
      firstName: unescapeText(firstName),
      isVerified: isEmailVerified ? 1 : 0,
      createdAt,
    })),
  toDocument: ({ user, uuid, distinctId, address, foldedAddress, firstName, isVerified, createdAt }) => ({
    _id: escapeText(foldedAddress),
    id: user,
    uuid,
    distinctId: escapeText(distinctId),
    email: escapeText(address),
    firstName: escapeText(firstName),
    isEmailVerified: isVerified === 1,
    createdAt,
  }),
});

const memberDocuments: Documents<"members"> = documents({
  of: ({ members }) => members,
  async toRows(rows, collections) {
    const names = [...new Set(rows.map(({ organization }) => organization))];
    const found = await collections.organizations.find({ _id: { $in: names } }).toArray();
    const owners = new Map(found.map((row) => [row._id, row.owners ?? []]));
    return rows.map(({ organization, user, isAdmin }) => {
      const isOwner = owners.get(organization)?.includes(user);
      const level: MemberLevel = isOwner ? "owner" : isAdmin ? "admin" : "member";
      return { organization: unescapeText(organization), user, level };
    });
  },
  toDocument: ({ organization: name, user, level }) => {
    const organization = escapeText(name);
    return { _id: memberKey(organization, user), organization, user, ...(level === "admin" && { isAdmin: true }) };
  },
});

export const members: Documents<"members"> = {
  ...memberDocuments,
  async write(collections, rows, position) {
    await memberDocuments.write(collections, rows, position);
    for (const { organization, user, level } of rows) {
      const update = { $addToSet: { owners: user } };
      if (level === "owner") await collections.organizations.updateOne({ _id: escapeText(organization) }, update);
    }
  },
};

/** Makes each moved invite a batch of its own. */
export const invites: Documents<"invites"> = {
  count: async ({ invite_batches }) => (await invite_batches.find().toArray()).reduce((sum, { size }) => sum + size, 0),
  async *read({ invite_batches }, after) {
    if (after !== null) return; // they are few: all are read again
    const batches = await invite_batches.find().sort({ number: 1 }).toArray();
    // The list shows the first invite of the newest batch at the top.
    const rows = batches.flatMap(({ organization, invites }) =>
      invites.toReversed().map((invite) => ({
        organization: unescapeText(organization),
        invite: unescapeText(invite.id),
        targetEmail: unescapeText(invite.targetEmail),
        firstName: unescapeText(invite.firstName),
        message: unescapeText(invite.message),
        level: invite.level ?? "member",
        isMailed: invite.emailingAttemptMade ? 1 : 0,
        createdBy: invite.createdBy,
        createdAt: invite.createdAt,
        updatedAt: invite.updatedAt,
        expiresAt: invite.expiresAt,
        secretHash: invite.secretHash ?? null,
      })),
    );
    if (rows.length > 0) yield { rows, cursor: "all" };
  },
  write: ({ invite_batches }, rows, position) =>
    insertMissing(
      invite_batches,
      rows.map((row, index) => toBatch(row, position + index + 1)),
    ),
  clear: ({ invite_batches }) => invite_batches.deleteMany({}),
};

function toBatch({ organization, invite, isMailed, level, ...row }: NeutralRow<"invites">, number: number) {
  const content = {
    id: escapeText(invite),
    targetEmail: escapeText(row.targetEmail),
    firstName: escapeText(row.firstName),
    message: escapeText(row.message),
    emailingAttemptMade: isMailed === 1,
    createdBy: row.createdBy ?? 0,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    expiresAt: row.expiresAt,
    secretHash: row.secretHash,
    level: level as Invite["level"],
  };
  return {
    _id: content.id,
    organization: escapeText(organization),
    createdAt: row.createdAt,
    number,
    size: 1,
    version: 0,
    invites: [content],
  };
}
