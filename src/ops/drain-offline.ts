import { type Capture, startCapture } from "../ingest/capture.ts";
import type { Config } from "../settings/config.ts";
import { openStore, storeName } from "../store/choose-engines.ts";
import { isDirectoryLocked } from "../store/directory-lock.ts";

/**
 * Drains the journal as a service does, and keeps one from starting meanwhile. Returns null if a service runs. Throws
 * if the journal cannot be opened or belongs to another store, or the store cannot be opened.
 */
export async function drainOffline(config: Config): Promise<Capture | null> {
  if (isDirectoryLocked(config.DATA_DIR)) return null;
  // The command reports the outcome of the dead letters instead.
  const store = await openStore(config);
  try {
    const selected = { ...store, name: storeName(config), isAdopted: false };
    return await startCapture(config, selected, {
      onDrained: () => {},
      warn: () => {},
      onDrainDeath: () => {},
      onShareExceeded: () => {},
      onFatal: () => {},
    });
  } finally {
    await store.close();
  }
}
