import type { Command } from "commander";
import { loadProjectDocument } from "../../http/contract/project-document.ts";
import { draftSchemas } from "../../ingest/event-schemas/draft-schemas.ts";
import {
  applySchemas,
  listEventSignatures,
  planSchemas,
  readSchemas,
} from "../../ingest/event-schemas/event-schemas.ts";
import { eventsOfDocument, type TypedEvent } from "../../ingest/event-schemas/events-of-document.ts";
import { goTypes } from "../../ingest/event-schemas/go-types.ts";
import { pythonTypes } from "../../ingest/event-schemas/python-types.ts";
import { typescriptTypes } from "../../ingest/event-schemas/typescript-types.ts";
import { parseJson } from "../../lib/json/json.ts";
import {
  chooseProject,
  PROJECT_OPTION,
  type ProjectOption,
  withProject,
  withProjectEvents,
} from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "../cli-context.ts";
import { examples, printJson } from "../output.ts";
import { readCount, readDefinitions, readInput } from "../read-input.ts";

const DAY_MS = 24 * 3600 * 1000;
const MAX_DAYS = 3650;

interface ApplyOptions extends ProjectOption {
  readonly dryRun?: boolean;
  readonly allowBreaking?: boolean;
}

const LANGUAGES: ReadonlyMap<string, (events: readonly TypedEvent[]) => string> = new Map([
  ["typescript", typescriptTypes],
  ["python", pythonTypes],
  ["go", goTypes],
]);
const NAMES = [...LANGUAGES.keys()].join(", ");

export function addSchemasCommands(program: Command, context: CliContext): void {
  const schemas = program
    .command("schemas")
    .summary("list, apply, infer and change schemas of events")
    .description("Say what the properties of events must be. A running service follows changes within 2 seconds.")
    .addHelpText("after", examples("schemas infer > schemas.json"));
  for (const add of [addApply, addInfer, addTypes]) add(schemas, context);
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
    .action(async ({ event, days, project }: ProjectOption & { event?: string; days: string }) => {
      const from = context.now() - readCount("--days", days, MAX_DAYS) * DAY_MS;
      const drafts = await withProjectEvents(project, context, (id, store) => draftSchemas(id, { event, from }, store));
      if (drafts.schemas.length === 0) throw new CommandFailure("There are no such events.");
      printJson(context, drafts.schemas);
      if (drafts.hasMore && event === undefined)
        context.err("Older events were not read: --event reads more of one.\n");
    });
}

function addTypes(schemas: Command, context: CliContext): void {
  schemas
    .command("types")
    .summary("print a capture() that takes the project's events only")
    .description(
      "Print source code with a typed capture(), made from the project's own OpenAPI document. It passes events on " +
        "to any client library. With --document it needs no store: the document is at " +
        "/api/projects/<id>/openapi.json of a service.",
    )
    .requiredOption("--language <name>", `one of ${NAMES}`)
    .option("--document <file>", "read the document from this file, or from standard input if this is -")
    .option(...PROJECT_OPTION)
    .addHelpText("after", examples("schemas types --language typescript > events.ts"))
    .action(async ({ language, document: file, project }: ProjectOption & { language: string; document?: string }) => {
      const generate = LANGUAGES.get(language);
      if (generate === undefined) throw new UsageError(`--language must be one of ${NAMES}.`);
      const document = file === undefined ? await documentOf(project, context) : await readDocument(file, context);
      const events = eventsOfDocument(document);
      if (events.length === 0) throw new CommandFailure("The document has no events: the project has no event schema.");
      context.out(generate(events));
    });
}

async function documentOf(option: string | undefined, context: CliContext): Promise<unknown> {
  return withStore(context, async ({ tenants, records }) => {
    const project = await chooseProject(option, tenants);
    const events = await listEventSignatures(project.id, records);
    return loadProjectDocument(project, { insights: [], events }, "http://localhost:8000");
  });
}

async function readDocument(file: string, context: CliContext): Promise<unknown> {
  const bytes = await readInput(file, context);
  try {
    return parseJson(bytes);
  } catch (error) {
    throw new CommandFailure(`${file} is no JSON that can be read: ${(error as Error).message}`);
  }
}
