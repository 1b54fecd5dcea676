import type { Checkpoints, Position } from "../ports/checkpoints.ts";
import { projectKey, requireProjectNumber } from "./document-keys.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

export function mongoCheckpoints(database: MongoDatabase): Checkpoints {
  return {
    find: (journal, projectId) =>
      database.run(async ({ checkpoints }) => {
        const row = await checkpoints.findOne({ _id: projectKey(projectId, journal) });
        return row && decodePosition(row.position);
      }),

    advance: (journal, projectId, position) =>
      database.run(async ({ checkpoints }) => {
        const [_id, project] = [projectKey(projectId, journal), requireProjectNumber(projectId)];
        const update = { $set: { project }, $max: { position: encodePosition(position) } };
        await retryOnConflict(() => checkpoints.updateOne({ _id }, update, { upsert: true }));
      }),

    // Reads all checkpoints, which are few, but only when a process starts.
    highestGroup: (journal) =>
      database.run(async ({ checkpoints }) => {
        const suffix = journal.replace(/[^\w-]/g, "\\$&");
        const [row] = await checkpoints
          .find({ _id: { $regex: `/${suffix}$` } })
          .sort({ position: -1 })
          .limit(1)
          .toArray();
        return row ? decodePosition(row.position).group : 0;
      }),
  };
}

/** Returns a text that sorts as the position does. */
export function encodePosition({ group, index }: Position): string {
  return [group, index].map((number) => String(number).padStart(16, "0")).join("/");
}

export function decodePosition(text: string): Position {
  const [group, index] = text.split("/").map(Number);
  return { group: group ?? 0, index: index ?? 0 };
}
