import { diagnoseJournal } from "../ingest/journal/diagnose-journal.ts";
import type { Config } from "../settings/config.ts";
import { fileEngine, legacyEngine, storeEngine } from "../store/choose-engines.ts";
import type { Finding } from "../store/ports/diagnosis.ts";
import { diagnoseDisk } from "./diagnose-disk.ts";
import { diagnoseIntegrity } from "./diagnose-integrity.ts";
import { diagnosePermissions } from "./diagnose-permissions.ts";
import { diagnoseRecordingFiles } from "./diagnose-recording-files.ts";
import { diagnoseSettings } from "./diagnose-settings.ts";

/** Checks everything that the service needs, and changes nothing. The service may be running or not. */
export async function diagnose(config: Config): Promise<Finding[]> {
  const { DATA_DIR, JOURNAL_MAX_BYTES } = config;
  const permissions = await diagnosePermissions(DATA_DIR); // before the others create files for a moment
  const findings = await Promise.all([
    diagnoseSettings(config),
    diagnoseDisk(DATA_DIR, JOURNAL_MAX_BYTES),
    permissions,
    diagnoseJournal(DATA_DIR, JOURNAL_MAX_BYTES, Date.now()),
    storeEngine(config).diagnose(),
    fileEngine(config).diagnose(),
    legacyEngine(config).diagnose(),
  ]);
  // Afterwards: reading whole databases takes a while, and the others measure times.
  return [...findings.flat(), ...diagnoseIntegrity(DATA_DIR), ...(await diagnoseRecordingFiles(config))];
}
