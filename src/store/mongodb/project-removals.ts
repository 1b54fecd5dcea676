import type { Collection, Document } from "mongodb";
import { unescapeText } from "../escape-text.ts";
import type { ProjectId } from "../ports/common.ts";
import type { ProjectRemovals, RemovedProject } from "../ports/project-removals.ts";
import type { RecordKindSpec } from "../ports/records.ts";
import { KEYS } from "../records/keys.ts";
import { belongsToProjects } from "../records/record-kinds.ts";
import { insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { eventKeyRange, projectNumberForQuery } from "./document-keys.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { RemovedProjectRow } from "./row-types.ts";

export function mongoProjectRemovals(database: MongoDatabase, recordKinds: readonly RecordKindSpec[]): ProjectRemovals {
  return {
    begin: (projectId, at) =>
      database.run(async (collections) => {
        const { projects, removed_projects } = collections;
        const number = projectNumberForQuery(projectId);
        const project = await projects.findOne({ _id: number });
        if (project) {
          const { organization, name } = project;
          const row: RemovedProjectRow = { _id: number, organization, name, stage: "removing", since: at };
          await insertMissing(removed_projects, [row]);
        }
        const removed = await find(collections, projectId);
        if (!removed) return null;
        await retryOnConflict(() => projects.deleteOne({ _id: number }));
        await database.withRecords(KEYS, (keys) => retryOnConflict(() => keys.deleteMany({ projectId })));
        return removed;
      }),

    find: (projectId) => database.run((collections) => find(collections, projectId)),

    unconfirmed: () =>
      database.run(async ({ removed_projects }) => {
        const rows = await removed_projects.find({ stage: { $ne: "confirmed" } }).sort({ _id: 1 });
        return (await rows.toArray()).map(toRemovedProject);
      }),

    removedOf: (projectIds) =>
      database.run(async ({ removed_projects }) => {
        const filter = { _id: { $in: projectIds.map(projectNumberForQuery) } };
        const rows = await removed_projects.find(filter, { projection: { _id: 1 } }).toArray();
        return new Set(rows.map(({ _id }) => String(_id)));
      }),

    removeData: (projectId, limit) =>
      database.withDb(async (db) => {
        const ofRecords = recordKinds.filter(belongsToProjects).map(({ name }) => [name, { projectId }] as const);
        const filters = Object.entries(filtersOf(projectNumberForQuery(projectId)));
        for (const [name, filter] of [...filters, ...ofRecords])
          if (await remove(db.collection(name), filter, limit)) return true;
        return false;
      }),

    advance: (projectId, stage, at) =>
      database.run(async ({ removed_projects }) => {
        const update = { stage, since: at, ...(stage !== "removing" && { name: "" }) };
        const key = { _id: projectNumberForQuery(projectId) };
        await retryOnConflict(() => removed_projects.updateOne(key, { $set: update }));
      }),
  };
}

/** Collections with documents of projects: a new one that is no exception must be listed below. */
type ProjectCollection = Exclude<
  keyof Collections,
  "facts" | "organizations" | "users" | "members" | "invite_batches" | "removed_projects"
>;

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
    flags: byKey,
    erasures: byKey,
    erasure_items: { erasure: keyRange },
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

async function find({ removed_projects }: Collections, projectId: ProjectId): Promise<RemovedProject | null> {
  const row = await removed_projects.findOne({ _id: projectNumberForQuery(projectId) });
  return row && toRemovedProject(row);
}

const toRemovedProject = ({ _id, organization, name, stage, since }: RemovedProjectRow): RemovedProject => ({
  id: String(_id),
  organizationId: unescapeText(organization),
  name: unescapeText(name),
  stage,
  since,
});
