import { type Config, readConfig } from "../config.ts";
import type { RecordingEngines } from "../engines/choose-engines.ts";
import type { Finding } from "../storage/ports/diagnosis.ts";
import type { Store } from "../storage/ports/stores.ts";
import type { ShowProgress } from "./progress.ts";

/** What the commands are handed by whoever starts them. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Runs the service until it ends. */
  readonly serve: () => Promise<void>;
  /** Opens the store that the settings name. */
  readonly openStore: (config: Config) => Promise<Store>;
  /** Opens all engines that keep recordings. */
  readonly openRecordings: (config: Config) => Promise<RecordingEngines>;
  /** Looks at all that the service needs with these settings. */
  readonly diagnose: (config: Config) => Promise<Finding[]>;
  readonly now: () => number;
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** The same, and waits until the text is taken; false where the reader has left, and nothing more need be written. */
  readonly write: (text: string) => Promise<boolean>;
  /** Shows on standard error how far a long work is; null where nobody would see it. */
  readonly progress: ShowProgress | null;
  /** The same for a work that fills standard output: null also where both are one terminal. */
  readonly printingProgress: ShowProgress | null;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  /** All of standard input. */
  readonly readStdin: () => Promise<Uint8Array>;
}

/** The command was called wrongly: exit status 2. */
export class UsageError extends Error {}

/** The command could not do what it was asked; the message is for whoever asked: exit status 1. */
export class CommandFailure extends Error {}

/** Opens the store for the time of `work`. */
export async function withStore<T>(context: CliContext, work: (documents: Store) => Promise<T>): Promise<T> {
  const documents = await context.openStore(readConfig(context.environment));
  try {
    return await work(documents);
  } finally {
    await documents.close();
  }
}

/** Prints a value as JSON. */
export function printJson(context: CliContext, value: unknown): void {
  context.out(`${JSON.stringify(value, null, 2)}\n`);
}
