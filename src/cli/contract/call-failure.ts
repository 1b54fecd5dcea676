import { PROGRAM } from "../../lib/program-name.ts";
import { CommandFailure, UsageError } from "../cli-context.ts";
import type { CliOperation } from "./cli-operations.ts";
import { optionName } from "./command-names.ts";

/** The members of the contract's error that matter here. */
interface WireError {
  readonly type?: string;
  readonly detail?: string;
  readonly attr?: string;
}

/** The options of a call are at fault. */
export class RefusedCall extends UsageError {
  readonly detail: string;

  constructor(message: string, detail: string) {
    super(message);
    this.detail = detail;
  }
}

/** Returns the error of a refused call: `UsageError` if the options are at fault. */
export function callFailure(status: number, error: WireError, { fields, resource, verb }: CliOperation): Error {
  const { detail = `The service answered ${status}.`, attr } = error;
  if (status === 404) {
    return new CommandFailure(`${detail} See \`${PROGRAM} ${resource} --help\` for how to list what there is.`);
  }
  const [name = "", ...inner] = attr?.split("__") ?? [];
  const field = fields.find((one) => one.name === name);
  const where = inner.length > 0 ? ` (${inner.join(".")})` : "";
  const text = field === undefined ? detail : `${optionName(field)}${where}: ${detail}`;
  if (error.type !== "validation_error" || status !== 400) return new CommandFailure(text);
  return new RefusedCall(`${text}\n(add --help for help with ${resource} ${verb})`, detail);
}
