import type { Command } from "commander";
import { PROGRAM } from "../program-name.ts";
import { toIdentifier } from "../values/identifier.ts";
import { PROJECT_OPTION, type ProjectOption, withProject } from "./choose-project.ts";
import { type CliContext, CommandFailure } from "./cli-context.ts";
import { printJson } from "./output.ts";

export interface ExportOptions extends ProjectOption {
  readonly out?: string | undefined;
}

const MAX_DISTINCT_IDS = 1000;

/** Adds `persons show` and `persons export` to the program. */
export function addPersonsCommands(program: Command, context: CliContext): void {
  const persons = program
    .command("persons")
    .summary("show and export stored persons")
    .description("Read the stored persons, whether or not the service is running.")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} persons show ada`);
  addShow(persons, context);
  addExport(persons, context);
}

function addShow(command: Command, context: CliContext): void {
  command
    .command("show")
    .summary("show the person of a distinct id")
    .description(
      "Show the person of a distinct id as JSON: the properties, the distinct ids and the number of their events. " +
        `At most ${MAX_DISTINCT_IDS} distinct ids are shown and counted.`,
    )
    .argument("<distinct-id>", "any distinct id of the person")
    .option(...PROJECT_OPTION)
    .addHelpText("after", `\nExample:\n  ${PROGRAM} persons show ada@example.com --project 1`)
    .action(async (argument: string, { project }: ProjectOption) => {
      const distinctId = toIdentifier(argument);
      const view = await withProject(project, context, async (projectId, { persons, events }) => {
        const person = (await persons.find(projectId, [distinctId])).get(distinctId);
        if (!person) throw new CommandFailure(`No person in project ${projectId} has the distinct id ${distinctId}.`);
        const distinctIds = await persons.distinctIds(projectId, person.uuid, MAX_DISTINCT_IDS);
        return {
          uuid: person.uuid,
          project_id: projectId,
          created_at: new Date(person.createdAt).toISOString(),
          is_identified: person.isIdentified,
          distinct_ids: distinctIds,
          event_count: await events.count(projectId, { distinctIds }),
          properties: person.properties,
        };
      });
      printJson(context, view);
    });
}

function addExport(command: Command, context: CliContext): void {
  command
    .command("export")
    .summary("write everything about a person into one archive")
    .description(
      "Write everything that is stored about one person into a ZIP archive, whether or not the service is running: " +
        "distinct ids, properties, all events, and recordings with what was recorded. README.txt in it explains the " +
        "files. The archive is for the present user only (mode 0600). It gets its name when it is complete; until " +
        "then it is called <file>.partial. No file is overwritten. Progress is shown on a terminal.",
    )
    .argument("<person>", "the UUID of the person, or any of the distinct ids")
    .option(...PROJECT_OPTION)
    .option("--out <file>", "the archive (default: person-UUID.zip in the present directory)")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} persons export ada@example.com --out ada.zip`)
    .action(async (id: string, { project, out }: ExportOptions) => {
      const { exportArchive } = await import("./export-archive.ts");
      const { path, events } = await exportArchive(id, { project, out }, context);
      context.out(`Exported to ${path}: ${events.toLocaleString("en")} events.\n`);
    });
}
