import type { FlagRecord, Flags, FlagVersion, StoredFlag } from "../ports/flags.ts";
import { blobToUuid, projectNumber, uuidBlobForQuery } from "../stored-ids.ts";
import { survivorOf } from "./persons/merge-persons.ts";
import { columnOf, columnsOf, type RowMetadata, selectedFields } from "./record-tables.ts";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

const SELECT_IDENTIFIER =
  "SELECT identifier FROM flag_identifiers WHERE project_id = ? AND person_uuid = ? AND flag_key = ?";
const INSERT_IDENTIFIER = `INSERT INTO flag_identifiers (project_id, person_uuid, flag_key, identifier)
  VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;

const FIELDS = ["key", "definition", "version", "deleted", "createdAt", "createdBy", "updatedAt", "number"] as const;
const ALL_FIELDS = [...FIELDS, "activity"] as const;
const COLUMNS = selectedFields(FIELDS);
const SELECT_FLAGS = `SELECT ${COLUMNS} FROM flags WHERE project_id = ? AND deleted = 0 ORDER BY key`;
const SELECT_VERSIONS = `SELECT key, number, version, updated_at AS updatedAt, octet_length(definition) AS bytes
  FROM flags WHERE project_id = ? AND deleted = 0 ORDER BY key`;
const SELECT_SOME = `SELECT ${COLUMNS} FROM flags
  WHERE project_id = ? AND deleted = 0 AND number IN (SELECT value FROM json_each(?))`;
const SELECT_BY_NUMBER = `SELECT ${COLUMNS}, activity FROM flags WHERE project_id = ? AND number = ?`;
const SELECT_BY_KEY = `SELECT ${COLUMNS}, activity FROM flags WHERE project_id = ? AND key = ?`;
/** A record: see `COUNTERS`. */
const NEXT_NUMBER = `INSERT INTO counters (version, value) VALUES ('new', json_object('name', ?, 'last', 1))
  ON CONFLICT (name) DO UPDATE SET value = json_set(value, '$.last', value ->> '$.last' + 1)
  RETURNING value ->> '$.last' AS last`;
const PUT_FLAG = `INSERT INTO flags (project_id, ${columnsOf(ALL_FIELDS)})
  VALUES (?, ${ALL_FIELDS.map(() => "?").join(", ")}) ON CONFLICT (project_id, key) DO UPDATE SET
  ${ALL_FIELDS.slice(1).map((field) => `${columnOf(field)} = excluded.${columnOf(field)}`)}`;
const DELETE_FLAG = "DELETE FROM flags WHERE project_id = ? AND key = ?";
const DELETE_DELETED = `DELETE FROM flags WHERE id IN (
  SELECT id FROM flags WHERE project_id = ? AND deleted = 1 ORDER BY updated_at DESC, id DESC LIMIT -1 OFFSET ?)`;

type FlagRow = Omit<StoredFlag, "deleted"> & { readonly deleted: number } & RowMetadata;
type FlagRecordRow = FlagRow & Pick<FlagRecord, "activity">;

export function sqliteFlags(database: Transactions): Flags {
  return {
    list: (projectId) => database.read((sql) => sql.all<FlagRow>(SELECT_FLAGS, projectNumber(projectId)).map(toFlag)),

    versions: (projectId) =>
      database.readOnce((sql) => sql.all<FlagVersion>(SELECT_VERSIONS, projectNumber(projectId))),

    read: (projectId, numbers) =>
      database.readOnce((sql) =>
        sql.all<FlagRow>(SELECT_SOME, projectNumber(projectId), JSON.stringify(numbers)).map(toFlag),
      ),

    find: (projectId, number) =>
      database.readOnce((sql) => {
        const row = sql.get<FlagRecordRow>(SELECT_BY_NUMBER, projectNumber(projectId), number);
        return row ? toRecord(row) : null;
      }),

    change: (projectId, key, change) =>
      database.write((sql) => {
        const project = projectNumber(projectId);
        const row = sql.get<FlagRecordRow>(SELECT_BY_KEY, project, key);
        const flag = row ? toRecord(row) : null;
        const content = change(flag);
        if (!content) return flag;
        const isNew = flag === null || content.version === 1;
        const number = isNew ? sql.one<{ last: number }>(NEXT_NUMBER, `flags ${project}`).last : flag.number;
        putFlag(sql, project, { ...content, key, number });
        return { ...content, key, number };
      }),

    remove: (projectId, key) => database.write((sql) => sql.run(DELETE_FLAG, projectNumber(projectId), key) > 0),

    removeDeleted: (projectId, keep) =>
      database.write((sql) => void sql.run(DELETE_DELETED, projectNumber(projectId), keep)),

    async keepIdentifiers(projectId, personUuid, flagKeys, identifier) {
      const project = projectNumber(projectId);
      const present = await database.read((sql) => findIdentifiers(sql, project, personUuid, flagKeys));
      if (flagKeys.every((key) => present.has(key))) return present;
      return database.write((sql) => {
        const survivor = survivorOf(sql, project, uuidBlobForQuery(personUuid));
        if (!survivor) return new Map(flagKeys.map((key) => [key, identifier])); // erased meanwhile
        const uuid = blobToUuid(survivor.uuid);
        for (const key of flagKeys) sql.run(INSERT_IDENTIFIER, project, uuid, key, identifier);
        return findIdentifiers(sql, project, uuid, flagKeys);
      });
    },

    identifiersOf: (projectId, personUuid) =>
      database.readOnce((sql) => {
        const select = "SELECT flag_key, identifier FROM flag_identifiers WHERE project_id = ? AND person_uuid = ?";
        const rows = sql.all<{ flag_key: string; identifier: string }>(select, projectNumber(projectId), personUuid);
        return new Map(rows.map(({ flag_key, identifier }) => [flag_key, identifier]));
      }),
  };
}

function findIdentifiers(sql: Sql, project: number | null, personUuid: string, flagKeys: readonly string[]) {
  const identifiers = new Map<string, string>();
  for (const key of flagKeys) {
    const row = sql.get<{ identifier: string }>(SELECT_IDENTIFIER, project, personUuid, key);
    if (row) identifiers.set(key, row.identifier);
  }
  return identifiers;
}

function putFlag(sql: Sql, project: number | null, flag: FlagRecord): void {
  const row: FlagRecordRow = { ...flag, deleted: flag.deleted ? 1 : 0 };
  sql.run(PUT_FLAG, project, ...ALL_FIELDS.map((field) => row[field]));
}

const toFlag = ({ _metadata, ...row }: FlagRow): StoredFlag => ({ ...row, deleted: row.deleted === 1 });

const toRecord = (row: FlagRecordRow): FlagRecord => ({ ...toFlag(row), activity: row.activity });
