import { setTimeout as sleep } from "node:timers/promises";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Events } from "../../store/ports/events.ts";
import type { Records } from "../../store/ports/records.ts";
import type { Tenants } from "../../store/records/tenants.ts";
import { removeExamples } from "../event-schemas/violations.ts";

export interface EventRetentionPorts {
  readonly tenants: Pick<Tenants, "listProjects">;
  readonly events: Pick<Events, "delete">;
  readonly records: Pick<Records, "change">;
  readonly now: () => Millis;
}

export interface EventRetentionRun {
  readonly events: number;
  /** Whether no expired event is left. */
  readonly isComplete: boolean;
}

/** The next project has its turn after these. */
const MAX_PROJECT_EVENTS = 10_000;
/** Pauses are this much longer than the batch before, so that ingestion keeps most of the store's time. */
const PAUSE_FACTOR = 9;

/**
 * Deletes events older than their project's retention, or than the default in seconds; 0 keeps them forever. Several
 * nodes may do so at once. A run deletes a bounded number of each project: repeat it until it is complete.
 */
export async function removeExpiredEvents(
  defaultSeconds: number,
  { tenants, events, records, now }: EventRetentionPorts,
  signal: AbortSignal,
): Promise<EventRetentionRun> {
  const run = { events: 0, isComplete: true };
  const removeOf = async (projectId: ProjectId, to: Millis) => {
    for (let left = MAX_PROJECT_EVENTS; left > 0 && !signal.aborted; ) {
      const start = performance.now();
      const deleted = await events.delete(projectId, { to }, left);
      if (deleted === 0) return;
      run.events += deleted;
      left -= deleted;
      const pauseMs = PAUSE_FACTOR * (performance.now() - start);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined); // aborted
    }
    run.isComplete = false;
  };
  for (const { id, eventRetentionSeconds } of await tenants.listProjects()) {
    const seconds = eventRetentionSeconds ?? defaultSeconds;
    if (seconds === 0) continue;
    const to = now() - seconds * 1000;
    await removeOf(id, to);
    await removeExamples(id, ({ timestamp }) => timestamp < to, records);
  }
  return run;
}
