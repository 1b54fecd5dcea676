import type { SandboxAddress } from "../service/sandbox/run-sandbox.ts";
import type { ServeOptions } from "../service/serve.ts";
import { type Config, ConfigError, readConfig } from "../settings/config.ts";
import type { RecordingEngines } from "../store/choose-engines.ts";
import type { Finding } from "../store/ports/diagnosis.ts";
import type { Store } from "../store/ports/stores.ts";
import { progressOn, type ShowProgress } from "./progress.ts";
import { requireStore } from "./require-store.ts";

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
  /** Shows progress on standard error; null unless that is a terminal. */
  readonly progress: ShowProgress | null;
  /** Shows progress of commands that fill standard output; null also if that is a terminal. */
  readonly printingProgress: ShowProgress | null;
  /** Returns the options of the program that name a service elsewhere. */
  readonly remote?: () => { readonly url?: string; readonly apiKey?: string };
  readonly readStdin: () => Promise<Uint8Array>;
}

/** The command line is invalid: exit status 2. */
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
    printingProgress: process.stdout.isTTY ? null : progress,
    readStdin: async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
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
  const store = await context.openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

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
