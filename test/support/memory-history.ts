import { randomUUID } from "node:crypto";
import {
  type HistoryRecords,
  NO_FILES,
  NOTHING_FILED,
  NOTHING_LEFT,
  type Versioned,
} from "../../src/questions/history/history-records.ts";
import type { ProjectId } from "../../src/store/ports/common.ts";
import type { FiledPosition, LeftPosition, Manifest } from "../../src/store/records/history-kinds.ts";

/** Keeps manifests in memory. */
export function memoryRecords(): HistoryRecords {
  let position: Versioned<FiledPosition> = { value: NOTHING_FILED, version: null };
  let left: Versioned<LeftPosition> = { value: NOTHING_LEFT, version: null };
  const manifests = new Map<ProjectId, Versioned<Manifest>>();
  const find = (projectId: ProjectId) => manifests.get(projectId) ?? { value: NO_FILES, version: null };
  return {
    position: async () => position,
    async movePosition(value, version) {
      if (position.version !== version) return false;
      position = { value, version: randomUUID() };
      return true;
    },
    left: async () => left,
    async moveLeft(value, version) {
      if (left.version !== version) return false;
      left = { value, version: randomUUID() };
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
    heldUntil: async () => 0,
    claim: async () => true,
  };
}
