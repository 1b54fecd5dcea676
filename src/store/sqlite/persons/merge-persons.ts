import { mergedEmail } from "../../email.ts";
import type { MergeResult } from "../../ports/persons.ts";
import { mergeProperties } from "../../property-text.ts";
import { blobToUuid } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { type LargePersons, LIGHT_COLUMNS, type LightRow } from "./large-persons.ts";
import type { PersonRow } from "./person-row.ts";

type Uuid = Uint8Array | null;

/** Finds the person with this uuid; undefined if there is none or it was merged into another. */
export function findPerson(sql: Sql, project: number | null, uuid: Uuid): PersonRow | undefined {
  return find<PersonRow>(sql, "*", project, uuid);
}

/** Finds the person with this uuid, or the one it was merged into, directly or not. */
export function survivorOf(sql: Sql, project: number | null, uuid: Uuid): PersonRow | undefined {
  return findSurvivor<PersonRow>(sql, "*", project, uuid);
}

export function lightSurvivorOf(sql: Sql, project: number | null, uuid: Uuid): LightRow | undefined {
  return findSurvivor<LightRow>(sql, LIGHT_COLUMNS, project, uuid);
}

function find<Row extends object>(sql: Sql, columns: string, project: number | null, uuid: Uuid): Row | undefined {
  return sql.get<Row>(`SELECT ${columns} FROM persons WHERE project_id = ? AND uuid = ?`, project, uuid);
}

function findSurvivor<Row extends object>(
  sql: Sql,
  columns: string,
  project: number | null,
  uuid: Uuid,
): Row | undefined {
  let current = uuid;
  for (;;) {
    const person = find<Row>(sql, columns, project, current);
    if (person) return person;
    const select = "SELECT into_uuid FROM merged_persons WHERE project_id = ? AND uuid = ?";
    const next = sql.get<{ into_uuid: ArrayBuffer }>(select, project, current);
    if (!next) return undefined;
    current = new Uint8Array(next.into_uuid);
  }
}

export function mergePersons(
  sql: Sql,
  project: number | null,
  intoUuid: Uuid,
  fromUuid: Uuid,
  large: LargePersons,
): MergeResult {
  const into = lightSurvivorOf(sql, project, intoUuid);
  const from = lightSurvivorOf(sql, project, fromUuid);
  if (!into || !from) return false;
  if (into.id === from.id) return true;
  if (from.is_identified) return false;

  // The survivor takes the row with more distinct ids, because those of the other row must be moved.
  const isSwapped = hasMoreDistinctIds(sql, from, into);
  const [kept, gone] = isSwapped ? [from, into] : [into, from];
  const added = large.whole(sql, from);
  const survivor = isSwapped || into.properties !== null ? large.whole(sql, into) : null;
  sql.run("UPDATE distinct_ids SET person_id = ? WHERE person_id = ?", kept.id, gone.id);
  moveFlagIdentifiers(sql, project, blobToUuid(into.uuid), blobToUuid(from.uuid));
  sql.run("DELETE FROM persons WHERE id = ?", gone.id);
  const isMerged = survivor ? writeMerged(sql, kept.id, survivor, added) : large.merge(sql, into, added);
  const insert = "INSERT INTO merged_persons (project_id, uuid, into_uuid) VALUES (?, ?, ?)";
  sql.run(insert, project, new Uint8Array(from.uuid), new Uint8Array(into.uuid));
  return isMerged || "properties_dropped";
}

/** Writes `into` with what it lacks of `from`. Returns false if their properties are too large together. */
function writeMerged(sql: Sql, id: number, into: PersonRow, from: PersonRow): boolean {
  const properties = mergeProperties(into.properties, from.properties);
  const createdAt = Math.min(into.created_at, from.created_at);
  const merged = properties === null ? into : { properties, email: mergedEmail(into, from) };
  const update = `UPDATE persons SET uuid = ?, is_identified = ?, properties = ?, created_at = ?, email = ?
    WHERE id = ?`;
  const values = [into.is_identified, merged.properties, createdAt, merged.email, id];
  sql.run(update, new Uint8Array(into.uuid), ...values);
  return properties !== null;
}

/** Compares in time proportional to the smaller number of distinct ids: the larger may be a million. */
function hasMoreDistinctIds(sql: Sql, person: LightRow, other: LightRow): boolean {
  for (let limit = 16; ; limit *= 4) {
    const otherCount = countDistinctIds(sql, other, limit);
    if (otherCount < limit) return countDistinctIds(sql, person, limit) > otherCount;
    if (countDistinctIds(sql, person, limit) < limit) return false;
  }
}

function countDistinctIds(sql: Sql, { id }: LightRow, limit: number): number {
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
