import type { Command } from "commander";
import { closing } from "../../lib/threads/closers.ts";
import { migrateLegacyRecordings } from "../../recordings/import-legacy-session.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import type { RecordingEngines } from "../../store/choose-engines.ts";
import { type CliContext, CommandFailure, requireStore } from "../cli-context.ts";
import { examples } from "../output.ts";

const MAX_FAILURES_SHOWN = 20;

export function addRecordingsCommands(program: Command, context: CliContext): void {
  program
    .command("recordings")
    .summary("migrate recordings of the old ingestion method")
    .description("Migrate recordings of the old ingestion method, which are in ClickHouse.")
    .addHelpText("after", examples("recordings migrate"))
    .command("migrate")
    .summary("move recordings from ClickHouse to object storage")
    .description(
      "Move recordings from CLICKHOUSE_URL to object storage, whether or not the service is running. " +
        "Each is written, read back, and only then removed from the table. Stop the old ingestion first. " +
        "An interrupted run resumes on the next call. Recordings that ended within the last " +
        "RECORDING_INGESTION_LIMIT_SECONDS are left. Progress is shown on a terminal.",
    )
    .addHelpText("after", examples("recordings migrate"))
    .action(async () => {
      const config = readConfig(context.environment);
      if (config.CLICKHOUSE_URL === "") {
        throw new CommandFailure("CLICKHOUSE_URL is empty: set it to the database to migrate from.");
      }
      await requireStore(config, { context });
      await using engines = closing(await context.openRecordings(config));
      await migrate(engines, config, context);
    });
}

async function migrate({ store, fileStore, legacy }: RecordingEngines, config: Config, context: CliContext) {
  const before = context.now() - config.RECORDING_INGESTION_LIMIT_SECONDS * 1000;
  const ports = { ...store.recordings, files: fileStore.files, legacy, now: context.now };
  const failures: string[] = [];
  const total = await legacy.count();
  const migrateAll = (advance: (by: number) => void) =>
    migrateLegacyRecordings(before, ports, ({ projectId, sessionId }, error) => {
      if (error) failures.push(`${JSON.stringify(sessionId)} of project ${projectId}: ${(error as Error).message}`);
      advance(1);
    });
  const moved = await context.progress("moved", async () => total, migrateAll);
  context.out(`Moved ${moved}; left ${total - moved}.\n`);
  for (const failure of failures.slice(0, MAX_FAILURES_SHOWN)) context.err(`${failure}\n`);
  if (failures.length > 0) throw new CommandFailure(`${failures.length} could not be moved; run the command again.`);
}
