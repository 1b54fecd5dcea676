import type { SandboxAddress } from "../service/sandbox/run-sandbox.ts";
import type { ServeOptions } from "../service/serve.ts";
import { type Config, readConfig } from "../settings/config.ts";
import type { RecordingEngines } from "../store/choose-engines.ts";
import type { Finding } from "../store/ports/diagnosis.ts";
import type { Store } from "../store/ports/stores.ts";
import { progressOn, type ShowProgress } from "./progress.ts";
import { requireStore } from "./require-store.ts";

/** Dependencies of the commands. */
export interface CliContext {
  readonly environment: Record<string, string | undefined>;
  /** Runs the service until it ends. */
  readonly serve: (options: ServeOptions) => Promise<void>;
  /** Runs a sandbox until it ends. */
  readonly sandbox: (options: SandboxAddress) => Promise<void>;
  /** Opens the configured store. */
  readonly openStore: (config: Config) => Promise<Store>;
  /** Opens all engines that keep recordings. */
  readonly openRecordings: (config: Config) => Promise<RecordingEngines>;
  /** Checks everything that the service needs. */
  readonly diagnose: (config: Config) => Promise<Finding[]>;
  readonly now: () => number;
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard output and waits until it is flushed. Returns false if the reader has closed the pipe. */
  readonly write: (text: string) => Promise<boolean>;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  /** Shows progress on standard error; null unless that is a terminal. */
  readonly progress: ShowProgress | null;
  /** The same for commands that fill standard output; null also if that is a terminal. */
  readonly printingProgress: ShowProgress | null;
  /** Returns all of standard input. */
  readonly readStdin: () => Promise<Uint8Array>;
}

/** The command line is invalid: exit status 2. */
export class UsageError extends Error {}

/** The command failed, with a message for the user: exit status 1. */
export class CommandFailure extends Error {}

/** Returns the context of a command that runs in a process of its own. */
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
    printingProgress: process.stdout.isTTY ? null : progress,
    readStdin: async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

/**
 * Opens the store for `work` and closes it afterwards. Throws, and creates nothing, if there is none yet, unless
 * the command `creates` it.
 */
export async function withStore<T>(
  context: CliContext,
  work: (store: Store) => Promise<T>,
  { creates = false } = {},
): Promise<T> {
  const config = readConfig(context.environment);
  await requireStore(config, { creates });
  const store = await context.openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
