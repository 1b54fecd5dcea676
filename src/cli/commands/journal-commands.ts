import { resolve } from "node:path";
import type { Command } from "commander";
import { PROGRAM, shellWord } from "../../lib/program-name.ts";
import type { DirectoryRest } from "../../ops/drain-directory.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { type CliContext, CommandFailure, requireFile, requireStore } from "../cli-context.ts";
import { examples } from "../output.ts";

const STORE_TIMEOUT_MS = 30_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export function addJournalCommands(program: Command, context: CliContext): void {
  program
    .command("journal")
    .summary("take over the journal of another node")
    .description("Take over the journal of another node: the events that it has accepted and not stored.")
    .addHelpText("after", examples("journal drain /mnt/node-2"))
    .command("drain")
    .summary("store what waits in the data directory of a dead node")
    .description(
      "Store what waits in the data directory of a dead node in the configured store, move its dead letters to " +
        "DATA_DIR if a node uses that, and say what else the directory is needed for. " +
        "It may be a copy, and must belong to that store. A service on this machine may run. " +
        "You may interrupt and repeat the command: nothing is stored twice. " +
        "The exit status is 1 if something still waits.",
    )
    .argument("<dir>", "the DATA_DIR of the dead node, which no service may use")
    .addHelpText("after", examples("journal drain /mnt/node-2"))
    .action(async (path: string) => {
      const directory = resolve(path);
      const config = readConfig(context.environment);
      await requireFile(directory, "journal.db", "the path");
      await requireStore(config, { context });
      await drain(directory, config, context);
    });
}

async function drain(directory: string, config: Config, { progress, out, err }: CliContext): Promise<void> {
  const { drainDirectory, findRest } = await import("../../ops/drain-directory.ts");
  const { isDirectoryLocked } = await import("../../store/directory-lock.ts");
  if (isDirectoryLocked(directory)) {
    throw new CommandFailure(`A running service uses ${directory}, and stores what waits. Stop it first.`);
  }
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of SIGNALS) process.once(name, stop);
  const total = async () => findRest(directory).waiting;
  const { stored, waiting, deadLettersMoved } = await progress("requests stored", total, (advance) =>
    drainDirectory(directory, config, {
      onProgress: advance,
      warn: (message) => err(`${message}\n`),
      timeoutMs: STORE_TIMEOUT_MS,
      signal: stopping.signal,
    }),
  ).finally(() => {
    for (const name of SIGNALS) process.off(name, stop);
  });
  out(`events stored: ${stored}\n`);
  if (deadLettersMoved > 0) out(`dead letters moved to ${config.DATA_DIR}: ${deadLettersMoved}\n`);
  if (waiting > 0) {
    const reason = stopping.signal.aborted ? "interrupted" : "the store accepts nothing";
    throw new CommandFailure(`requests that still wait: ${waiting}, ${reason}. Repeat the command.`);
  }
  const needs = needsOf(findRest(directory), directory);
  if (needs.length === 0) return out(`Nothing in ${directory} is needed any more: it may be deleted.\n`);
  const list = needs.map((need) => `- ${need}\n`).join("");
  out(`Nothing waits in ${directory} any more. Before you delete it:\n${list}`);
}

/** Returns a sentence for each part of a drained directory that is still of use. */
function needsOf({ deadLetters, hasStore, hasFiles }: DirectoryRest, directory: string): string[] {
  const needs: string[] = [];
  const prefix = `DATA_DIR=${shellWord(directory)} ${PROGRAM} dead-letters`;
  if (deadLetters > 0) needs.push(`It has ${deadLetters} dead letters: see \`${prefix} list\`, replay or export them.`);
  if (hasFiles) needs.push("files/ has recordings: copy it into DATA_DIR, unless S3 or this DATA_DIR has them.");
  if (hasStore) needs.push("sightline.db is an embedded store: make sure that it is not needed.");
  return needs;
}
