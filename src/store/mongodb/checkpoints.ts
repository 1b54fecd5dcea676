import type { Checkpoints, Position } from "../ports/common.ts";
import { requireProjectNumber } from "../stored-ids.ts";
import { byId, combineCalls, findByIds } from "./bulk-writes.ts";
import { projectKey } from "./document-keys.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./mongo-errors.ts";
import type { CheckpointRow } from "./row-types.ts";

export function mongoCheckpoints(database: MongoDatabase): Checkpoints {
  const find = combineCalls<string, Position | null>(database, async ({ checkpoints }, keys) => {
    const rows = await findByIds(checkpoints, keys);
    const positions = new Map(rows.map(({ _id, position }) => [_id, decodePosition(position)]));
    return (key) => positions.get(key) ?? null;
  });
  const advance = combineCalls<CheckpointRow, void>(database, async ({ checkpoints }, rows) => {
    const updates = rows.toSorted(byId).map(({ _id, project, position }) => ({
      updateOne: { filter: { _id }, update: { $set: { project }, $max: { position } }, upsert: true },
    }));
    await retryOnConflict(() => checkpoints.bulkWrite(updates, { ordered: false }));
    return () => undefined;
  });
  return {
    find: (journal, projectId) => find(projectKey(projectId, journal)),

    async advance(journal, projectId, position) {
      const [_id, project] = [projectKey(projectId, journal), requireProjectNumber(projectId)];
      await advance({ _id, project, position: encodePosition(position) });
    },

    // Reads all checkpoints, which are few, but only when a process starts.
    highestGroup: database.method(async ({ checkpoints }, journal) => {
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

/** Makes a text that sorts as the position does. */
export function encodePosition({ group, index }: Position): string {
  return [group, index].map((number) => String(number).padStart(16, "0")).join("/");
}

export function decodePosition(text: string): Position {
  const [group, index] = text.split("/").map(Number);
  return { group: group ?? 0, index: index ?? 0 };
}
