import { existsSync, readFileSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { PROGRAM } from "../lib/program-name.ts";
import { closing } from "../lib/threads/closers.ts";
import type { RunWithProgress } from "../ops/create-backup.ts";
import type { SandboxAddress } from "../service/sandbox/sandbox.ts";
import type { ServeOptions } from "../service/serve.ts";
import { type Config, ConfigError, readConfig } from "../settings/config.ts";
import type { RecordingEngines } from "../store/choose-engines.ts";
import { isDirectoryLocked } from "../store/directory-lock.ts";
import type { Store } from "../store/ports/stores.ts";
import type { Finding } from "../store/probe.ts";
import { progressOn, runSilently } from "./progress.ts";

export interface CliContext {
  readonly environment: Record<string, string | undefined>;
  readonly serve: (options: ServeOptions) => Promise<void>;
  readonly sandbox: (options: SandboxAddress) => Promise<void>;
  readonly openStore: (config: Config) => Promise<Store>;
  readonly openRecordings: (config: Config) => Promise<RecordingEngines>;
  readonly diagnose: (config: Config) => Promise<Finding[]>;
  readonly now: () => number;
  readonly out: (text: string) => void;
  /** Writes to standard output and waits until it is flushed. Returns false if the reader has closed the pipe. */
  readonly write: (text: string) => Promise<boolean>;
  readonly err: (text: string) => void;
  /** Shows progress on standard error, if that is a terminal. */
  readonly progress: RunWithProgress;
  /** Shows progress of commands that fill standard output: not if that is a terminal, too. */
  readonly printingProgress: RunWithProgress;
  /** Returns the options of the program that name a service elsewhere. */
  readonly remote?: () => { readonly url?: string; readonly apiKey?: string };
  readonly readStdin: () => Promise<Uint8Array>;
}

export class UsageError extends Error {}

/** The command failed, with a message for the user: exit status 1. */
export class CommandFailure extends Error {}

export function processContext(
  parts: Pick<CliContext, "serve" | "sandbox" | "openStore" | "openRecordings" | "diagnose">,
): CliContext {
  // A reader that closes the pipe early, such as `head`, is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.stderr.write(`The output cannot be written (${error.message}).\n`);
    process.exit(1);
  });
  const progress = progressOn(process.stderr);
  return {
    ...parts,
    environment: process.env,
    now: Date.now,
    out: (text) => void process.stdout.write(text),
    write: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, (error) => resolve(!error));
      }),
    err: (text) => void process.stderr.write(text),
    progress,
    printingProgress: process.stdout.isTTY ? runSilently : progress,
    readStdin: () => buffer(process.stdin),
  };
}

/** Opens the store for `work` and closes it afterwards. Throws if there is none, unless the command `creates` it. */
export async function withStore<T>(
  context: CliContext,
  work: (store: Store) => Promise<T>,
  { creates = false } = {},
): Promise<T> {
  const config = readConfig(context.environment);
  await requireStore(config, { creates, context });
  await using store = closing(await context.openStore(config));
  return await work(store);
}

/** Matches a value that systemd, which reads such files too, takes as it is: here the rest would be a comment. */
const AMBIGUOUS = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*[^"'`\s#][^\n]*#/m;

const FAILURE = 1;
export const USAGE_ERROR = 2;

/** Prints why a command failed. Returns its exit status: 1, or 2 for invalid usage. */
export function reportFailure(error: unknown, { err }: Pick<CliContext, "err">): number {
  err(`${describeError(error)}\n`);
  return error instanceof UsageError ? USAGE_ERROR : FAILURE;
}

function describeError(error: unknown): string {
  if (error instanceof ConfigError) return error.problems.join("\n");
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}

type Shell = Pick<CliContext, "environment" | "err">;

/**
 * Says which directory is looked at if none is set and no service runs there: whoever started it with another one would
 * read, or change, what an earlier start left.
 */
export function sayDirectory(dataDir: string, { environment, err }: Shell): void {
  if (environment.DATA_DIR || isDirectoryLocked(dataDir)) return;
  err(`No service runs on ${resolve(dataDir)}: DATA_DIR is not set. Is that right?\n`);
}

/** Throws if the embedded store is absent and may not be created, or if the data directory's node stores elsewhere. */
export async function requireStore(
  { MONGODB_URL, DATA_DIR }: Config,
  { creates = false, context }: { readonly creates?: boolean; readonly context?: Shell } = {},
): Promise<void> {
  if (MONGODB_URL !== "") return;
  const journal = join(DATA_DIR, "journal.db");
  if (existsSync(journal) && !existsSync(join(DATA_DIR, "sightline.db"))) {
    const { JournalDatabase } = await import("../ingest/journal/journal-database.ts");
    const database = new JournalDatabase(DATA_DIR, { readonly: true });
    const store = database.store();
    database.close();
    if (store !== null && store.name !== "SQLite") {
      const advice = `Give the command the settings of the service: \`${PROGRAM} --env-file FILE …\`.`;
      throw new Error(`The node in ${DATA_DIR} stores in ${store.name}, and MONGODB_URL is not set here. ${advice}`);
    }
  }
  if (creates) return;
  await requireFile(DATA_DIR, "sightline.db");
  if (context) sayDirectory(DATA_DIR, context);
}

/** Throws an error with the path, and `source`, which named it, unless the file is usable. Creates nothing. */
export async function requireFile(dataDir: string, name: string, source = "DATA_DIR"): Promise<void> {
  const directory = resolve(dataDir);
  const path = join(directory, name);
  try {
    await access(path, constants.R_OK | constants.W_OK);
    await access(directory, constants.W_OK); // SQLite keeps files beside a database
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") {
      const creation =
        source === "DATA_DIR" ? ` The first start of the service creates it, or \`${PROGRAM} setup\`.` : "";
      throw new Error(`There is no ${path}. Is ${source} right?${creation}`);
    }
    const reason = code === "EROFS" ? "the file system is read-only" : "this user may not read and write it";
    throw new Error(`${path} (${source}) cannot be used: ${reason}.`);
  }
}

/** Adds a file's settings to an environment, whose values win. Throws if unreadable or if systemd would read others. */
export function loadEnvFile(path: string, environment: Record<string, string | undefined>): void {
  const text = readFileSync(path, "utf8");
  const name = AMBIGUOUS.exec(text)?.[1];
  if (name !== undefined) throw new Error(`${path}: put the value of ${name}, which has a #, into double quotes.`);
  for (const [setting, value] of Object.entries(parseEnv(text))) environment[setting] ??= value;
}
