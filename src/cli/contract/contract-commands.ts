import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import type { CliContext } from "../cli-context.ts";
import { cliOperations } from "./cli-operations.ts";
import { addOperation } from "./operation-command.ts";

/** Adds a command for each private operation, except where one that is written by hand has its name. */
export function addContractCommands(program: Command, context: CliContext): void {
  for (const operation of cliOperations()) {
    const { resource, verb } = operation;
    const group = program.commands.find((found) => found.name() === resource) ?? newGroup(program, resource);
    if (!group.commands.some((found) => found.name() === verb)) addOperation(group, operation, context);
  }
}

function newGroup(program: Command, resource: string): Command {
  const verbs = cliOperations()
    .filter((operation) => operation.resource === resource)
    .map(({ verb }) => verb);
  const words = `${verbs.join(", ")} ${resource.replaceAll("-", " ")}`;
  return program
    .command(resource)
    .summary(words)
    .description(`${words.charAt(0).toUpperCase()}${words.slice(1)}, as the API of the service does.`)
    .addHelpText("after", `\nExample:\n  ${PROGRAM} ${resource} ${verbs[0]}`);
}
