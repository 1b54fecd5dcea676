import { type Command, Option } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import { ORGANIZATION_OPTION, PROJECT_OPTION } from "../choose-project.ts";
import type { CliContext } from "../cli-context.ts";
import { examples } from "../output.ts";
import { type CliOperation, cliOperations, type Field, firstSentence, streamType } from "./cli-operations.ts";
import { OWNERS, optionName, VERB_ALIASES } from "./command-names.ts";
import { idAlternative, isOptional, isOwnOwner, positionalsOf } from "./read-path.ts";
import { type RunOptions, runOperation } from "./run-operation.ts";

/** Adds a command for each private operation, except where one that is written by hand has its name. */
export function addContractCommands(program: Command, context: CliContext): void {
  for (const operation of cliOperations()) {
    const { resource, verb } = operation;
    const group = program.commands.find((found) => found.name() === resource) ?? newGroup(program, resource);
    if (!group.commands.some((found) => found.name() === verb)) addOperation(group, operation, context);
  }
}

function newGroup(program: Command, resource: string): Command {
  const verbs = cliOperations().flatMap((operation) => (operation.resource === resource ? [operation.verb] : []));
  const words = `${verbs.join(", ")} ${resource.replaceAll("-", " ")}`;
  return program
    .command(resource)
    .summary(words)
    .description(`${words.charAt(0).toUpperCase()}${words.slice(1)}, as the API of the service does.`)
    .addHelpText("after", examples(`${resource} ${verbs[0]}`));
}

function addOperation(group: Command, operation: CliOperation, context: CliContext): void {
  const { verb, summary, description, fields, hasBody, contract } = operation;
  const command = group
    .command(verb)
    .summary(summary.charAt(0).toLowerCase() + summary.slice(1))
    .description(`${unwrap(description)}\n\nThis is ${contract.method} ${contract.path} of the service's API.`);
  const alias = VERB_ALIASES[verb];
  if (alias !== undefined && !group.commands.some((other) => other.name() === alias)) command.alias(alias);
  const ids = positionalsOf(operation);
  for (const field of ids) command.argument("[id]", describeId(operation, field));
  const words = ids.map((field) => (isOptional(operation, field) ? "[id]" : "<id>"));
  command.usage(["[options]", ...words].join(" "));
  for (const field of fields) {
    if (field.in !== "path") command.addOption(newOption(field));
    else if (!ids.includes(field) || isOwnOwner(operation, field)) {
      const [flags, help] = OWNERS[field.name] === "project" ? PROJECT_OPTION : ORGANIZATION_OPTION;
      command.option(flags, help);
    }
  }
  if (hasBody) command.option("--body <file>", "read the body from this file in JSON or YAML; - is standard input");
  if (fields.some(({ name }) => name === "offset")) command.option("--all", "print all pages");
  if (streamType(operation)) command.option("--out <file>", "write to this new file");
  command
    .option("--json", "print the response as it is")
    .option("--user <address>", "act as this user instead of as the operator")
    .addHelpText("after", `\nExample:\n  ${[PROGRAM, group.name(), verb, ...ids.map(() => "ID")].join(" ")}`)
    .action(async (...parameters: unknown[]) => {
      const given = parameters.slice(0, ids.length) as (string | undefined)[];
      await runOperation(operation, given, command.opts<RunOptions>(), context);
    });
}

/** Joins the lines of paragraphs; those of lists and tables stay. */
function unwrap(markdown: string): string {
  return markdown.trim().replaceAll(/(?<!\n)\n(?=[^\n\s|*-])/g, " ");
}

function describeId(operation: CliOperation, field: Field): string {
  const other = idAlternative(operation);
  return `${firstSentence(field.description)}${other === undefined ? "" : `, or the ${other}`}`;
}

function newOption(field: Field): Option {
  const { types, choices, itemTypes, in: where } = field;
  const flag = optionName(field);
  const description = firstSentence(field.description);
  const help = description.charAt(0).toLowerCase() + description.slice(1);
  if (types.includes("array")) {
    const word = itemTypes.includes("string") || where === "query" ? "text" : "json";
    const collect = (value: string, others: readonly string[] = []) => [...others, value];
    return new Option(`${flag} <${word}>`, `${help}; repeatable`).argParser(collect);
  }
  if (types.includes("boolean") && !types.includes("string")) return new Option(`${flag} [true|false]`, help);
  if (choices.length > 0) return new Option(`${flag} <${choices.length > 4 ? "word" : choices.join("|")}>`, help);
  if (types.includes("integer") || types.includes("number")) return new Option(`${flag} <number>`, help);
  const isText = types.includes("string") || where === "query";
  return new Option(`${flag} <${isText ? "text" : "json"}>`, help);
}
