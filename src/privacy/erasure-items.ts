import { filePrefix } from "../recordings/flush/file-keys.ts";
import type { Files } from "../store/ports/files.ts";
import type { Persons } from "../store/ports/persons.ts";
import type { Store } from "../store/ports/stores.ts";
import type { Erasure, ErasureItemKind, Erasures } from "../store/records/erasures.ts";

export interface CollectPorts {
  readonly persons: Persons;
  readonly erasures: Erasures;
}

const BATCH_ITEMS = 500;

export interface ErasedRecordingsPorts {
  readonly store: Pick<Store, "erasures" | "recordings">;
  readonly files: Pick<Files, "list" | "delete">;
  /** Removes what writers of files left that were interrupted before this process started. */
  readonly tidyFiles: () => Promise<void>;
  /** Called between batches. Throws to interrupt the work, which can be repeated. */
  readonly onBatch: () => Promise<void>;
}

export async function* batchesOfItems(
  erasure: Erasure,
  kind: ErasureItemKind,
  erasures: Pick<Erasures, "items">,
  size = BATCH_ITEMS,
): AsyncGenerator<string[]> {
  const items = await erasures.items(erasure, kind);
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Adds the persons that the erasure's items stand for now, and all their distinct ids. Idempotent. */
export async function collectDistinctIds(erasure: Erasure, { persons, erasures }: CollectPorts): Promise<void> {
  const { projectId } = erasure;
  const uuids = new Set(await erasures.items(erasure, "person"));
  for (const uuid of [...uuids]) {
    const survivor = await persons.findByUuid(projectId, uuid);
    if (survivor) uuids.add(survivor.uuid);
  }
  for await (const distinctIds of batchesOfItems(erasure, "distinct_id", erasures)) {
    for (const { uuid } of (await persons.summarize(projectId, distinctIds)).values()) uuids.add(uuid);
  }
  await erasures.addItems(erasure, "person", [...uuids]);
  for (const uuid of uuids) {
    const distinctIds = await persons.distinctIds(projectId, uuid, Number.MAX_SAFE_INTEGER);
    await erasures.addItems(erasure, "distinct_id", distinctIds);
  }
}

/** Deletes all files of the person's erased recordings, also files unknown to the store. */
export async function deleteErasedFiles(
  erasure: Erasure,
  { store, files, onBatch }: Omit<ErasedRecordingsPorts, "tidyFiles">,
): Promise<void> {
  const { projectId } = erasure;
  for await (const sessionIds of batchesOfItems(erasure, "session", store.erasures)) {
    for (const sessionId of await store.recordings.erasure.erased(projectId, sessionIds)) {
      await onBatch();
      const keys: string[] = [];
      for await (const key of files.list(filePrefix({ projectId, sessionId }))) keys.push(key);
      await files.delete(keys);
    }
  }
}

/** Deletes files written meanwhile, too, then forgets the recordings. Returns false if it has to be repeated. */
export async function forgetRecordings(erasure: Erasure, ports: ErasedRecordingsPorts): Promise<boolean> {
  const { recordings, erasures } = ports.store;
  await ports.tidyFiles();
  await deleteErasedFiles(erasure, ports);
  let isForgotten = true;
  for await (const sessionIds of batchesOfItems(erasure, "session", erasures)) {
    await ports.onBatch();
    isForgotten = (await recordings.erasure.forget(erasure.projectId, sessionIds)) && isForgotten;
  }
  return isForgotten;
}
