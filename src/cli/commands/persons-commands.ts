import type { Command } from "commander";
import { pollUntil } from "../../lib/threads/retry.ts";
import { findPerson } from "../../persons/read-persons.ts";
import { describeErasure, type ErasureView, requestErasure } from "../../privacy/request-erasure.ts";
import { readConfig } from "../../settings/config.ts";
import { chooseProject, PROJECT_OPTION, type ProjectOption } from "../choose-project.ts";
import { type CliContext, CommandFailure, withStore } from "../cli-context.ts";
import { examples } from "../output.ts";

interface EraseOptions extends ProjectOption {
  readonly wait: boolean;
}

const POLL_INTERVAL_MS = 200;
/** How long the command waits: on an idle node an erasure takes about three seconds. */
const TIMEOUT_MS = 60_000;

export function addPersonsCommands(program: Command, context: CliContext): void {
  program
    .command("persons")
    .summary("list, show, export and erase persons")
    .description("Read and erase the stored persons, whether or not the service is running.")
    .addHelpText("after", examples("persons show ada"))
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
    .addHelpText("after", examples("persons erase ada@example.com --project 1"))
    .action(async (id: string, options: EraseOptions) => {
      const { id: erasure, completedAt, waitingFor } = await erasePerson(id, options, context);
      if (completedAt !== null) return context.out(`Erased (erasure ${erasure}).\n`);
      context.out(`Erasing (erasure ${erasure}).\n`);
      if (!options.wait) return;
      const nodes = waitingFor.map((node) => `${node.name} (${node.id})`).join(", ");
      throw new CommandFailure(`It is not completed yet${nodes && `; it waits for the nodes ${nodes}`}.`);
    });
}

/** Erases, and waits for completion. Does background work here if no service runs. Says so if no person has the id. */
function erasePerson(id: string, { project, wait }: EraseOptions, context: CliContext): Promise<ErasureView> {
  return withStore(context, async (store) => {
    const { now } = context;
    const { id: projectId } = await chooseProject(project, store.tenants);
    if ((await findPerson(projectId, id, store.persons)) === null) {
      context.err(`No person in project ${projectId} has the id ${id}: erasing what arrived with it as distinct id.\n`);
    }
    const requested = await requestErasure(projectId, id, { ...store, now });
    const { drainOffline } = await import("../../ops/drain-directory.ts");
    await using _draining = wait ? await drainOffline(readConfig(context.environment)) : null;
    const isCompleted = async () => (await store.erasures.find(requested))?.stage === "completed";
    await pollUntil(isCompleted, { intervalMs: POLL_INTERVAL_MS, timeoutMs: wait ? TIMEOUT_MS : 0 });
    return await describeErasure((await store.erasures.find(requested)) ?? requested, store.erasures);
  });
}
