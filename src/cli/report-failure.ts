import { ConfigError } from "../settings/config.ts";
import { type CliContext, UsageError } from "./cli-context.ts";

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
