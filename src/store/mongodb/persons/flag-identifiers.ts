import { unescapeText } from "../../escape-text.ts";
import type { FlagIdentifiers } from "../../ports/persons.ts";
import { byId, findByIds, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { RETRY, retryOnConflict } from "../mongo-errors.ts";
import { survivorOf } from "./merge-persons.ts";
import { moveFlagIdentifiers, newFlagIdentifierRow, uuidOfPerson } from "./person-row.ts";

export function mongoFlagIdentifiers(database: MongoDatabase): FlagIdentifiers {
  return {
    keepIdentifiers: database.method(async (collections, projectId, personUuid, flagKeys, identifier) => {
      const present = await findIdentifiers(collections, projectId, personUuid, flagKeys);
      if (flagKeys.every((key) => present.has(key))) return present;
      return retryOnConflict(async () => {
        const uuid = await survivingUuid(collections, projectId, personUuid);
        if (uuid === null) return new Map(flagKeys.map((key) => [key, identifier])); // erased meanwhile
        const rows = flagKeys.map((flag) => newFlagIdentifierRow(projectId, uuid, flag, identifier));
        await insertMissing(collections.flag_identifiers, rows.toSorted(byId));
        // If a merge moved the person's identifiers before these were inserted, its decision is visible by now.
        const survivor = await survivingUuid(collections, projectId, personUuid);
        if (survivor === uuid) return findIdentifiers(collections, projectId, uuid, flagKeys);
        if (survivor === null) {
          await collections.flag_identifiers.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
          return RETRY;
        }
        await moveFlagIdentifiers(collections, projectKey(projectId, survivor), projectKey(projectId, uuid));
        return RETRY;
      });
    }),

    identifiersOf: database.method(findIdentifiers),
  };
}

async function survivingUuid(collections: Collections, projectId: string, personUuid: string): Promise<string | null> {
  const person = await survivorOf(collections, projectKey(projectId, personUuid));
  return person ? uuidOfPerson(person) : null;
}

async function findIdentifiers(
  { flag_identifiers }: Collections,
  projectId: string,
  personUuid: string,
  wanted?: readonly string[],
): Promise<Map<string, string>> {
  const ids = wanted?.map((key) => projectKey(projectId, personUuid, key));
  const rows = ids
    ? await findByIds(flag_identifiers, ids)
    : await flag_identifiers.find({ person: projectKey(projectId, personUuid) }).toArray();
  return new Map(rows.map(({ flag, identifier }) => [unescapeText(flag), unescapeText(identifier)]));
}
