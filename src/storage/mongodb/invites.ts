import type { Filter } from "mongodb";
import type { Invite, Invites } from "../ports/invites.ts";
import { fromColumn, toColumn } from "../values/text.ts";
import { insertMissing } from "./bulk.ts";
import type { Collections } from "./collections.ts";
import { nextNumber } from "./counters.ts";
import type { Database } from "./database.ts";
import { AGAIN, attempts } from "./retry.ts";
import type { InviteBatchRow } from "./rows.ts";

type InviteRow = InviteBatchRow["invites"][number];

export function mongoInvites(database: Database): Invites {
  return {
    insert: (invites) =>
      database.run(async (collections) => {
        const [first] = invites;
        if (!first) return;
        const row: InviteBatchRow = {
          _id: toColumn(first.id),
          organization: toColumn(first.organizationId),
          createdAt: first.createdAt,
          number: await nextNumber(collections, "invites"),
          size: invites.length,
          version: 0,
          invites: invites.map(toRow),
        };
        await insertMissing(collections.invite_batches, [row]);
      }),

    list: (organizationId, { limit, offset }) =>
      database.run(async ({ invite_batches }) => {
        const own = { $match: { organization: toColumn(organizationId) } };
        const count = [own, { $group: { _id: null, count: { $sum: "$size" } } }];
        const page = [
          own,
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

    markMailed: (organizationId, ids, at) =>
      database.run(async (collections) => {
        const wanted = new Set(ids);
        const mailed = { emailingAttemptMade: true, updatedAt: at };
        await changeBatches(collections, organizationId, ids, (invites) =>
          invites.map((invite) => (wanted.has(fromColumn(invite.id)) ? { ...invite, ...mailed } : invite)),
        );
      }),

    delete: (organizationId, id) =>
      database.run((collections) =>
        changeBatches(collections, organizationId, [id], (invites) =>
          invites.filter((invite) => fromColumn(invite.id) !== id),
        ),
      ),
  };
}

type Change = (invites: readonly InviteRow[]) => readonly InviteRow[];

/** Changes the organization's batches that have one of these invites. False where there are none (any more). */
async function changeBatches(
  collections: Collections,
  organizationId: string,
  ids: readonly string[],
  change: Change,
): Promise<boolean> {
  const having: Filter<InviteBatchRow> = {
    organization: toColumn(organizationId),
    "invites.id": { $in: ids.map(toColumn) },
  };
  const batches = await collections.invite_batches.find(having, { projection: { _id: 1 } }).toArray();
  let changed = false;
  for (const { _id } of batches) if (await changeBatch(collections, { ...having, _id }, change)) changed = true;
  return changed;
}

/** Changes the version that was read, anew where others were faster; a batch that is left without invites goes. */
function changeBatch(
  { invite_batches }: Collections,
  wanted: Filter<InviteBatchRow>,
  change: Change,
): Promise<boolean> {
  return attempts(async () => {
    const row = await invite_batches.findOne(wanted);
    if (!row) return false;
    const read = { _id: row._id, version: row.version };
    const invites = change(row.invites);
    if (invites.length === 0) return (await invite_batches.deleteOne(read)).deletedCount > 0 || AGAIN;
    const update = { $set: { invites, size: invites.length }, $inc: { version: 1 } };
    return (await invite_batches.updateOne(read, update)).matchedCount > 0 || AGAIN;
  });
}

const toRow = (invite: Invite): InviteRow => ({
  id: toColumn(invite.id),
  targetEmail: toColumn(invite.targetEmail),
  firstName: toColumn(invite.firstName),
  message: toColumn(invite.message),
  emailingAttemptMade: invite.emailingAttemptMade,
  createdBy: invite.createdBy,
  createdAt: invite.createdAt,
  updatedAt: invite.updatedAt,
  expiresAt: invite.expiresAt,
});

const toInvite = (organizationId: string, row: InviteRow): Invite => ({
  ...row,
  id: fromColumn(row.id),
  organizationId,
  targetEmail: fromColumn(row.targetEmail),
  firstName: fromColumn(row.firstName),
  message: fromColumn(row.message),
});
