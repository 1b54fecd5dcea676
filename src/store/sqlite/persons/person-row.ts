import { foldEmail } from "../../email.ts";
import type { Listed, Page } from "../../ports/common.ts";
import {
  MAX_SUMMARY_PROPERTIES_BYTES,
  type Person,
  type PersonFilter,
  type PersonRef,
  type PersonSummary,
} from "../../ports/persons.ts";
import { readProperties } from "../../property-text.ts";
import { blobToUuid, projectNumber } from "../../stored-ids.ts";
import type { Sql, SqlValue } from "../sqlite-connection.ts";

/** A row of `persons`. */
export interface PersonRow {
  readonly id: number;
  readonly project_id: number;
  readonly uuid: ArrayBuffer;
  readonly properties: string;
  readonly is_identified: number;
  readonly created_at: number;
  /** The folded address in the properties. */
  readonly email: string | null;
}

type RefRow = Pick<PersonRow, "uuid" | "is_identified">;
type WholeRow = RefRow & Pick<PersonRow, "created_at" | "properties">;
export type SummaryRow = Omit<WholeRow, "properties"> & { readonly properties: string | null };

/** Columns of a summary; they do not read large properties. */
export const SUMMARY_COLUMNS = `persons.uuid, is_identified, created_at,
  iif(octet_length(properties) <= ${MAX_SUMMARY_PROPERTIES_BYTES}, properties, NULL) AS properties`;

/** Implements `Persons.list` within the caller's transaction. */
export function listPersons(
  sql: Sql,
  projectId: string,
  { limit, offset }: Page,
  { distinctId, email }: PersonFilter,
): Listed<PersonSummary> {
  const project = projectNumber(projectId);
  const values: SqlValue[] = [project];
  let where = "project_id = ?";
  if (email !== undefined) {
    where += " AND email = ?";
    values.push(foldEmail(email));
  }
  if (distinctId !== undefined) {
    where += " AND id = (SELECT person_id FROM distinct_ids WHERE project_id = ? AND distinct_id = ?)";
    values.push(project, distinctId);
  }
  const { count } = sql.one<{ count: number }>(`SELECT count(*) AS count FROM persons WHERE ${where}`, ...values);
  const select = `SELECT ${SUMMARY_COLUMNS} FROM persons WHERE ${where}
    ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`;
  const rows = sql.all<SummaryRow>(select, ...values, limit, offset);
  return { count, items: rows.map((row) => toSummary(projectId, row)) };
}

export const toRef = (row: RefRow): PersonRef => ({
  uuid: blobToUuid(row.uuid),
  isIdentified: row.is_identified === 1,
});

// A spread comes last: on Node 20 each property after it makes a hidden class for each object.
export const toSummary = (projectId: string, row: SummaryRow): PersonSummary => ({
  projectId,
  properties: row.properties === null ? null : readProperties(row.properties),
  createdAt: row.created_at,
  ...toRef(row),
});

export const toPerson = (projectId: string, row: WholeRow): Person => ({
  projectId,
  properties: readProperties(row.properties),
  createdAt: row.created_at,
  ...toRef(row),
});
