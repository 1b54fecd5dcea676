import type { FlagIdentifiers } from "../../ports/persons.ts";
import { blobToUuid, projectNumber, uuidBlobForQuery } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { survivorOf } from "./merge-persons.ts";

const SELECT_IDENTIFIER =
  "SELECT identifier FROM flag_identifiers WHERE project_id = ? AND person_uuid = ? AND flag_key = ?";
const INSERT_IDENTIFIER = `INSERT INTO flag_identifiers (project_id, person_uuid, flag_key, identifier)
  VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;

export function sqliteFlagIdentifiers(database: Transactions): FlagIdentifiers {
  return {
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
