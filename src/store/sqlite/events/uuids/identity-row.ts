import type { Sql } from "../../sqlite-connection.ts";

export interface IdentityRow {
  readonly project_id: number;
  readonly uuid: ArrayBuffer;
}

export function readIdentity(sql: Sql, id: number): IdentityRow | undefined {
  return sql.get<IdentityRow>("SELECT project_id, uuid FROM events WHERE id = ?", id);
}

export function isSame(row: IdentityRow | undefined, project: number, uuid: Uint8Array): boolean {
  if (!row || row.project_id !== project) return false;
  return Buffer.compare(new Uint8Array(row.uuid), uuid) === 0;
}
