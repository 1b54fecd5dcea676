import { randomUUID } from "node:crypto";
import { type HistoryRecords, NO_FILES, NOTHING_FILED, type Versioned } from "../answers/history/manifest.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { FiledPosition, Manifest } from "../store/records/history-kinds.ts";

/** Keeps manifests in memory. */
export function memoryRecords(): HistoryRecords {
  let position: Versioned<FiledPosition> = { value: NOTHING_FILED, version: null };
  const manifests = new Map<ProjectId, Versioned<Manifest>>();
  const find = (projectId: ProjectId) => manifests.get(projectId) ?? { value: NO_FILES, version: null };
  return {
    position: async () => position,
    async movePosition(value, version) {
      if (position.version !== version) return false;
      position = { value, version: randomUUID() };
      return true;
    },
    manifest: async (projectId) => find(projectId),
    async changeManifest(projectId, value, version) {
      if (find(projectId).version !== version) return false;
      manifests.set(projectId, { value, version: randomUUID() });
      return true;
    },
    async *projects() {
      yield* manifests.keys();
    },
    claim: async () => true,
  };
}
