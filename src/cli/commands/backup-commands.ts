import { resolve } from "node:path";
import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import { closing } from "../../lib/threads/closers.ts";
import type { Manifest } from "../../ops/manifest.ts";
import type { Verification } from "../../ops/verify-backup.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { type CliContext, CommandFailure, requireFile, UsageError, withStore } from "../cli-context.ts";
import { examples, print } from "../output.ts";

interface BackupOptions {
  readonly journalOnly?: true;
  readonly files: boolean;
  readonly after?: string;
}

const HOLD_MS = 300_000;

export function addBackup(program: Command, context: CliContext): void {
  program
    .command("backup")
    .argument("<dir>", "a new directory for the backup")
    .summary("copy everything to a directory while the service runs")
    .description(
      "Copy the journal, all documents and all recording files to a new directory, whether or not the service is " +
        "running. Every event that was answered 200 before the command began is in it. The directory gets its name " +
        "when it is complete; until then it is called <dir>.partial. Progress is shown on a terminal.",
    )
    .option("--journal-only", "copy only this node's journal: with MongoDB, for all nodes but one")
    .option("--no-files", "leave recording files out, such as those of a bucket with versioning")
    .option("--after <dir>", "an earlier backup on the same disk: its history files are linked, not copied again")
    .addHelpText(
      "after",
      examples("backup /backups/2026-05-01", "backup /backups/2026-05-02 --after /backups/2026-05-01"),
    )
    .action(async (directory: string, options: BackupOptions) => {
      const config = readConfig(context.environment);
      if (options.after !== undefined && (options.journalOnly || !options.files)) {
        throw new UsageError("--after is about files, which --journal-only and --no-files leave out.");
      }
      if (options.journalOnly) await requireFile(config.DATA_DIR, "journal.db");
      const manifest = options.journalOnly
        ? await backUpJournal(directory, config, context)
        : await backUpAll(directory, options, config, context);
      context.out(`Backed up to ${resolve(directory)}: ${describe(manifest)}.\n`);
      const [missing] = manifest.missing;
      if (missing) {
        const count = `${manifest.missing.length} recording files`;
        throw new CommandFailure(`${count} do not exist, such as ${missing.key}: see \`${PROGRAM} doctor\`.`);
      }
    });
}

async function backUpJournal(directory: string, config: Config, context: CliContext): Promise<Manifest> {
  const { createBackup } = await import("../../ops/create-backup.ts");
  return createBackup(directory, { dataDir: config.DATA_DIR, documents: null, ...portsOf(context) });
}

function backUpAll(directory: string, options: BackupOptions, config: Config, context: CliContext): Promise<Manifest> {
  return withStore(context, async (store) => {
    const { createBackup } = await import("../../ops/create-backup.ts");
    const { linkFrom } = await import("../../ops/copy-recording-files.ts");
    const { fileEngine, storeEngine } = await import("../../store/choose-engines.ts");
    const { holdHistory } = await import("../../questions/history/history-records.ts");
    const linkFile = options.after === undefined ? null : await linkFrom(options.after);
    await using fileStore = options.files ? closing(await fileEngine(config).open()) : null;
    const engine = storeEngine(config);
    const documents = {
      engine: engine.name,
      copies: await engine.copies(),
      erasure: store.recordings.erasure,
      files: fileStore?.files ?? null,
      linkFile,
      holdFiles: () => holdHistory(store.records, Date.now() + HOLD_MS),
    };
    return await createBackup(directory, { dataDir: config.DATA_DIR, documents, ...portsOf(context) });
  });
}

export function addRestore(program: Command, context: CliContext): void {
  program
    .command("restore")
    .argument("<dir>", "the directory of a backup")
    .summary("restore a backup into an empty DATA_DIR")
    .description(
      "Restore a backup into DATA_DIR, which must be empty or not exist. With MONGODB_URL the database must be " +
        "empty, with S3_BUCKET also the bucket below S3_PREFIX. Then start the service: it stores what waited in the " +
        "journal, each event once. Progress is shown on a terminal.",
    )
    .addHelpText("after", `\nExample:\n  DATA_DIR=/var/lib/sightline ${PROGRAM} restore /backups/2026-05-01`)
    .action(async (directory: string) => {
      const config = readConfig(context.environment);
      const { restoreBackup } = await import("../../ops/restore-backup.ts");
      const { fileEngine, storeEngine } = await import("../../store/choose-engines.ts");
      const engine = storeEngine(config);
      const manifest = await restoreBackup(directory, {
        dataDir: config.DATA_DIR,
        engine: engine.name,
        copies: await engine.copies(),
        openStore: () => context.openStore(config),
        openFiles: () => fileEngine(config).open(),
        ...portsOf(context),
      });
      context.out(`Restored to ${resolve(config.DATA_DIR)}: ${describe(manifest)}.\n`);
    });
}

export function addVerify(program: Command, context: CliContext): void {
  program
    .command("verify")
    .argument("<dir>", "the directory of a backup, or a DATA_DIR")
    .summary("check that a backup or a DATA_DIR is intact")
    .description(
      "Check a backup without restoring it: checksums, the structure of the databases, counts, and that all " +
        "recording files exist. Check a DATA_DIR in the same way, without checksums; a service may be using it. " +
        "Nothing is changed. The exit status is 0 if all is well, 1 if something is damaged or missing, and 2 if the " +
        "directory is neither a backup nor a DATA_DIR. Progress is shown on a terminal.",
    )
    .option("--json", "print only a JSON object")
    .addHelpText("after", examples("verify /backups/2026-05-01"))
    .action(async (directory: string, { json }: { json?: true }) => {
      const { verifyDirectory, NotVerifiable } = await import("../../ops/verify-backup.ts");
      const { storeCopyReader } = await import("../../store/choose-engines.ts");
      const { runWithProgress } = portsOf(context);
      const verification = await verifyDirectory(directory, { copyReader: storeCopyReader, runWithProgress }).catch(
        (error: unknown) => {
          if (error instanceof NotVerifiable) throw new UsageError(error.message);
          throw error;
        },
      );
      const { problems, manifest, journal, documents } = verification;
      const isIntact = problems.length === 0;
      const text = isIntact ? `Intact: ${describe(verification)}.\n` : problems.map((one) => `${one}\n`).join("");
      print(context, json, { ok: isIntact, problems, journal, documents, manifest }, text);
      if (!isIntact) throw new CommandFailure(`${resolve(directory)} is damaged.`);
    });
}

function portsOf({ progress: runWithProgress, now }: CliContext) {
  return { runWithProgress, now };
}

function describe({ documents, journal }: Pick<Verification, "documents" | "journal">): string {
  const number = (count: number) => count.toLocaleString("en");
  const { events, persons, recordings, recording_files: files } = documents;
  const counts = { events, persons, recordings, "recording files": files };
  return [
    ...Object.entries(counts).flatMap(([name, count]) => (count === undefined ? [] : [`${number(count)} ${name}`])),
    ...(journal
      ? [`${number(journal.requests)} requests that wait`, `${number(journal.deadLetters)} dead letters`]
      : []),
  ].join(", ");
}
