import type { Collection, Document } from "mongodb";
import type { RecordKindSpec } from "../ports/records.ts";
import { belongsToProjects } from "../records/record-kinds.ts";
import type { ProjectData } from "../records/removed-projects.ts";
import type { Collections } from "./collections.ts";
import { eventKeyRange, projectNumberForQuery } from "./document-keys.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./mongo-errors.ts";

export function mongoProjectData(database: MongoDatabase, recordKinds: readonly RecordKindSpec[]): ProjectData {
  return {
    removeData: (projectId, limit) =>
      database.withDb(async (db) => {
        const ofRecords = recordKinds.filter(belongsToProjects).map(({ name }) => [name, { projectId }] as const);
        const filters = Object.entries(filtersOf(projectNumberForQuery(projectId)));
        for (const [name, filter] of [...filters, ...ofRecords])
          if (await remove(db.collection(name), filter, limit)) return true;
        return false;
      }),

    purgeDeleted: async () => {},
  };
}

/** Collections with documents of projects: a new one that is no exception must be listed below. */
type ProjectCollection = Exclude<keyof Collections, "facts" | "removed_projects">;

/** Selects a project's documents. The project and its recordings come first, so that no more is begun. */
function filtersOf(number: number): Readonly<Record<ProjectCollection, Document>> {
  // Keys that `projectKey` returns begin with the number, and either `#` or `/`.
  const keyRange = { $gte: `${number}#`, $lt: `${number}0` };
  const [byKey, byRecording] = [{ _id: keyRange }, { recording: keyRange }];
  return {
    projects: { _id: number },
    recordings: byKey,
    pieces: byRecording,
    piece_parts: byRecording,
    snapshot_chunks: byRecording,
    recording_activity: byRecording,
    recording_files: byRecording,
    recording_views: byRecording,
    files_to_delete: byRecording,
    recording_properties: byKey,
    recording_counts: { _id: String(number) },
    events: { _id: eventKeyRange(number) }, // also what is left of those that left
    distinct_ids: byKey,
    persons: byKey,
    flag_identifiers: byKey,
    groups: byKey,
    group_types: byKey,
    counters: { _id: { $in: [`flags ${number}`, `erasures ${number}`] } },
    checkpoints: byKey,
  };
}

/** Deletes up to `limit` documents. Returns false if there are none. */
async function remove(collection: Collection, filter: Document, limit: number): Promise<boolean> {
  const found = await collection
    .find(filter, { projection: { _id: 1 } })
    .limit(limit)
    .toArray();
  const keys = { _id: { $in: found.map(({ _id }) => _id) } };
  if (found.length > 0) await retryOnConflict(() => collection.deleteMany(keys));
  return found.length > 0;
}
