import { mergedEmail } from "../../email.ts";
import type { MergeResult } from "../../ports/persons.ts";
import { mergeProperties } from "../../property-text.ts";
import { blobToUuid } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { PersonRow } from "./person-row.ts";

type Uuid = Uint8Array | null;

/** Returns the person with this uuid; undefined if there is none or it was merged into another. */
export function findPerson(sql: Sql, project: number | null, uuid: Uuid): PersonRow | undefined {
  return sql.get<PersonRow>("SELECT * FROM persons WHERE project_id = ? AND uuid = ?", project, uuid);
}

/** Returns the person with this uuid, or the one it was merged into, directly or not. */
export function survivorOf(sql: Sql, project: number | null, uuid: Uuid): PersonRow | undefined {
  let current = uuid;
  for (;;) {
    const person = findPerson(sql, project, current);
    if (person) return person;
    const select = "SELECT into_uuid FROM merged_persons WHERE project_id = ? AND uuid = ?";
    const next = sql.get<{ into_uuid: ArrayBuffer }>(select, project, current);
    if (!next) return undefined;
    current = new Uint8Array(next.into_uuid);
  }
}

/** Implements `Persons.merge` within the caller's transaction. */
export function mergePersons(sql: Sql, project: number | null, intoUuid: Uuid, fromUuid: Uuid): MergeResult {
  const into = survivorOf(sql, project, intoUuid);
  const from = survivorOf(sql, project, fromUuid);
  if (!into || !from) return false;
  if (into.id === from.id) return true;
  if (from.is_identified) return false;

  const properties = mergeProperties(into.properties, from.properties);
  const createdAt = Math.min(into.created_at, from.created_at);
  // The survivor takes the row with more distinct ids, because the cost is that of moving those of the other row.
  const [kept, gone] = hasMoreDistinctIds(sql, from, into) ? [from, into] : [into, from];
  sql.run("UPDATE distinct_ids SET person_id = ? WHERE person_id = ?", kept.id, gone.id);
  moveFlagIdentifiers(sql, project, blobToUuid(into.uuid), blobToUuid(from.uuid));
  sql.run("DELETE FROM persons WHERE id = ?", gone.id);
  const merged = properties === null ? into : { properties, email: mergedEmail(into, from) };
  const update = `UPDATE persons SET uuid = ?, is_identified = ?, properties = ?, created_at = ?, email = ?
    WHERE id = ?`;
  const values = [into.is_identified, merged.properties, createdAt, merged.email, kept.id];
  sql.run(update, new Uint8Array(into.uuid), ...values);
  const insert = "INSERT INTO merged_persons (project_id, uuid, into_uuid) VALUES (?, ?, ?)";
  sql.run(insert, project, new Uint8Array(from.uuid), new Uint8Array(into.uuid));
  return properties === null ? "properties_dropped" : true;
}

/** Reads in proportion to the smaller number of distinct ids: the larger one may be a million. */
function hasMoreDistinctIds(sql: Sql, person: PersonRow, other: PersonRow): boolean {
  for (let limit = 16; ; limit *= 4) {
    const otherCount = countDistinctIds(sql, other, limit);
    if (otherCount < limit) return countDistinctIds(sql, person, limit) > otherCount;
    if (countDistinctIds(sql, person, limit) < limit) return false;
  }
}

function countDistinctIds(sql: Sql, { id }: PersonRow, limit: number): number {
  const counted = "SELECT count(*) AS count FROM (SELECT 1 FROM distinct_ids WHERE person_id = ? LIMIT ?)";
  return sql.one<{ count: number }>(counted, id, limit).count;
}

function moveFlagIdentifiers(sql: Sql, project: number | null, into: string, from: string): void {
  const copy = `INSERT INTO flag_identifiers (project_id, person_uuid, flag_key, identifier)
    SELECT project_id, ?, flag_key, identifier FROM flag_identifiers WHERE project_id = ? AND person_uuid = ?
    ON CONFLICT DO NOTHING`;
  sql.run(copy, into, project, from);
  sql.run("DELETE FROM flag_identifiers WHERE project_id = ? AND person_uuid = ?", project, from);
}
