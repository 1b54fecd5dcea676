import { type ParseArgsConfig, parseArgs } from "node:util";

type OptionsConfig = NonNullable<ParseArgsConfig["options"]>;
type Values<O extends OptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

export interface Command<O extends OptionsConfig> {
  /** What `--help` prints: the usage line first. */
  readonly help: string;
  readonly options: O;
  /** Throws `WrongUse` for arguments that make no sense, any other `Error` when the work cannot be done. */
  readonly run: (values: Values<O>) => Promise<void>;
}

/** The caller's mistake: told together with where help is, exit status 2. */
export class UsageError extends Error {}

/** Reads the arguments and runs the command. Exit status: 0 done, 1 could not be done, 2 wrong use. */
export async function runCommand<const O extends OptionsConfig>(command: Command<O>): Promise<void> {
  try {
    const { help, ...values } = readArguments(command.options);
    if (help === true) console.log(command.help.trim());
    else await command.run(values as Values<O>);
  } catch (fault) {
    const message = fault instanceof Error ? fault.message : String(fault);
    console.error(fault instanceof UsageError ? `${message}\nTry --help.` : message);
    process.exitCode = fault instanceof UsageError ? 2 : 1;
  }
}

function readArguments(options: OptionsConfig): Record<string, unknown> {
  try {
    return parseArgs({ options: { ...options, help: { type: "boolean", short: "h" } } }).values;
  } catch (fault) {
    throw new UsageError((fault as Error).message);
  }
}
