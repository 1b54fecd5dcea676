import type { FlagIdentifiers } from "../../ports/persons.ts";
import { blobToUuid, projectNumber, uuidBlobForQuery } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { methodsOf, type Transactions } from "../sqlite-database.ts";
import { survivorOf } from "./merge-persons.ts";

const SELECT = "SELECT flag_key, identifier FROM flag_identifiers WHERE project_id = ? AND person_uuid = ?";
const INSERT = `INSERT INTO flag_identifiers (project_id, person_uuid, flag_key, identifier)
  VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;

export function sqliteFlagIdentifiers(database: Transactions): FlagIdentifiers {
  const { readOnce } = methodsOf(database);
  return {
    async keepIdentifiers(projectId, personUuid, flagKeys, identifier) {
      const project = projectNumber(projectId);
      const wanted = new Set(flagKeys);
      const present = await database.readOnce((sql) => findIdentifiers(sql, project, personUuid, wanted));
      if (present.size === wanted.size) return present;
      return database.write((sql) => {
        const survivor = survivorOf(sql, project, uuidBlobForQuery(personUuid));
        if (!survivor) return new Map(flagKeys.map((key) => [key, identifier])); // erased meanwhile
        const uuid = blobToUuid(survivor.uuid);
        for (const key of flagKeys) sql.run(INSERT, project, uuid, key, identifier);
        return findIdentifiers(sql, project, uuid, wanted);
      });
    },

    identifiersOf: readOnce((sql, projectId, personUuid) => findIdentifiers(sql, projectNumber(projectId), personUuid)),
  };
}

/** Returns the person's identifiers, or those of the wanted flags. */
function findIdentifiers(sql: Sql, project: number | null, personUuid: string, wanted?: ReadonlySet<string>) {
  const rows = sql.all<{ flag_key: string; identifier: string }>(SELECT, project, personUuid);
  const found = rows.filter(({ flag_key }) => wanted?.has(flag_key) ?? true);
  return new Map(found.map(({ flag_key, identifier }) => [flag_key, identifier]));
}
