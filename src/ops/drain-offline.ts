import { type Capture, startCapture } from "../ingest/capture.ts";
import type { Config } from "../settings/config.ts";
import { openStore, storeName } from "../store/choose-engines.ts";
import { isDirectoryLocked } from "../store/directory-lock.ts";

/**
 * Drains the journal, and keeps services from starting meanwhile. Returns null if one runs. Throws if the journal or
 * the store cannot be opened, or the journal belongs to another store.
 */
export async function drainOffline(config: Config): Promise<Capture | null> {
  if (isDirectoryLocked(config.DATA_DIR)) return null;
  // Nothing listens to what happens: the command reports the outcome of the dead letters.
  const store = await openStore(config);
  try {
    const selected = { ...store, name: storeName(config), isAdopted: false };
    return await startCapture(config, selected);
  } finally {
    await store.close();
  }
}
