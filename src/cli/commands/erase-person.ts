import { pollUntil } from "../../lib/threads/retry.ts";
import { findPerson } from "../../persons/read-persons.ts";
import { describeErasure, type ErasureView } from "../../privacy/erasure-view.ts";
import { requestErasure } from "../../privacy/request-erasure.ts";
import { readConfig } from "../../settings/config.ts";
import { chooseProject } from "../choose-project.ts";
import { type CliContext, withStore } from "../cli-context.ts";

export interface EraseOptions {
  readonly project?: string;
  readonly wait: boolean;
}

const POLL_INTERVAL_MS = 200;
/** How long the command waits: on an idle node an erasure takes about three seconds. */
const TIMEOUT_MS = 60_000;

/** Erases, and waits for completion. Does background work here if no service runs. Says so if no person has the id. */
export function erasePerson(id: string, { project, wait }: EraseOptions, context: CliContext): Promise<ErasureView> {
  return withStore(context, async (store) => {
    const { now } = context;
    const { id: projectId } = await chooseProject(project, store.tenants);
    if ((await findPerson(projectId, id, store.persons)) === null) {
      context.err(`No person in project ${projectId} has the id ${id}: erasing what arrived with it as distinct id.\n`);
    }
    const requested = await requestErasure(projectId, id, { ...store, now });
    const { drainOffline } = await import("../../ops/drain-offline.ts");
    const drain = wait ? await drainOffline(readConfig(context.environment)) : null;
    try {
      const isCompleted = async () => (await store.erasures.find(requested))?.stage === "completed";
      await pollUntil(isCompleted, { intervalMs: POLL_INTERVAL_MS, timeoutMs: wait ? TIMEOUT_MS : 0 });
      return describeErasure((await store.erasures.find(requested)) ?? requested, store.erasures);
    } finally {
      await drain?.stop(AbortSignal.abort());
    }
  });
}
