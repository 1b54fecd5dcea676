import { diagnoseJournal } from "../capture/journal/diagnose-journal.ts";
import type { Config } from "../config.ts";
import { columnarEngine, fileEngine, storeEngine } from "../engines/choose-engines.ts";
import type { Finding } from "../storage/ports/diagnosis.ts";
import { diagnoseDisk } from "./diagnose-disk.ts";
import { diagnoseSettings } from "./diagnose-settings.ts";

/** Looks at all that the service needs, whether or not it runs, and leaves everything as it was. */
export async function diagnose(config: Config): Promise<Finding[]> {
  const { DATA_DIR, JOURNAL_MAX_BYTES } = config;
  const found = await Promise.all([
    diagnoseSettings(config),
    diagnoseDisk(DATA_DIR, JOURNAL_MAX_BYTES),
    diagnoseJournal(DATA_DIR, JOURNAL_MAX_BYTES, Date.now()),
    storeEngine(config).diagnose(),
    fileEngine(config).diagnose(),
    columnarEngine(config).diagnose(),
  ]);
  return found.flat();
}
