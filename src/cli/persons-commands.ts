import type { Command } from "commander";
import { toIdentifier } from "../values/identifier.ts";
import { PROJECT_OPTION, type ProjectOption, withProject } from "./choose-project.ts";
import { type CliContext, CommandFailure, printJson } from "./cli-context.ts";

const MAX_DISTINCT_IDS = 1000;

/** Adds `persons show` to the program. */
export function addPersonsCommands(program: Command, context: CliContext): void {
  program
    .command("persons")
    .summary("see who is who")
    .description("Read the stored persons, while the service runs or not.")
    .addHelpText("after", "\nExample:\n  sightline persons show ada")
    .command("show")
    .summary("show the person of a distinct id")
    .description(
      `Show the person of a distinct id as JSON: properties, all its distinct ids (the first ${MAX_DISTINCT_IDS}), and how many events those have.`,
    )
    .argument("<distinct-id>", "any distinct id of the person")
    .option(...PROJECT_OPTION)
    .addHelpText("after", "\nExample:\n  sightline persons show ada@example.com --project 1")
    .action(async (given: string, { project }: ProjectOption) => {
      const distinctId = toIdentifier(given);
      const shown = await withProject(project, context, async (projectId, { persons, events }) => {
        const person = (await persons.find(projectId, [distinctId])).get(distinctId);
        if (!person) throw new CommandFailure(`Nobody in project ${projectId} has the distinct id ${distinctId}.`);
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
      printJson(context, shown);
    });
}
