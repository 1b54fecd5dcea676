import { foldedEmails } from "../../email.ts";
import { escapeText } from "../../escape-text.ts";
import type { Listed, Page } from "../../ports/common.ts";
import {
  type EnsuredPerson,
  MAX_SUMMARY_PROPERTIES_BYTES,
  type NewDistinctId,
  type Person,
  type PersonFilter,
  type PersonRef,
  type PersonSummary,
} from "../../ports/persons.ts";
import { readProperties } from "../../property-text.ts";
import { blobToUuid, projectNumber } from "../../stored-ids.ts";
import { allOf, type Sql } from "../sqlite-connection.ts";

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
export type WholeRow = RefRow & Pick<PersonRow, "created_at" | "properties">;
export type SummaryRow = Omit<WholeRow, "properties"> & { readonly properties: string | null };

/** Columns of a summary; they do not read large properties. */
export const SUMMARY_COLUMNS = `persons.uuid, is_identified, created_at,
  iif(octet_length(properties) <= ${MAX_SUMMARY_PROPERTIES_BYTES}, properties, NULL) AS properties`;

const SELECT_OWNER_REFS = selectOwners("persons.uuid, persons.is_identified");

/** Makes a statement for `findOwners` that selects columns of the owners of a JSON array of distinct ids. */
export function selectOwners(columns: string): string {
  return `SELECT wanted.key AS "index", ${columns} FROM json_each(?2) AS wanted
    CROSS JOIN distinct_ids ON distinct_ids.project_id = ?1 AND distinct_ids.distinct_id = wanted.value
    JOIN persons ON persons.id = distinct_ids.person_id`;
}

export function findOwners<Row>(sql: Sql, select: string, projectId: string, distinctIds: readonly string[]) {
  // The escape character itself becomes ASCII: the connection would escape it again.
  const list = JSON.stringify(distinctIds.map(escapeText)).replaceAll("\uFFFF", "\\uffff");
  return sql.all<Row & { readonly index: number }>(select, projectNumber(projectId), list);
}

export function findRefs(
  sql: Sql,
  projectId: string,
  wanted: readonly Pick<NewDistinctId, "distinctId" | "sameAs">[],
): Map<string, EnsuredPerson> {
  const distinctIds = wanted.map(({ distinctId }) => distinctId);
  for (const { sameAs } of wanted) if (sameAs !== undefined) distinctIds.push(sameAs);
  const rows = findOwners<PersonRow>(sql, SELECT_OWNER_REFS, projectId, distinctIds);
  return new Map(rows.map((row) => [distinctIds[row.index] ?? "", toRef(row)]));
}

export function listPersons(
  sql: Sql,
  projectId: string,
  { limit, offset }: Page,
  { distinctId, email }: PersonFilter = {},
): Listed<PersonSummary> {
  const project = projectNumber(projectId);
  const emails = email === undefined ? [undefined] : foldedEmails(email);
  const owner = "(SELECT person_id FROM distinct_ids WHERE project_id = ? AND distinct_id = ?)";
  const [where, values] = allOf(
    ["project_id = ?", project],
    [`email IN (${emails.map(() => "?")})`, ...emails],
    [`id = ${owner}`, project, distinctId],
  );
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
