import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import { PROJECT_OPTION } from "../choose-project.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import type { EraseOptions } from "./erase-person.ts";

export function addPersonsCommands(program: Command, context: CliContext): void {
  const persons = program
    .command("persons")
    .summary("list, show, export and erase persons")
    .description("Read and erase the stored persons, whether or not the service is running.")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} persons show ada`);
  addErase(persons, context);
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
