import { problem } from "../lib/problem.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { DrainReport } from "./drain/drain-report.ts";

interface Waiter {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly resolve: () => void;
  readonly reject: () => void;
}

const TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Tracks which groups of the journal are stored, for requests that are answered only then. */
export function trackStored(timeoutMs: number = TIMEOUT_MS) {
  const waiters = new Set<Waiter>();
  let stored: Pick<DrainReport, "upTo" | "readUpTo" | "lanes"> = { upTo: 0, readUpTo: 0, lanes: new Set() };
  let isUnavailable = false;
  const isStored = ({ id, projectId }: Pick<Waiter, "id" | "projectId">) =>
    id <= (stored.lanes.has(projectId) ? stored.upTo : stored.readUpTo);
  return {
    /** Throws `service_unavailable` while the store is: a request refused before it is journaled is never stored. */
    requireAvailable(): void {
      if (isUnavailable) throw unavailableProblem();
    },
    /**
     * Resolves when what the project has in the groups up to this one is stored. Throws `service_unavailable` after a
     * timeout; it may be stored later.
     */
    async waitUntilStored(id: number, projectId: ProjectId): Promise<void> {
      if (isStored({ id, projectId })) return;
      let timer: NodeJS.Timeout | undefined;
      let waiter: Waiter | undefined;
      try {
        await new Promise<void>((resolve, reject) => {
          waiter = { id, projectId, resolve, reject: () => reject(unavailableProblem()) };
          waiters.add(waiter);
          timer = setTimeout(waiter.reject, timeoutMs);
        });
      } finally {
        clearTimeout(timer);
        if (waiter) waiters.delete(waiter);
      }
    },
    markStored(report: typeof stored): void {
      stored = report;
      isUnavailable = false;
      for (const waiter of waiters) if (isStored(waiter)) waiter.resolve();
    },
    markUnavailable(): void {
      isUnavailable = true;
    },
    fail(): void {
      isUnavailable = true;
      for (const { reject } of waiters) reject();
    },
  };
}

function unavailableProblem() {
  return problem("service_unavailable", { retryAfter: RETRY_AFTER_SECONDS });
}
