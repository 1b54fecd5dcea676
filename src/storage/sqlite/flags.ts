import type { Flags, StoredFlag } from "../ports/flags.ts";
import { blobToUuid, projectNumber, uuidBlobForQuery } from "../values/stored-ids.ts";
import { survivorOf } from "./persons/merge-persons.ts";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

const SELECT_IDENTIFIER =
  "SELECT identifier FROM flag_identifiers WHERE project_id = ? AND person_uuid = ? AND flag_key = ?";
const INSERT_IDENTIFIER = `INSERT INTO flag_identifiers (project_id, person_uuid, flag_key, identifier)
  VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;

const SELECT_FLAGS = "SELECT key, definition, updated_at, number, version FROM flags WHERE project_id = ? ORDER BY key";
const UPDATE_FLAG = `UPDATE flags SET version = version + (definition <> ?3), definition = ?3, updated_at = ?4
  WHERE project_id = ?1 AND key = ?2`;
const NEXT_NUMBER = `INSERT INTO flag_numbers (project_id, last) VALUES (?, 1)
  ON CONFLICT (project_id) DO UPDATE SET last = last + 1 RETURNING last`;
const INSERT_FLAG = `INSERT INTO flags (project_id, key, definition, updated_at, number, version)
  VALUES (?, ?, ?, ?, ?, 1)`;

interface FlagRow {
  readonly key: string;
  readonly definition: string;
  readonly updated_at: number;
  readonly number: number;
  readonly version: number;
}

export function sqliteFlags(database: Transactions): Flags {
  return {
    list: (projectId) => database.read((sql) => sql.all<FlagRow>(SELECT_FLAGS, projectNumber(projectId)).map(toFlag)),

    put: (projectId, flags) =>
      database.write((sql) => {
        const project = projectNumber(projectId);
        for (const { key, definition, updatedAt } of flags) {
          if (sql.run(UPDATE_FLAG, project, key, definition, updatedAt) > 0) continue;
          const { last } = sql.one<{ last: number }>(NEXT_NUMBER, project);
          sql.run(INSERT_FLAG, project, key, definition, updatedAt, last);
        }
      }),

    delete: (projectId, key) =>
      database.write(
        (sql) => sql.run("DELETE FROM flags WHERE project_id = ? AND key = ?", projectNumber(projectId), key) > 0,
      ),

    async keepIdentifiers(projectId, personUuid, flagKeys, identifier) {
      const project = projectNumber(projectId);
      const present = await database.read((sql) => findIdentifiers(sql, project, personUuid, flagKeys));
      if (flagKeys.every((key) => present.has(key))) return present;
      return database.write((sql) => {
        const survivor = survivorOf(sql, project, uuidBlobForQuery(personUuid));
        const uuid = survivor ? blobToUuid(survivor.uuid) : personUuid;
        for (const key of flagKeys) sql.run(INSERT_IDENTIFIER, project, uuid, key, identifier);
        return findIdentifiers(sql, project, uuid, flagKeys);
      });
    },
  };
}

/** Returns the stored identifiers by flag key. */
function findIdentifiers(sql: Sql, project: number | null, personUuid: string, flagKeys: readonly string[]) {
  const identifiers = new Map<string, string>();
  for (const key of flagKeys) {
    const row = sql.get<{ identifier: string }>(SELECT_IDENTIFIER, project, personUuid, key);
    if (row) identifiers.set(key, row.identifier);
  }
  return identifiers;
}

const toFlag = (row: FlagRow): StoredFlag => ({
  key: row.key,
  definition: row.definition,
  updatedAt: row.updated_at,
  number: row.number,
  version: row.version,
});
