import type { Command } from "commander";
import { toIdentifier } from "../../lib/identifier.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import { PROJECT_OPTION, type ProjectOption } from "../choose-project.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import type { ExportOptions } from "../export-archive.ts";
import { printJson } from "../output.ts";
import { withProjectEvents } from "../with-all-events.ts";
import type { EraseOptions } from "./erase-person.ts";

const MAX_DISTINCT_IDS = 1000;

export function addPersonsCommands(program: Command, context: CliContext): void {
  const persons = program
    .command("persons")
    .summary("show, export and erase stored persons")
    .description("Read and erase the stored persons, whether or not the service is running.")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} persons show ada`);
  addShow(persons, context);
  addExport(persons, context);
  addErase(persons, context);
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
      const view = await withProjectEvents(project, context, async (projectId, { persons, events }) => {
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
      const { exportArchive } = await import("../export-archive.ts");
      const { path, events } = await exportArchive(id, { project, out }, context);
      context.out(`Exported to ${path}: ${events.toLocaleString("en")} events.\n`);
    });
}

function addErase(command: Command, context: CliContext): void {
  command
    .command("erase")
    .summary("erase a person for good")
    .description(
      "Erase a person with everything that arrived until now: distinct ids, properties, events, recordings, dead " +
        "letters, and what waits in the journals of all nodes. An id of no person is taken for a distinct id, and " +
        "what arrived with it is erased. Nothing can be restored. Later events of the same " +
        "distinct ids start a new person. The running service does the work; if none is running here, this command " +
        "does, and no service can start meanwhile. The exit status is 1 if it is not completed within a minute, for " +
        "example because a node is stopped: it is completed when that has run again.",
    )
    .argument("<person>", "the UUID of the person, or any of the distinct ids")
    .option(...PROJECT_OPTION)
    .option("--no-wait", "do not wait until it is completed")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} persons erase ada@example.com --project 1`)
    .action(async (id: string, options: EraseOptions) => {
      const { erasePerson } = await import("./erase-person.ts");
      const { id: erasure, completedAt, waitingFor } = await erasePerson(id, options, context);
      if (completedAt !== null) return context.out(`Erased (erasure ${erasure}).\n`);
      context.out(`Erasing (erasure ${erasure}).\n`);
      if (!options.wait) return;
      const nodes = waitingFor.map((node) => `${node.name} (${node.id})`).join(", ");
      throw new CommandFailure(`It is not completed yet${nodes && `; it waits for the nodes ${nodes}`}.`);
    });
}
