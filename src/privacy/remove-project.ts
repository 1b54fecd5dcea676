import { setTimeout as sleep } from "node:timers/promises";
import { historyPrefix } from "../questions/history/history-keys.ts";
import { projectFilePrefix } from "../recordings/file-keys.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { Files } from "../store/ports/files.ts";
import type { LegacyStore } from "../store/ports/legacy-store.ts";
import type { ProjectRemovals } from "../store/records/removed-projects.ts";
import type { RemovedProject } from "../store/records/tenant-kinds.ts";

export interface RemoveProjectPorts {
  readonly projectRemovals: ProjectRemovals;
  readonly files: Pick<Files, "list" | "delete">;
  readonly legacy: Pick<LegacyStore, "eraseProject">;
  readonly now: () => Millis;
}

/** Requests and tasks that found the project before may still write for so long. */
export const SETTLE_MS = 5000;
/** Exceeds any write to object storage, even an interrupted one. */
const CONFIRM_MS = 600_000;
const FILE_BATCH_SIZE = 500;
const [MIN_BATCH_SIZE, INITIAL_BATCH_SIZE, MAX_BATCH_SIZE] = [10, 50, 1000];
/** Keeps batches short: events are written to the same store meanwhile. */
const BATCH_MS = 15;

/** Advances removals as far as possible now. May be interrupted, and run by several nodes at once. */
export async function removeProjects(
  unconfirmed: readonly RemovedProject[],
  ports: RemoveProjectPorts,
  signal: AbortSignal,
): Promise<void> {
  for (const removed of unconfirmed) {
    if (signal.aborted) return;
    const ageMs = ports.now() - removed.since;
    if (removed.stage === "removing" || ageMs >= CONFIRM_MS) await removeProject(removed, ports, signal);
  }
}

/** Removes a project's data, and advances the removal when due. Returns the stage. */
export async function removeProject(
  removed: RemovedProject,
  ports: RemoveProjectPorts,
  signal: AbortSignal,
): Promise<RemovedProject["stage"]> {
  const { id, stage, since } = removed;
  const { projectRemovals, legacy, now } = ports;
  const begin = now();
  await legacy.eraseProject(id); // first, or else they are imported as recordings
  await removeRows(id, projectRemovals, signal);
  await removeFiles(id, ports, signal);
  if (signal.aborted || begin < since + SETTLE_MS) return stage;
  const next = stage === "removing" ? "removed" : "confirmed";
  await projectRemovals.advance(id, next, now());
  return next;
}

/** Pauses as long as each batch takes. */
async function removeRows(id: ProjectId, removals: ProjectRemovals, signal: AbortSignal): Promise<void> {
  let size = INITIAL_BATCH_SIZE;
  while (!signal.aborted) {
    const begin = performance.now();
    if (!(await removals.removeData(id, size))) return;
    const elapsedMs = performance.now() - begin;
    size = Math.round(Math.min(MAX_BATCH_SIZE, Math.max(MIN_BATCH_SIZE, (size * BATCH_MS) / elapsedMs)));
    await sleep(elapsedMs);
  }
}

async function removeFiles(id: ProjectId, { files }: RemoveProjectPorts, signal: AbortSignal): Promise<void> {
  for (const prefix of [projectFilePrefix(id), historyPrefix(id)]) {
    let keys: string[] = [];
    for await (const key of files.list(prefix)) {
      if (signal.aborted) return;
      keys.push(key);
      if (keys.length < FILE_BATCH_SIZE) continue;
      await files.delete(keys);
      keys = [];
    }
    if (keys.length > 0) await files.delete(keys);
  }
}
