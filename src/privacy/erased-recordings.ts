import { filePrefix } from "../recordings/flush/file-keys.ts";
import type { Erasure } from "../store/ports/erasures.ts";
import type { Files } from "../store/ports/files.ts";
import type { Store } from "../store/ports/stores.ts";
import { batchesOfItems } from "./erasure-items.ts";

export interface ErasedRecordingsPorts {
  readonly store: Pick<Store, "erasures" | "recordings">;
  readonly files: Pick<Files, "list" | "delete">;
  /** Removes what writers of files left that were interrupted before this process started. */
  readonly tidyFiles: () => Promise<void>;
  /** Called between batches. Throws to interrupt the work, which can be repeated. */
  readonly onBatch: () => Promise<void>;
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
