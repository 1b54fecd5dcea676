import { changeProperties, readProperties } from "../../values/property-text.ts";
import { blobToUuid } from "../../values/stored-ids.ts";
import type { Sql } from "../sql.ts";
import type { PersonRow } from "./person-row.ts";

type Uuid = Uint8Array | null;

/** The person with this uuid, if it was not merged into another. */
export function findPerson(sql: Sql, project: number | null, uuid: Uuid): PersonRow | undefined {
  return sql.get<PersonRow>("SELECT * FROM persons WHERE project_id = ? AND uuid = ?", project, uuid);
}

/** The person with this uuid, or the one that it was merged into. */
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

/** `Persons.merge`, within the caller's transaction. */
export function mergePersons(sql: Sql, project: number | null, intoUuid: Uuid, fromUuid: Uuid): boolean {
  const into = survivorOf(sql, project, intoUuid);
  const from = survivorOf(sql, project, fromUuid);
  if (!into || !from) return false;
  if (into.id === from.id) return true;
  if (from.is_identified) return false;

  const properties = changeProperties(into.properties, [{ setOnce: readProperties(from.properties) }]);
  const createdAt = Math.min(into.created_at, from.created_at);
  // The row with more distinct ids becomes the survivor's: so one with very many may be merged again and again.
  const [kept, gone] = countDistinctIds(sql, from) > countDistinctIds(sql, into) ? [from, into] : [into, from];
  sql.run("UPDATE distinct_ids SET person_id = ? WHERE person_id = ?", kept.id, gone.id);
  moveFlagIdentifiers(sql, project, blobToUuid(into.uuid), blobToUuid(from.uuid));
  sql.run("DELETE FROM persons WHERE id = ?", gone.id);
  const survive = "UPDATE persons SET uuid = ?, is_identified = ?, properties = ?, created_at = ? WHERE id = ?";
  sql.run(survive, new Uint8Array(into.uuid), into.is_identified, properties, createdAt, kept.id);
  const remember = "INSERT INTO merged_persons (project_id, uuid, into_uuid) VALUES (?, ?, ?)";
  sql.run(remember, project, new Uint8Array(from.uuid), new Uint8Array(into.uuid));
  return true;
}

function countDistinctIds(sql: Sql, { id }: PersonRow): number {
  return sql.one<{ count: number }>("SELECT count(*) AS count FROM distinct_ids WHERE person_id = ?", id).count;
}

function moveFlagIdentifiers(sql: Sql, project: number | null, into: string, from: string): void {
  const copy = `INSERT INTO flag_identifiers (project_id, person_uuid, flag_key, identifier)
    SELECT project_id, ?, flag_key, identifier FROM flag_identifiers WHERE project_id = ? AND person_uuid = ?
    ON CONFLICT DO NOTHING`;
  sql.run(copy, into, project, from);
  sql.run("DELETE FROM flag_identifiers WHERE project_id = ? AND person_uuid = ?", project, from);
}
