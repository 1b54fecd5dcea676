import { type ParseArgsConfig, parseArgs } from "node:util";

type OptionsConfig = NonNullable<ParseArgsConfig["options"]>;
type Values<O extends OptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

export interface Command<O extends OptionsConfig> {
  /** The text of `--help`. Its first line is the usage. */
  readonly help: string;
  readonly options: O;
  /** Throws `UsageError` for invalid arguments, and any other `Error` if the command fails. */
  readonly run: (values: Values<O>) => Promise<void>;
}

/** A mistake of the caller. `runCommand` prints it with a hint at `--help` and exits with status 2. */
export class UsageError extends Error {}

/** Parses the arguments and runs the command. Exit status: 0 success, 1 failure, 2 invalid usage. */
export async function runCommand<const O extends OptionsConfig>(command: Command<O>): Promise<void> {
  try {
    const { help, ...values } = parseArguments(command.options);
    if (help === true) console.log(command.help.trim());
    else await command.run(values as Values<O>);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(error instanceof UsageError ? `${message}\nTry --help.` : message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** Parses `--port`. Throws `UsageError` unless the text is a whole number from 0 to 65535. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a whole number from 0 to 65535, and is ${text}`);
  return port;
}

function parseArguments(options: OptionsConfig): Record<string, unknown> {
  try {
    return parseArgs({ options: { ...options, help: { type: "boolean", short: "h" } } }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
