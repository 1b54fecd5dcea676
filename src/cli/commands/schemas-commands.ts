import type { Command } from "commander";
import { applySchemas, planSchemas, readSchemas } from "../../ingest/event-schemas/apply-schemas.ts";
import { draftSchemas } from "../../ingest/event-schemas/draft-schemas.ts";
import { PROJECT_OPTION, type ProjectOption, withProject, withProjectEvents } from "../choose-project.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import { examples, printJson } from "../output.ts";
import { readCount, readDefinitions } from "../read-input.ts";
import { addSchemaTypes } from "./schema-types-command.ts";

const DAY_MS = 24 * 3600 * 1000;
const MAX_DAYS = 3650;

interface ApplyOptions extends ProjectOption {
  readonly dryRun?: boolean;
  readonly allowBreaking?: boolean;
}

interface InferOptions extends ProjectOption {
  readonly event?: string;
  readonly days: string;
}

export function addSchemasCommands(program: Command, context: CliContext): void {
  const schemas = program
    .command("schemas")
    .summary("list, apply, infer and change schemas of events")
    .description("Say what the properties of events must be. A running service follows changes within 2 seconds.")
    .addHelpText("after", examples("schemas infer > schemas.json"));
  addApply(schemas, context);
  addInfer(schemas, context);
  addSchemaTypes(schemas, context);
}

function addApply(schemas: Command, context: CliContext): void {
  schemas
    .command("apply")
    .summary("add and change schemas from a file")
    .description(
      "Add and change schemas from a JSON or YAML file: a list of {event, description, mode, schema}. " +
        "Those that the file does not contain stay as they are. If the file has an error, or if valid events could " +
        "become invalid, nothing is applied.\n\nPrints a line per schema: + added, ~ changed, = unchanged.",
    )
    .argument("<file>", "path of the file, or - for standard input")
    .option("--dry-run", "show the changes without applying them")
    .option("--allow-breaking", "apply changes for which valid events could become invalid")
    .option(...PROJECT_OPTION)
    .addHelpText("after", examples("schemas apply schemas.json --dry-run"))
    .action(async (file: string, { project, dryRun, allowBreaking = false }: ApplyOptions) => {
      const wanted = await readDefinitions(file, context, readSchemas);
      const planned = await withProject(project, context, async (projectId, store) => {
        const plan = await planSchemas({ projectId }, wanted, store);
        const broken = plan.flatMap(({ wanted: { event }, breaking }) => breaking.map((what) => `  ${event}: ${what}`));
        if (broken.length > 0 && !allowBreaking) {
          const advice = "Add --allow-breaking to apply it all the same.";
          throw new CommandFailure(`Valid events could become invalid:\n${broken.join("\n")}\n${advice}`);
        }
        const by = { projectId, by: null, now: context.now() };
        if (!dryRun) await applySchemas(by, plan, allowBreaking, store);
        return plan;
      });
      for (const { line } of planned) context.out(`${line}\n`);
    });
}

function addInfer(schemas: Command, context: CliContext): void {
  schemas
    .command("infer")
    .summary("draft schemas from stored events")
    .description(
      "Print drafts of schemas as JSON, which `schemas apply` reads: what the newest 50,000 events have in common, " +
        "up to 1,000 of each name. Check them first. Events and properties that begin with $ are left out, because " +
        "libraries send them by themselves.",
    )
    .option("--event <name>", "only this event, from its newest 1,000")
    .option("--days <number>", "only events of the last days", "30")
    .option(...PROJECT_OPTION)
    .addHelpText("after", examples("schemas infer --event 'signed up' > signed-up.json"))
    .action(async ({ event, days, project }: InferOptions) => {
      const from = context.now() - readCount("--days", days, MAX_DAYS) * DAY_MS;
      const drafts = await withProjectEvents(project, context, (id, store) => draftSchemas(id, { event, from }, store));
      if (drafts.schemas.length === 0) throw new CommandFailure("There are no such events.");
      printJson(context, drafts.schemas);
      if (drafts.hasMore && event === undefined)
        context.err("Older events were not read: --event reads more of one.\n");
    });
}
