import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import type { Store } from "../../store/ports/stores.ts";
import type { MemberLevel, Organization } from "../../store/ports/tenants.ts";
import { parseUuid } from "../../store/stored-ids.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { printJson } from "../output.ts";

export interface TenantOptions {
  readonly organization?: string;
  readonly name: string;
  readonly email: string;
  readonly level: MemberLevel;
  readonly json?: true;
}

export const ORGANIZATION = ["--organization <id>", "id of the organization, from `organizations list`"] as const;
export const OPTIONAL_ORGANIZATION = [
  ORGANIZATION[0],
  "id of the organization; required if there are several organizations",
] as const;
export const NAME = ["--name <name>", "name of up to 200 characters"] as const;
export const EMAIL = ["--email <address>", "e-mail address of the user"] as const;
const JSON_OPTION = ["--json", "print only JSON"] as const;

/** Returns the organization with the id, or the only one. Throws `CommandFailure`, `UsageError` if an id is needed. */
export async function findOrganization(option: string | undefined, { tenants }: Store): Promise<Organization> {
  if (option === undefined) return findOnlyOrganization(await tenants.listOrganizations());
  const id = parseUuid(option);
  const organization = id === null ? null : await tenants.findOrganization(id);
  if (organization !== null) return organization;
  throw new CommandFailure(`There is no organization ${option}: see \`${PROGRAM} organizations list\`.`);
}

function findOnlyOrganization([organization, ...others]: readonly Organization[]): Organization {
  if (!organization) throw new CommandFailure(`There is no organization yet: create one with \`${PROGRAM} setup\`.`);
  if (others.length === 0) return organization;
  const list = [organization, ...others].map(({ id, name }) => `  ${id}  ${name}`);
  throw new UsageError(["There are several organizations: add --organization ID.", ...list].join("\n"));
}

export function newGroup(program: Command, name: string, summary: string): Command {
  const description = `${summary.replace(/^l/, "L")}. The service may be running.`;
  const group = program.command(name).summary(summary).description(description);
  const isList = (subcommand: Command) => subcommand.name() === "list";
  return group.addHelpText("after", () => example(group, group.commands.find(isList)));
}

export function command(group: Command, name: string, summary: string): Command {
  const description = `${summary.replace(/^\w/, (letter) => letter.toUpperCase())}.`;
  const added = group
    .command(name)
    .summary(summary)
    .description(description)
    .option(...JSON_OPTION);
  return added.addHelpText("after", () => example(group, added));
}

function example(group: Command, command?: Command): string {
  const required = command?.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  return `\nExample:\n  ${[PROGRAM, group.name(), command?.name(), ...(required ?? [])].join(" ")}`;
}

export function print(context: CliContext, json: true | undefined, value: unknown, text: string): void {
  if (json) printJson(context, value);
  else context.out(text);
}
