import { setTimeout as sleep } from "node:timers/promises";
import { absentNodes } from "../../ingest/drain/node-presence.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import { type RemoveProjectPorts, removeProject } from "../../privacy/remove-project.ts";
import { readConfig } from "../../settings/config.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { RemovedProject } from "../../store/ports/project-removals.ts";
import type { Store } from "../../store/ports/stores.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { formatTable } from "../output.ts";
import { nodeToJson } from "./nodes-commands.ts";

export interface RemoveOptions {
  readonly yes?: true;
  readonly wait: boolean;
}

export const YES = ["--yes", "confirm that the data are to be removed for good"] as const;
export const NO_WAIT = ["--no-wait", "let the running service remove the data, and do not wait for it"] as const;

const POLL_INTERVAL_MS = 500;

/** Throws `UsageError`, which says what would be removed, unless that is confirmed. */
export function requireYes(yes: true | undefined, what: string): void {
  if (!yes) throw new UsageError(`This removes ${what} with all data for good: add --yes.`);
}

/** Returns the nodes that may still have removed data: as JSON, and as text if there are any. */
export async function describeAbsentNodes({ erasures }: Store, now: Millis) {
  const nodes = (await absentNodes(erasures, now)).map(nodeToJson);
  const rows = nodes.map(({ id, name, last_seen_at }) => [id, name, last_seen_at]);
  const text = `These nodes do not run. What they have of it is removed when they run again:
${formatTable(["ID", "NAME", "LAST SEEN (UTC)"], rows)}`;
  return { json: { waiting_for: nodes }, text: nodes.length > 0 ? text : "" };
}

/** Removes the data of removed projects. Throws `CommandFailure` if they cannot be removed now. */
export async function removeDataOf(projects: readonly RemovedProject[], context: CliContext): Promise<void> {
  if (projects.length === 0) return;
  try {
    const { store, fileStore, legacy, close } = await context.openRecordings(readConfig(context.environment));
    const ports = { projectRemovals: store.projectRemovals, files: fileStore.files, legacy, now: context.now };
    try {
      for (const { id } of projects) await removeData(id, ports);
    } finally {
      await close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const state = `see \`${PROGRAM} projects list\``;
    throw new CommandFailure(`${reason} The service removes the rest of the data when it can: ${state}.`);
  }
}

async function removeData(id: string, ports: RemoveProjectPorts): Promise<void> {
  for (;;) {
    const removed = await ports.projectRemovals.find(id);
    if (removed?.stage !== "removing") return;
    if ((await removeProject(removed, ports, new AbortController().signal)) !== "removing") return;
    await sleep(POLL_INTERVAL_MS);
  }
}
