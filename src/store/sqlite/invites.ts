import type { Invite, Invites } from "../ports/invites.ts";
import type { Records } from "../ports/records.ts";
import { recordRecentInvites } from "../records/recent-invites.ts";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

interface InviteRow {
  readonly id: string;
  readonly organization_id: string;
  readonly target_email: string;
  readonly first_name: string;
  readonly message: string;
  readonly level: Invite["level"];
  readonly emailing_attempt_made: number;
  readonly created_by: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly expires_at: number;
  readonly secret_hash: string | null;
}

export function sqliteInvites(database: Transactions, records: Records): Invites {
  return {
    ...recordRecentInvites(records),

    insert: (invites) =>
      database.write((sql) => {
        // Reversed, because the list shows the row inserted last at the top.
        for (const invite of invites.toReversed()) insertInvite(sql, invite);
      }),

    removeAll: (organizationId) =>
      database.write((sql) => void sql.run("DELETE FROM invites WHERE organization_id = ?", organizationId)),

    list: (organizationId, { limit, offset }) =>
      database.read((sql) => {
        const count = "SELECT count(*) AS count FROM invites WHERE organization_id = ?";
        const select = `SELECT * FROM invites WHERE organization_id = ?
          ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?`;
        return {
          count: sql.one<{ count: number }>(count, organizationId).count,
          items: sql.all<InviteRow>(select, organizationId, limit, offset).map(toInvite),
        };
      }),

    findBySecret: (secretHash) =>
      database.read((sql) => {
        const row = sql.get<InviteRow>("SELECT * FROM invites WHERE secret_hash = ?", secretHash);
        return row ? toInvite(row) : null;
      }),

    findByAddress: (email, now) =>
      database.read((sql) => {
        const select = "SELECT * FROM invites WHERE expires_at > ? ORDER BY created_at, number";
        const folded = email.toLowerCase(); // SQLite's own lower() folds A to Z only
        const rows = sql.all<InviteRow>(select, now);
        return rows.filter((row) => row.target_email.toLowerCase() === folded).map(toInvite);
      }),

    claim: (secretHash, now, forMs) =>
      database.write((sql) => {
        const claim = `UPDATE invites SET claimed_until = ?1 + ?2
          WHERE secret_hash = ?3 AND expires_at > ?1 AND ifnull(claimed_until, 0) <= ?1 RETURNING *`;
        const row = sql.get<InviteRow>(claim, now, forMs, secretHash);
        return row ? toInvite(row) : null;
      }),

    release: (secretHash) =>
      database.write((sql) => {
        sql.run("UPDATE invites SET claimed_until = NULL WHERE secret_hash = ?", secretHash);
      }),

    markMailed: (organizationId, ids, at) =>
      database.write((sql) => {
        const update =
          "UPDATE invites SET emailing_attempt_made = 1, updated_at = ? WHERE id = ? AND organization_id = ?";
        for (const id of ids) sql.run(update, at, id, organizationId);
      }),

    find: (organizationId, id) =>
      database.read((sql) => {
        const select = "SELECT * FROM invites WHERE id = ? AND organization_id = ?";
        const row = sql.get<InviteRow>(select, id, organizationId);
        return row ? toInvite(row) : null;
      }),

    renew: (organizationId, id, { secretHash, updatedAt, expiresAt }) =>
      database.write((sql) => {
        const update = `UPDATE invites SET secret_hash = ?, updated_at = ?, expires_at = ?, emailing_attempt_made = 0
          WHERE id = ? AND organization_id = ? RETURNING *`;
        const row = sql.get<InviteRow>(update, secretHash, updatedAt, expiresAt, id, organizationId);
        return row ? toInvite(row) : null;
      }),

    delete: (organizationId, id) =>
      database.write(
        (sql) => sql.run("DELETE FROM invites WHERE id = ? AND organization_id = ?", id, organizationId) > 0,
      ),
  };
}

function insertInvite(sql: Sql, invite: Invite): void {
  const insert = `INSERT INTO invites (id, organization_id, target_email, first_name, message, emailing_attempt_made,
      created_by, created_at, updated_at, expires_at, secret_hash, level)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
  const { id, organizationId, targetEmail, firstName, message, createdBy, createdAt, updatedAt, expiresAt } = invite;
  const mailed = invite.emailingAttemptMade ? 1 : 0;
  sql.run(
    insert,
    id,
    organizationId,
    targetEmail,
    firstName,
    message,
    mailed,
    createdBy,
    createdAt,
    updatedAt,
    expiresAt,
    invite.secretHash,
    invite.level,
  );
}

const toInvite = (row: InviteRow): Invite => ({
  id: row.id,
  organizationId: row.organization_id,
  targetEmail: row.target_email,
  firstName: row.first_name,
  message: row.message,
  level: row.level,
  emailingAttemptMade: row.emailing_attempt_made === 1,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  expiresAt: row.expires_at,
  secretHash: row.secret_hash,
});
