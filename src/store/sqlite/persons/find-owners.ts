import { escapeText } from "../../escape-text.ts";
import type { EnsuredPerson, NewDistinctId } from "../../ports/persons.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { type PersonRow, toRef } from "./person-row.ts";

const SELECT_OWNER_REFS = selectOwners("persons.uuid, persons.is_identified");

/** Returns a statement for `findOwners` that finds these columns of the owners of a JSON array of distinct ids. */
export function selectOwners(columns: string): string {
  return `SELECT wanted.key AS "index", ${columns} FROM json_each(?2) AS wanted
    CROSS JOIN distinct_ids ON distinct_ids.project_id = ?1 AND distinct_ids.distinct_id = wanted.value
    JOIN persons ON persons.id = distinct_ids.person_id`;
}

/** Returns the owners of distinct ids, with the index of the distinct id. */
export function findOwners<Row>(sql: Sql, select: string, projectId: string, distinctIds: readonly string[]) {
  // Without the escape character itself, which the connection would escape again.
  const list = JSON.stringify(distinctIds.map(escapeText)).replaceAll("\uFFFF", "\\uffff");
  return sql.all<Row & { readonly index: number }>(select, projectNumber(projectId), list);
}

/** Returns the persons by distinct id, without the distinct ids that have none. */
export function findRefs(
  sql: Sql,
  projectId: string,
  wanted: readonly Pick<NewDistinctId, "distinctId">[],
): Map<string, EnsuredPerson> {
  const distinctIds = wanted.map(({ distinctId }) => distinctId);
  const rows = findOwners<PersonRow>(sql, SELECT_OWNER_REFS, projectId, distinctIds);
  return new Map(rows.map((row) => [distinctIds[row.index] ?? "", toRef(row)]));
}
