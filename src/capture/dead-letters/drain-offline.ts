import type { Config } from "../../config.ts";
import { type Capture, startCapture } from "../capture.ts";
import { isDirectoryLocked } from "../journal/directory-lock.ts";

/** Begins to drain the journal as a service does, so that none can start meanwhile; null where one runs. Throws where the journal cannot be opened. */
export async function drainOffline(config: Config): Promise<Capture | null> {
  if (isDirectoryLocked(config.DATA_DIR)) return null;
  // What it has to tell is told by what becomes of the dead letters.
  return startCapture(config, { onDrained: () => {}, warn: () => {}, onFatal: () => {} });
}
