import { unescapeText } from "../../escape-text.ts";
import type { Persons } from "../../ports/persons.ts";
import { projectKey } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { changePersons } from "./change-persons.ts";
import { erasePersons } from "./erase-persons.ts";
import { findPersons, summarizePersons } from "./find-persons.ts";
import { firstDistinctIds } from "./first-distinct-ids.ts";
import { listPersons } from "./list-persons.ts";
import { distinctIdsKey, toPerson } from "./person-row.ts";
import { findMergedUuids, survivorOf, survivorRefOf } from "./survivors.ts";

export function mongoPersons(database: MongoDatabase): Persons {
  return {
    ...changePersons(database),

    find: (projectId, distinctIds) => database.run((collections) => findPersons(collections, projectId, distinctIds)),

    summarize: (projectId, distinctIds) =>
      database.run((collections) => summarizePersons(collections, projectId, distinctIds)),

    list: (projectId, page, filter = {}) =>
      database.run((collections) => listPersons(collections, projectId, page, filter)),

    findByUuid: (projectId, uuid) =>
      database.run(async (collections) => {
        const row = await survivorOf(collections, projectKey(projectId, uuid));
        return row ? toPerson(row) : null;
      }),

    distinctIds: (projectId, uuid, limit, after) =>
      database.run(async (collections) => {
        const person = await survivorRefOf(collections, projectKey(projectId, uuid));
        if (person?._id !== projectKey(projectId, uuid) || limit <= 0) return [];
        const { distinct_ids } = collections;
        const last = after === undefined ? null : await distinct_ids.findOne({ _id: projectKey(projectId, after) });
        if (after !== undefined && !last) return [];
        const filter = { person: distinctIdsKey(person), ...(last && { order: { $gt: last.order } }) };
        const rows = distinct_ids.find(filter).sort({ order: 1 }).limit(limit);
        return (await rows.toArray()).map((row) => unescapeText(row.distinctId));
      }),

    firstDistinctIds: (projectId, uuids, limit) =>
      database.run((collections) => firstDistinctIds(collections, projectId, uuids, limit)),

    erase: (projectId, uuids) =>
      database.run((collections) =>
        erasePersons(collections, new Set(uuids.map((uuid) => projectKey(projectId, uuid)))),
      ),

    mergedUuids: (projectId, uuid, limit) =>
      database.run((collections) => findMergedUuids(collections, projectKey(projectId, uuid), limit)),
  };
}
