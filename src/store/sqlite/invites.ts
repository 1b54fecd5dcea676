import type { Invite, Invites } from "../ports/invites.ts";
import type { Records } from "../ports/records.ts";
import { recordRecentInvites } from "../records/recent-invites.ts";
import { columnsOf, type RowMetadata, selectedFields } from "./record-tables.ts";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

type InviteRow = Omit<Invite, "emailingAttemptMade"> & { readonly emailingAttemptMade: number } & RowMetadata;

const FIELDS = [
  ...(["id", "organizationId", "targetEmail", "firstName", "message", "level", "emailingAttemptMade"] as const),
  ...(["createdBy", "createdAt", "updatedAt", "expiresAt", "secretHash"] as const),
];
const SELECTED = selectedFields(FIELDS);
const SELECT = `SELECT ${SELECTED} FROM invites`;
const INSERT = `INSERT INTO invites (${columnsOf(FIELDS)}) VALUES (${FIELDS.map(() => "?").join(", ")})
  ON CONFLICT DO NOTHING`;

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
        const select = `${SELECT} WHERE organization_id = ?
          ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?`;
        return {
          count: sql.one<{ count: number }>(count, organizationId).count,
          items: sql.all<InviteRow>(select, organizationId, limit, offset).map(toInvite),
        };
      }),

    findBySecret: (secretHash) =>
      database.read((sql) => {
        const row = sql.get<InviteRow>(`${SELECT} WHERE secret_hash = ?`, secretHash);
        return row ? toInvite(row) : null;
      }),

    findByAddress: (email, now) =>
      database.read((sql) => {
        const select = `${SELECT} WHERE expires_at > ? ORDER BY created_at, number`;
        const folded = email.toLowerCase(); // SQLite's own lower() folds A to Z only
        const rows = sql.all<InviteRow>(select, now);
        return rows.filter((row) => row.targetEmail.toLowerCase() === folded).map(toInvite);
      }),

    claim: (secretHash, now, forMs) =>
      database.write((sql) => {
        const claim = `UPDATE invites SET claimed_until = ?1 + ?2
          WHERE secret_hash = ?3 AND expires_at > ?1 AND ifnull(claimed_until, 0) <= ?1 RETURNING ${SELECTED}`;
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
        const select = `${SELECT} WHERE id = ? AND organization_id = ?`;
        const row = sql.get<InviteRow>(select, id, organizationId);
        return row ? toInvite(row) : null;
      }),

    renew: (organizationId, id, { secretHash, updatedAt, expiresAt }) =>
      database.write((sql) => {
        const update = `UPDATE invites SET secret_hash = ?, updated_at = ?, expires_at = ?, emailing_attempt_made = 0
          WHERE id = ? AND organization_id = ? RETURNING ${SELECTED}`;
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
  const { emailingAttemptMade, ...rest } = invite;
  const row: InviteRow = { ...rest, emailingAttemptMade: emailingAttemptMade ? 1 : 0 };
  sql.run(INSERT, ...FIELDS.map((field) => row[field]));
}

const toInvite = ({ _metadata, emailingAttemptMade, ...row }: InviteRow): Invite => ({
  ...row,
  emailingAttemptMade: emailingAttemptMade === 1,
});
