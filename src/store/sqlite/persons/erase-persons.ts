import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { blobToUuid, uuidBlobForQuery } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { findPerson } from "./merge-persons.ts";

/** One transaction deletes no more rows, because it blocks every writer and this thread. */
const BATCH_ROWS = 1000;
const DELETE_DISTINCT_IDS = `DELETE FROM distinct_ids
  WHERE number IN (SELECT number FROM distinct_ids WHERE person_id = ? LIMIT ${BATCH_ROWS})`;
/** Finds a person's uuid and those that were merged into it, directly or not. */
const SELECT_UUIDS = `WITH RECURSIVE uuids (uuid) AS (SELECT ?2 UNION SELECT merged_persons.uuid
    FROM uuids JOIN merged_persons ON merged_persons.project_id = ?1 AND into_uuid = uuids.uuid)
  SELECT uuid FROM uuids`;

/** Implements `Persons.erase`: the person goes last, so that an interrupted call can be repeated. */
export async function erasePersons(
  database: Transactions,
  project: number | null,
  uuids: readonly string[],
): Promise<void> {
  for (const uuid of uuids) {
    while (await database.write((sql) => eraseBatch(sql, project, uuidBlobForQuery(uuid)))) await yieldToEventLoop();
  }
}

/** Returns false if nothing was left. */
function eraseBatch(sql: Sql, project: number | null, uuid: Uint8Array | null): boolean {
  const person = findPerson(sql, project, uuid);
  if (person && sql.run(DELETE_DISTINCT_IDS, person.id) > 0) return true;
  for (const row of sql.all<{ uuid: ArrayBuffer | null }>(SELECT_UUIDS, project, uuid)) {
    if (row.uuid === null) continue;
    const blob = new Uint8Array(row.uuid);
    sql.run("DELETE FROM flag_identifiers WHERE project_id = ? AND person_uuid = ?", project, blobToUuid(blob));
    sql.run("DELETE FROM merged_persons WHERE project_id = ? AND uuid = ?", project, blob);
  }
  sql.run("DELETE FROM persons WHERE project_id = ? AND uuid = ?", project, uuid);
  return false;
}
