import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";

export type JsonOption = { readonly json?: true };

export function newGroup(program: Command, name: string, summary: string): Command {
  const description = `${summary.replace(/^l/, "L")}. The service may be running.`;
  const group = program.command(name).summary(summary).description(description);
  const isList = (subcommand: Command) => subcommand.name() === "list";
  return group.addHelpText("after", () => example(group, group.commands.find(isList)));
}

export function command(group: Command, name: string, summary: string): Command {
  const added = group.command(name).summary(summary).option("--json", "print only JSON");
  added.description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
  return added.addHelpText("after", () => example(group, added));
}

/** Returns the example of a command: its positional ids and the options that it requires. */
function example(group: Command, command?: Command): string {
  const ids = command?.registeredArguments.map(() => "ID") ?? [];
  const required = command?.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  return `\nExample:\n  ${[PROGRAM, group.name(), command?.name(), ...ids, ...(required ?? [])].join(" ")}`;
}
