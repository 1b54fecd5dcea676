import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { applySchemas, type FileSchema, planSchemas, readSchemas } from "../../ingest/event-schemas/apply-schemas.ts";
import { draftSchemas } from "../../ingest/event-schemas/draft-schemas.ts";
import { deleteEventSchema, type EventSchema, listEventSchemas } from "../../ingest/event-schemas/event-schemas.ts";
import { listViolations } from "../../ingest/event-schemas/violations.ts";
import { Problem } from "../../lib/problem.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Store } from "../../store/ports/stores.ts";
import { PROJECT_OPTION, type ProjectOption, withProject } from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { formatTable, printJson } from "../output.ts";
import { withProjectEvents } from "../with-all-events.ts";
import { addSchemaTypes } from "./schema-types-command.ts";

/** Exceeds what a project may have. */
const ALL = { limit: 1000, offset: 0 };
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
    .summary("list, apply, infer and remove schemas of events")
    .description("Say what the properties of events must be. A running service follows changes within 2 seconds.")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} schemas infer > schemas.json`);
  addApply(schemas, context);
  addInfer(schemas, context);
  addList(schemas, context);
  addShow(schemas, context);
  addRemove(schemas, context);
  addViolations(schemas, context);
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
    .addHelpText("after", `\nExample:\n  ${PROGRAM} schemas apply schemas.json --dry-run`)
    .action(async (file: string, { project, dryRun, allowBreaking = false }: ApplyOptions) => {
      const wanted = await readFileOfSchemas(file, context);
      const planned = await withProject(project, context, async (projectId, store) => {
        const plan = await planSchemas({ projectId }, wanted, store);
        const broken = plan.flatMap(({ wanted: { event }, breaking }) => breaking.map((what) => `  ${event}: ${what}`));
        if (broken.length > 0 && !allowBreaking) {
          const advice = "Add --allow-breaking to apply it all the same.";
          throw new CommandFailure(`Valid events could become invalid:\n${broken.join("\n")}\n${advice}`);
        }
        const by = { projectId, by: null, now: context.now() };
        if (!dryRun) await orFailure(() => applySchemas(by, plan, allowBreaking, store));
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
    .addHelpText("after", `\nExample:\n  ${PROGRAM} schemas infer --event 'signed up' > signed-up.json`)
    .action(async ({ event, days, project }: InferOptions) => {
      const from = context.now() - readDays(days) * DAY_MS;
      const drafts = await withProjectEvents(project, context, (id, store) => draftSchemas(id, { event, from }, store));
      if (drafts.schemas.length === 0) throw new CommandFailure("There are no such events.");
      printJson(context, drafts.schemas);
      if (drafts.hasMore && event === undefined)
        context.err("Older events were not read: --event reads more of one.\n");
    });
}

function addList(schemas: Command, context: CliContext): void {
  schemas
    .command("list")
    .summary("list the schemas of a project")
    .description("List the schemas of a project, sorted by event.")
    .option("--json", "print only a JSON array, which `schemas apply` accepts")
    .option(...PROJECT_OPTION)
    .addHelpText("after", `\nExample:\n  ${PROGRAM} schemas list --json > schemas.json`)
    .action(async ({ json, project }: ProjectOption & { json?: true }) => {
      const found = await withProject(project, context, listByEvent);
      if (json) return printJson(context, found.map(toFile));
      const rows = found.map(({ name, mode, revision, updatedAt }) => {
        return [name, mode, String(revision), new Date(updatedAt).toISOString().slice(0, 16)];
      });
      context.out(formatTable(["EVENT", "MODE", "VERSION", "UPDATED (UTC)"], rows));
    });
}

function addShow(schemas: Command, context: CliContext): void {
  schemas
    .command("show")
    .summary("show the schema of an event")
    .description("Print the schema of an event as JSON.")
    .argument("<event>", "name of the event")
    .option(...PROJECT_OPTION)
    .addHelpText("after", `\nExample:\n  ${PROGRAM} schemas show 'signed up'`)
    .action(async (event: string, { project }: ProjectOption) => {
      printJson(context, toFile(await withProject(project, context, (id, store) => requireSchema(event, id, store))));
    });
}

function addRemove(schemas: Command, context: CliContext): void {
  schemas
    .command("remove")
    .summary("remove the schema of an event")
    .description("Remove the schema of an event, with its versions and violations. Its events are checked no more.")
    .argument("<event>", "name of the event")
    .option(...PROJECT_OPTION)
    .addHelpText("after", `\nExample:\n  ${PROGRAM} schemas remove 'signed up'`)
    .action(async (event: string, { project }: ProjectOption) => {
      await withProject(project, context, async (id, store) => {
        await deleteEventSchema(id, (await requireSchema(event, id, store)).id, store.records);
      });
      context.out(`- ${event}\n`);
    });
}

function addViolations(schemas: Command, context: CliContext): void {
  schemas
    .command("violations")
    .summary("show how often schemas are violated")
    .description("Show how often each version of a schema was violated, the latest first.")
    .option("--json", "print a JSON array with examples")
    .option(...PROJECT_OPTION)
    .addHelpText("after", `\nExample:\n  ${PROGRAM} schemas violations --json`)
    .action(async ({ json, project }: ProjectOption & { json?: true }) => {
      const { items } = await withProject(project, context, (id, store) => listViolations(id, ALL, store.records));
      if (json) {
        const parse = (text: string): unknown => JSON.parse(text);
        const parsed = items.map(({ examples, ...rest }) => {
          return { ...rest, examples: examples.map((one) => ({ ...one, properties: parse(one.properties) })) };
        });
        return printJson(context, parsed);
      }
      const rows = items.map(({ event, revision, count, refused, lastAt, examples: [last] }) => {
        const what = last ? `${last.path} ${last.detail}` : "";
        return [
          event,
          String(revision),
          String(count),
          String(refused),
          new Date(lastAt).toISOString().slice(0, 16),
          what,
        ];
      });
      context.out(formatTable(["EVENT", "VERSION", "COUNT", "REFUSED", "LAST (UTC)", "FOR EXAMPLE"], rows));
    });
}

async function listByEvent(projectId: ProjectId, store: Store): Promise<EventSchema[]> {
  const { items } = await listEventSchemas(projectId, ALL, store);
  return items.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function requireSchema(event: string, projectId: ProjectId, store: Store): Promise<EventSchema> {
  const found = (await listByEvent(projectId, store)).find(({ name }) => name === event);
  if (found) return found;
  throw new CommandFailure(`The event ${event} has no schema: see \`${PROGRAM} schemas list\`.`);
}

function toFile({ name: event, description, mode, schema }: EventSchema): FileSchema {
  return { event, ...(description !== "" && { description }), mode, schema };
}

async function readFileOfSchemas(file: string, context: CliContext): Promise<FileSchema[]> {
  const name = file === "-" ? "Standard input" : file;
  const bytes = file === "-" ? await context.readStdin() : await readBytes(file);
  const { readFlagFile } = await import("../flag-file.ts"); // loads a parser of YAML
  try {
    return readSchemas(readFlagFile(bytes));
  } catch (error) {
    if (error instanceof Problem || error instanceof CommandFailure) {
      throw new CommandFailure(`${name} was not applied. ${error.message}`);
    }
    throw error;
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${file} cannot be read: ${error.code}`);
  });
}

async function orFailure(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    throw error instanceof Problem ? new CommandFailure(error.message) : error;
  });
}

function readDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= MAX_DAYS) return days;
  throw new UsageError(`--days must be a whole number from 1 to ${MAX_DAYS}.`);
}
