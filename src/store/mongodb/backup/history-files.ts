import { existsSync } from "node:fs";
import type { Db } from "mongodb";
import type { NamedFile } from "../../ports/document-copies.ts";
import { HISTORY_LEFT, HISTORY_MANIFESTS, type LeftPosition, type Manifest } from "../../records/history-kinds.ts";
import { readRows } from "./bson-files.ts";

type ManifestRow = Manifest & { readonly projectId: string };

/** Lists the history files of a database, if events left for them. */
export async function liveHistoryFiles(db: Db): Promise<NamedFile[]> {
  const left = await db.collection<LeftPosition>(HISTORY_LEFT.name).findOne({ receivedUntil: { $ne: null } });
  if (!left) return [];
  const rows = await db.collection<ManifestRow>(HISTORY_MANIFESTS.name).find().toArray();
  return rows.flatMap(filesOfManifest);
}

/** Yields those of a copy. `pathOf` names a collection's file, which an earlier version did not write. */
export async function* copiedHistoryFiles(pathOf: (name: string) => string): AsyncGenerator<NamedFile> {
  if (!existsSync(pathOf(HISTORY_LEFT.name))) return;
  for await (const left of readRows<LeftPosition>(pathOf(HISTORY_LEFT.name))) {
    if (left.receivedUntil === null) return;
    for await (const row of readRows<ManifestRow>(pathOf(HISTORY_MANIFESTS.name))) yield* filesOfManifest(row);
  }
}

function filesOfManifest({ projectId, files }: ManifestRow): NamedFile[] {
  return files.map(({ key, bytes }) => ({ projectId, sessionId: null, key, bytes }));
}
