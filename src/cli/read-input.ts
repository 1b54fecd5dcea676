import { readFile } from "node:fs/promises";
import { InvalidFlags } from "../flags/define/validation.ts";
import { Problem } from "../lib/problem.ts";
import { type CliContext, CommandFailure, UsageError } from "./cli-context.ts";

type Input = Pick<CliContext, "readStdin">;

const MAX_PROBLEMS = 20;

export async function readInput(file: string, context: Input): Promise<Uint8Array> {
  if (file === "-") return context.readStdin();
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${file} cannot be read: ${error.code}`);
  });
}

/** Reads definitions in JSON or YAML. Throws `CommandFailure` with all problems of the file. */
export async function readDefinitions<T>(file: string, context: Input, read: (content: unknown) => T): Promise<T> {
  const bytes = await readInput(file, context);
  const { readFlagFile } = await import("./flag-file.ts"); // loads a parser of YAML
  const failure = `${file === "-" ? "Standard input" : file} was not applied`;
  try {
    return read(readFlagFile(bytes));
  } catch (error) {
    if (error instanceof InvalidFlags) throw new CommandFailure([`${failure}:`, ...problemLines(error)].join("\n"));
    if (error instanceof Problem || error instanceof CommandFailure) {
      throw new CommandFailure(`${failure}. ${error.message}`);
    }
    throw error;
  }
}

function problemLines({ problems }: InvalidFlags): string[] {
  const more = problems.length - MAX_PROBLEMS;
  const lines = problems.slice(0, MAX_PROBLEMS).map((problem) => `  ${problem}`);
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

export function readCount(option: string, text: string, max: number, min = 1, advice = ""): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= min && count <= max) return count;
  throw new UsageError(`${option} must be a whole number from ${min} to ${max}${advice}.`);
}
