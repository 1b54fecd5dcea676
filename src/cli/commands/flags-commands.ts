import type { Command } from "commander";
import { type FlagDefinition, flagToJson } from "../../flags/define/flag-definition.ts";
import { type ParsedFlags, parseFlags } from "../../flags/define/parse-flags.ts";
import { applyFlags, type FlagChange, type FlagChangePorts } from "../../flags/manage/edit-flags.ts";
import { newFlagWebhook } from "../../flags/manage/flag-webhook.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../../lib/json/json.ts";
import { type JsonDifference, jsonDifferences } from "../../lib/json/json-differences.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import type { Store } from "../../store/ports/stores.ts";
import type { StoredFlag } from "../../store/records/flags.ts";
import { PROJECT_OPTION, type ProjectOption, withProject } from "../choose-project.ts";
import { type CliContext, UsageError } from "../cli-context.ts";
import { examples, printJson, shorten } from "../output.ts";
import { readDefinitions } from "../read-input.ts";

const WEBHOOK_TIMEOUT_MS = 15_000;
const MAX_DIFFERENCES = 50;
const MAX_VALUE_CHARACTERS = 60;

/** Announces changes of flags if a webhook is set; `close` reports how many could not be announced. */
export function flagAnnouncer(config: Config, { err }: Pick<CliContext, "err">) {
  let failures = 0;
  const webhook = newFlagWebhook(config, { warn: () => undefined }, () => {
    failures += 1;
  });
  return {
    announce: (change: FlagChange) => void webhook?.announce(change),
    close: async () => {
      await webhook?.close(WEBHOOK_TIMEOUT_MS);
      if (failures > 0) err(`The flags are changed, but ${failures} of the changes could not be announced.\n`);
    },
  };
}

/** Changes flags, and announces it. On SQLite all changes are kept, or none if the work throws. */
async function editFlags(store: Store, context: CliContext, work: (ports: FlagChangePorts) => Promise<void>) {
  const changes: FlagChange[] = [];
  const announce = (change: FlagChange) => void changes.push(change);
  await store.transaction(({ flags, records }) => work({ flags, records, now: context.now, announce }));
  const announcer = flagAnnouncer(readConfig(context.environment), context);
  for (const change of changes) announcer.announce(change);
  await announcer.close();
}

export function addFlagsCommands(program: Command, context: CliContext): void {
  const flags = program
    .command("flags")
    .summary("apply, list and change feature flags")
    .description("Apply, list and change feature flags. A running service follows changes within 2 seconds.")
    .addHelpText("after", examples("flags list"));
  for (const add of [addApply, addExport]) add(flags, context);
}

function addApply(flags: Command, context: CliContext): void {
  flags
    .command("apply")
    .summary("add and change flags from a file")
    .description(
      "Add and change flags from a YAML or JSON file: " +
        "a list of flags, {flags: [...]}, or an export {results: [...]}. " +
        "Flags that the file does not contain stay as they are. If the file has an error, nothing is applied.\n\n" +
        "Prints a line per flag: + added, ~ changed, = unchanged, - removed.",
    )
    .argument("<file>", "path of the file, or - for standard input")
    .option("--dry-run", "show the changes without applying them")
    .option("--prune", "remove flags that the file does not contain")
    .option(...PROJECT_OPTION)
    .addHelpText(
      "after",
      `\nExample:\n  ${PROGRAM} flags apply flags.yaml --dry-run\n\nA file:\n` +
        "  - key: new-checkout\n    name: The new checkout\n    active: true\n    filters:\n      groups:\n" +
        "        - properties: [{key: plan, value: pro}]\n          rollout_percentage: 50",
    )
    .action(async (file: string, options: ProjectOption & { dryRun?: true; prune?: true }) => {
      const { dryRun = false, prune = false } = options;
      const { flags: desired, skipped } = await readFlags(file, prune, context);
      const changes = await withProject(options.project, context, async (id, store) => {
        const stored = await store.flags.list(id);
        const planned = planFlagChanges(stored, desired, { prune });
        if (!dryRun)
          await editFlags(store, context, (ports) => applyFlags({ projectId: id, by: null }, planned, stored, ports));
        return planned;
      });
      for (const line of changes.lines) context.out(`${line}\n`);
      for (const key of skipped) context.err(`${key} is skipped: the file marks it as deleted.\n`);
    });
}

function addExport(flags: Command, context: CliContext): void {
  flags
    .command("export")
    .summary("write the flags of a project as a file")
    .description("Write the flags of a project as YAML. To apply the file changes nothing.")
    .option("--json", "write JSON instead of YAML")
    .option(...PROJECT_OPTION)
    .addHelpText("after", examples("flags export > flags.yaml"))
    .action(async ({ json, project }: ProjectOption & { json?: true }) => {
      const stored = await withProject(project, context, (id, store) => store.flags.list(id));
      const definitions = stored.map(({ definition }) => JSON.parse(definition) as PropertyMap);
      if (json) printJson(context, definitions);
      else context.out((await import("../flag-file.ts")).writeFlagFile(definitions));
    });
}

function readFlags(file: string, prune: boolean, context: CliContext): Promise<ParsedFlags> {
  return readDefinitions(file, context, (content) => {
    if (!prune || !isPartOfExport(content)) return parseFlags(content);
    throw new UsageError("The file is one page of an export: --prune would remove the flags of the other pages.");
  });
}

export function isPartOfExport(content: unknown): boolean {
  return isPropertyMap(content) && Boolean(propertyOf(content, "next"));
}

/**
 * Returns the changes from the stored to the desired flags, which remove others only if `prune` is true, and a line per
 * flag: `+ new`, `~ hero (changed: …)`, `= same`, `- removed`.
 */
function planFlagChanges(
  stored: readonly StoredFlag[],
  desired: readonly FlagDefinition[],
  { prune }: { readonly prune: boolean },
) {
  const before = new Map(stored.map((flag) => [flag.key, flag.definition]));
  const planned = desired.map((flag) => ({ flag, line: changeLine(flag, before.get(flag.key)) }));
  const keys = new Set(desired.map(({ key }) => key));
  const remove = prune ? stored.map(({ key }) => key).filter((key) => !keys.has(key)) : [];
  return {
    put: planned.filter(({ line }) => !line.startsWith("=")).map(({ flag }) => flag),
    remove,
    lines: [...planned.map(({ line }) => line), ...remove.map((key) => `- ${key}`)],
  };
}

function changeLine(flag: FlagDefinition, before: string | undefined): string {
  if (before === undefined) return `+ ${flag.key}`;
  const after = JSON.stringify(flagToJson(flag));
  const differences = jsonDifferences(JSON.parse(before), JSON.parse(after), MAX_DIFFERENCES + 1);
  const texts = differences.slice(0, MAX_DIFFERENCES).map(formatDifference);
  if (differences.length > MAX_DIFFERENCES) texts.push("and more");
  return texts.length === 0 ? `= ${flag.key}` : `~ ${flag.key} (changed: ${texts.join("; ")})`;
}

/** Returns a difference as text, such as `filters.groups[0].rollout_percentage 10 → 50`. */
export function formatDifference(difference: JsonDifference): string {
  const { path, before, after } = difference;
  if (!("before" in difference)) return `${path} added: ${formatValue(after)}`;
  if (!("after" in difference)) return `${path} removed: ${formatValue(before)}`;
  return `${path} ${formatValue(before)} → ${formatValue(after)}`;
}

const formatValue = (value: unknown) => shorten(JSON.stringify(value), MAX_VALUE_CHARACTERS);
