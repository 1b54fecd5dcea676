import { setImmediate } from "node:timers/promises";
import { type GroupRecord, MAX_RECORD_PROPERTIES_BYTES, type PeopleReading } from "../../ports/persons.ts";
import { blobToUuid, projectNumber } from "../../stored-ids.ts";
import type { SqlValue } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { toRef, type WholeRow } from "./person-row.ts";

/** Reading a part of this size takes less than a millisecond. */
const PART_ROWS = 100;
const PROPERTIES = `iif(octet_length(properties) <= ${MAX_RECORD_PROPERTIES_BYTES}, properties, '{}') AS properties`;
const PERSONS = `SELECT uuid, created_at, is_identified, ${PROPERTIES} FROM persons
  WHERE project_id = ? AND uuid > ? ORDER BY uuid LIMIT ${PART_ROWS}`;
const DISTINCT_IDS = `SELECT distinct_id, uuid FROM distinct_ids JOIN persons ON persons.id = person_id
  WHERE distinct_ids.project_id = ? AND distinct_id > ? ORDER BY distinct_id LIMIT ${PART_ROWS}`;
const GROUPS = `SELECT type, key, created_at AS createdAt, ${PROPERTIES} FROM groups
  WHERE project_id = ? AND (type, key) > (?, ?) ORDER BY type, key LIMIT ${PART_ROWS}`;

export function sqlitePeopleReading(database: Transactions): PeopleReading {
  return {
    async *persons(projectId) {
      const first = [new Uint8Array(0)];
      const after = ({ uuid }: WholeRow) => [new Uint8Array(uuid)];
      for await (const rows of readParts<WholeRow>(database, PERSONS, projectId, first, after)) {
        yield rows.map((row) => ({ createdAt: row.created_at, properties: row.properties, ...toRef(row) }));
      }
    },

    async *distinctIds(projectId) {
      type Row = { readonly distinct_id: string; readonly uuid: ArrayBuffer };
      const after = ({ distinct_id }: Row) => [distinct_id];
      for await (const rows of readParts<Row>(database, DISTINCT_IDS, projectId, [""], after)) {
        yield rows.map(({ distinct_id, uuid }) => ({ distinctId: distinct_id, person: blobToUuid(uuid) }));
      }
    },

    async *groups(projectId) {
      yield* readParts<GroupRecord>(database, GROUPS, projectId, ["", ""], ({ type, key }) => [type, key]);
    },
  };
}

/** Reads each part in a transaction of its own, because a long one would block WAL checkpoints and requests. */
async function* readParts<Row extends object>(
  database: Transactions,
  select: string,
  projectId: string,
  first: readonly SqlValue[],
  after: (row: Row) => readonly SqlValue[],
): AsyncGenerator<Row[]> {
  for (let cursor = first; ; ) {
    const from = cursor;
    const rows = await database.read((sql) => sql.all<Row>(select, projectNumber(projectId), ...from));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    cursor = after(last);
    await setImmediate();
  }
}
