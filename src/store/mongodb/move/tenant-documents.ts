import { escapeText, unescapeText } from "../../escape-text.ts";
import type { Invite } from "../../ports/invites.ts";
import type { NeutralRow } from "../../ports/neutral-rows.ts";
import { insertMissing } from "../bulk-writes.ts";
import type { Documents } from "./collection-rows.ts";

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
