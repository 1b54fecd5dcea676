import type { Command } from "commander";
import { PROGRAM } from "../program-name.ts";
import { toIdentifier } from "../values/identifier.ts";
import { PROJECT_OPTION, type ProjectOption, withProject } from "./choose-project.ts";
import { type CliContext, CommandFailure } from "./cli-context.ts";
import { printJson } from "./output.ts";

const MAX_DISTINCT_IDS = 1000;

/** Adds `persons show` to the program. */
export function addPersonsCommands(program: Command, context: CliContext): void {
  program
    .command("persons")
    .summary("show stored persons")
    .description("Read the stored persons, whether or not the service is running.")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} persons show ada`)
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
