import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { type ParsedFlags, parseFlags } from "../flags/parse-flags.ts";
import { InvalidFlags } from "../flags/validation.ts";
import type { StoredFlag } from "../storage/ports/flags.ts";
import type { PropertyMap } from "../values/properties.ts";
import { PROJECT_OPTION, type ProjectOption, withProject } from "./choose-project.ts";
import { type CliContext, CommandFailure, printJson, UsageError } from "./cli-context.ts";
import { planFlagChanges } from "./flag-changes.ts";
import { isPartOfExport, readFlagFile } from "./flag-file.ts";
import { formatTable } from "./table.ts";

const MAX_MISTAKES = 20;

/** Adds `flags apply`, `flags list` and `flags delete` to the program. */
export function addFlagsCommands(program: Command, context: CliContext): void {
  const flags = program
    .command("flags")
    .summary("set up feature flags")
    .description("Set up feature flags. A running service knows of it within 5 seconds.")
    .addHelpText("after", "\nExample:\n  sightline flags list");
  addApply(flags, context);
  addList(flags, context);
  addDelete(flags, context);
}

function addApply(flags: Command, context: CliContext): void {
  flags
    .command("apply")
    .summary("add and change flags as a file says")
    .description(
      "Add and change flags as a file says, and leave those alone that it does not name. The file is YAML or JSON: " +
        "a list of flags, {flags: [...]}, or an export {results: [...]}. With a mistake anywhere in it nothing is applied.\n\n" +
        "Each flag is listed: + added, ~ changed, = as before, - removed.",
    )
    .argument("<file>", "the file; - is standard input")
    .option("--dry-run", "show what would change, and change nothing")
    .option("--prune", "remove the flags that the file does not name")
    .option(...PROJECT_OPTION)
    .addHelpText(
      "after",
      "\nExample:\n  sightline flags apply flags.yaml --dry-run\n\nA file:\n" +
        "  - key: new-checkout\n    name: The new checkout\n    active: true\n    filters:\n      groups:\n" +
        "        - properties: [{key: plan, value: pro}]\n          rollout_percentage: 50",
    )
    .action(async (file: string, options: ProjectOption & { dryRun?: true; prune?: true }) => {
      const { dryRun = false, prune = false } = options;
      const { flags: wanted, skipped } = await readFlags(file, prune, context);
      const changes = await withProject(options.project, context, async (id, documents) => {
        const planned = planFlagChanges(await documents.flags.list(id), wanted, { prune, now: context.now() });
        if (dryRun) return planned;
        if (planned.put.length > 0) await documents.flags.put(id, planned.put);
        for (const key of planned.remove) await documents.flags.delete(id, key);
        return planned;
      });
      for (const line of changes.lines) context.out(`${line}\n`);
      for (const key of skipped) context.err(`${key} is left out: the file marks it as deleted.\n`);
    });
}

function addList(flags: Command, context: CliContext): void {
  flags
    .command("list")
    .summary("list the flags of a project")
    .description("List the flags of a project, in the order of their keys.")
    .option("--json", "print a JSON array that `flags apply` takes, and nothing else")
    .option(...PROJECT_OPTION)
    .addHelpText("after", "\nExample:\n  sightline flags list --json > flags.json")
    .action(async ({ json, project }: ProjectOption & { json?: true }) => {
      const stored = await withProject(project, context, (id, documents) => documents.flags.list(id));
      if (json) printJson(context, stored.map(parseDefinition));
      else context.out(flagsToText(stored));
    });
}

function addDelete(flags: Command, context: CliContext): void {
  flags
    .command("delete")
    .summary("delete a flag")
    .description("Delete a flag for good. To switch it off and keep it, apply it with `active: false`.")
    .argument("<key>", "the flag's key")
    .option(...PROJECT_OPTION)
    .addHelpText("after", "\nExample:\n  sightline flags delete new-checkout")
    .action(async (key: string, { project }: ProjectOption) => {
      const deleted = await withProject(project, context, (id, documents) => documents.flags.delete(id, key));
      if (!deleted) throw new CommandFailure(`The project has no flag ${key}: see \`sightline flags list\`.`);
      context.out(`- ${key}\n`);
    });
}

async function readFlags(file: string, prune: boolean, context: CliContext): Promise<ParsedFlags> {
  const isStdin = file === "-";
  const bytes = isStdin ? await context.readStdin() : await readBytes(file);
  const name = isStdin ? "Standard input" : file;
  try {
    const content = readFlagFile(bytes);
    if (prune && isPartOfExport(content)) {
      throw new UsageError("The file is one page of an export, and --prune would remove the flags of the other pages.");
    }
    return parseFlags(content);
  } catch (error) {
    if (error instanceof InvalidFlags) throw new CommandFailure(mistakesOf(name, error));
    throw error instanceof CommandFailure ? new CommandFailure(`${name} was not applied. ${error.message}`) : error;
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function mistakesOf(name: string, { problems }: InvalidFlags): string {
  const more = problems.length - MAX_MISTAKES;
  return [
    `${name} was not applied:`,
    ...problems.slice(0, MAX_MISTAKES).map((mistake) => `  ${mistake}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}

function parseDefinition({ definition }: StoredFlag): PropertyMap {
  return JSON.parse(definition);
}

function flagsToText(stored: readonly StoredFlag[]): string {
  const rows = stored.map((flag) => {
    const { active, name } = parseDefinition(flag);
    return [flag.key, active ? "yes" : "no", new Date(flag.updatedAt).toISOString().slice(0, 16), String(name)];
  });
  return formatTable(["KEY", "ACTIVE", "UPDATED (UTC)", "NAME"], rows);
}
