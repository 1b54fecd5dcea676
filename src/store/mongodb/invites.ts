import type { Filter } from "mongodb";
import { escapeText, unescapeText } from "../escape-text.ts";
import type { Invite, Invites } from "../ports/invites.ts";
import type { Records } from "../ports/records.ts";
import { recordRecentInvites } from "../records/recent-invites.ts";
import { insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { nextNumber } from "./counters.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { RETRY, retryOnConflict } from "./retry-on-conflict.ts";
import type { InviteBatchRow, InviteRow } from "./row-types.ts";

export function mongoInvites(database: MongoDatabase, records: Records): Invites {
  return {
    ...recordRecentInvites(records),

    insert: (invites) =>
      database.run(async (collections) => {
        if (invites.length === 0) return;
        const number = await nextNumber(collections, "invites");
        await insertMissing(collections.invite_batches, [toBatchRow(invites, number)]);
      }),

    removeAll: (organizationId) =>
      database.run(async ({ invite_batches }) => {
        const organization = escapeText(organizationId);
        await retryOnConflict(() => invite_batches.deleteMany({ organization }));
      }),

    list: (organizationId, { limit, offset }) =>
      database.run(async ({ invite_batches }) => {
        const $match = { organization: escapeText(organizationId) };
        const count = [{ $match }, { $group: { _id: null, count: { $sum: "$size" } } }];
        const page = [
          { $match },
          { $sort: { createdAt: -1, number: -1 } },
          { $unwind: "$invites" },
          { $skip: offset },
          { $limit: limit },
        ];
        const [counts, items] = await Promise.all([
          invite_batches.aggregate<{ count: number }>(count).toArray(),
          invite_batches.aggregate<{ invites: InviteRow }>(page).toArray(),
        ]);
        return { count: counts[0]?.count ?? 0, items: items.map((row) => toInvite(organizationId, row.invites)) };
      }),

    findBySecret: (secretHash) =>
      database.run(async ({ invite_batches }) => {
        const batch = await invite_batches.findOne({ "invites.secretHash": secretHash });
        const row = batch?.invites.find((invite) => invite.secretHash === secretHash);
        return batch && row ? toInvite(unescapeText(batch.organization), row) : null;
      }),

    findByAddress: (email, now) =>
      database.run(async ({ invite_batches }) => {
        const pattern = escapeText(email).replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
        const filter = { "invites.targetEmail": { $regex: `^${pattern}$`, $options: "i" } };
        const batches = await invite_batches.find(filter).sort({ createdAt: 1, number: 1 }).toArray();
        const all = batches.flatMap(({ organization, invites }) =>
          invites.map((row) => toInvite(unescapeText(organization), row)),
        );
        const isMeant = (invite: Invite) => invite.targetEmail.toLowerCase() === email.toLowerCase();
        return all.filter((invite) => isMeant(invite) && invite.expiresAt > now);
      }),

    claim: (secretHash, now, forMs) =>
      database.run(async (collections) => {
        let claimed = null as Invite | null;
        const filter = { "invites.secretHash": secretHash };
        const isChanged = await changeBatch(collections, filter, (invites, { organization }) => {
          const row = invites.find((invite) => invite.secretHash === secretHash);
          const isFree = row !== undefined && row.expiresAt > now && (row.claimedUntil ?? 0) <= now;
          claimed = isFree ? toInvite(unescapeText(organization), row) : null;
          if (!isFree) return invites;
          return invites.map((invite) => (invite === row ? { ...row, claimedUntil: now + forMs } : invite));
        });
        return isChanged ? claimed : null; // another caller may have claimed it, and deleted it since
      }),

    release: (secretHash) =>
      database.run(async (collections) => {
        await changeBatch(collections, { "invites.secretHash": secretHash }, (invites) =>
          invites.map((invite) => (invite.secretHash === secretHash ? { ...invite, claimedUntil: 0 } : invite)),
        );
      }),

    markMailed: (organizationId, ids, at) =>
      database.run(async (collections) => {
        const mailedIds = new Set(ids);
        const mailed = { emailingAttemptMade: true, updatedAt: at };
        await changeBatches(collections, organizationId, ids, (invites) =>
          invites.map((invite) => (mailedIds.has(unescapeText(invite.id)) ? { ...invite, ...mailed } : invite)),
        );
      }),

    find: (organizationId, id) =>
      database.run(async ({ invite_batches }) => {
        const batch = await invite_batches.findOne(batchesOf(organizationId, [id]));
        const row = batch?.invites.find((invite) => unescapeText(invite.id) === id);
        return row ? toInvite(organizationId, row) : null;
      }),

    renew: (organizationId, id, renewal) =>
      database.run(async (collections) => {
        let renewed = null as Invite | null;
        const isChanged = await changeBatches(collections, organizationId, [id], (invites) =>
          invites.map((invite) => {
            if (unescapeText(invite.id) !== id) return invite;
            const row = { ...invite, ...renewal, emailingAttemptMade: false };
            renewed = toInvite(organizationId, row);
            return row;
          }),
        );
        return isChanged ? renewed : null;
      }),

    delete: (organizationId, id) =>
      database.run((collections) =>
        changeBatches(collections, organizationId, [id], (invites) =>
          invites.filter((invite) => unescapeText(invite.id) !== id),
        ),
      ),
  };
}

type Change = (invites: readonly InviteRow[], batch: InviteBatchRow) => readonly InviteRow[];

/** Changes the organization's batches that contain any of these invites. Returns false if there are none. */
async function changeBatches(
  collections: Collections,
  organizationId: string,
  ids: readonly string[],
  change: Change,
): Promise<boolean> {
  const filter = batchesOf(organizationId, ids);
  const batches = await collections.invite_batches.find(filter, { projection: { _id: 1 } }).toArray();
  let changed = false;
  for (const { _id } of batches) if (await changeBatch(collections, { ...filter, _id }, change)) changed = true;
  return changed;
}

function batchesOf(organizationId: string, ids: readonly string[]): Filter<InviteBatchRow> {
  return { organization: escapeText(organizationId), "invites.id": { $in: ids.map(escapeText) } };
}

/** Retries on a version conflict. Removes a batch without invites. Returns false if there is nothing to change. */
function changeBatch(
  { invite_batches }: Collections,
  filter: Filter<InviteBatchRow>,
  change: Change,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const row = await invite_batches.findOne(filter);
    if (!row) return false;
    const version = { _id: row._id, version: row.version };
    const invites = change(row.invites, row);
    if (invites === row.invites) return false;
    if (invites.length === 0) return (await invite_batches.deleteOne(version)).deletedCount > 0 || RETRY;
    const update = { $set: { invites, size: invites.length }, $inc: { version: 1 } };
    return (await invite_batches.updateOne(version, update)).matchedCount > 0 || RETRY;
  });
}

/** Makes one document of invites of one organization, at least one. */
export function toBatchRow(invites: readonly Invite[], number: number): InviteBatchRow {
  const [{ id, organizationId, createdAt }] = invites as [Invite];
  const batch = { _id: escapeText(id), organization: escapeText(organizationId), createdAt, number };
  return { ...batch, size: invites.length, version: 0, invites: invites.map(toRow) };
}

const toRow = (invite: Invite): InviteRow => ({
  id: escapeText(invite.id),
  targetEmail: escapeText(invite.targetEmail),
  firstName: escapeText(invite.firstName),
  message: escapeText(invite.message),
  emailingAttemptMade: invite.emailingAttemptMade,
  createdBy: invite.createdBy,
  createdAt: invite.createdAt,
  updatedAt: invite.updatedAt,
  expiresAt: invite.expiresAt,
  secretHash: invite.secretHash,
  level: invite.level,
});

export const toInvite = (
  organizationId: string,
  { claimedUntil: _, secretHash = null, level = "member", ...row }: InviteRow,
): Invite => ({
  ...row,
  secretHash,
  level,
  id: unescapeText(row.id),
  organizationId,
  targetEmail: unescapeText(row.targetEmail),
  firstName: unescapeText(row.firstName),
  message: unescapeText(row.message),
});
