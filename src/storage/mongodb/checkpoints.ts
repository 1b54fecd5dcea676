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
  };
}

/** Returns a text that sorts as the position does. */
function encodePosition({ group, index }: Position): string {
  return [group, index].map((number) => String(number).padStart(16, "0")).join("/");
}

function decodePosition(text: string): Position {
  const [group, index] = text.split("/").map(Number);
  return { group: group ?? 0, index: index ?? 0 };
}
