import { filePrefix } from "../recordings/file-keys.ts";
import type { Erasure } from "../storage/ports/erasures.ts";
import type { ErasePersonPorts } from "./erase-person.ts";
import { batchesOfItems } from "./erasure-items.ts";

/** Deletes all files of the person's erased recordings, also those of which the store knows nothing. */
export async function deleteErasedFiles(
  erasure: Erasure,
  { store, files, onBatch }: Pick<ErasePersonPorts, "store" | "files" | "onBatch">,
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
