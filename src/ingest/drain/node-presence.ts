import { PROGRAM } from "../../lib/program-name.ts";
import { type Millis, StoreUnavailable } from "../../store/ports/common.ts";
import type { Erasures } from "../../store/records/erasures.ts";
import type { ServiceNode } from "../../store/records/nodes.ts";

/** How long a node must not have reported before it can be forgotten. */
export const MIN_SILENCE_MS = 600_000;
/** A node that has reported within this time was not forgotten since, even if its clock is some minutes wrong. */
const MAX_TRUST_MS = 120_000;

/** Returns the nodes that do not run. What they have of a removed project is removed when they run again. */
export async function absentNodes(erasures: Pick<Erasures, "nodes">, now: Millis): Promise<ServiceNode[]> {
  return (await erasures.nodes()).filter(({ seenAt }) => now - seenAt >= MAX_TRUST_MS);
}

export function forgottenMessage(id: string, at: Millis): string {
  return (
    `This node (${id}) was forgotten on ${new Date(at).toISOString()} with \`${PROGRAM} nodes forget\`: its journal ` +
    "may have events of persons that were erased since. To start without what waits and without dead letters, delete " +
    `journal.db, journal.db-wal and journal.db-shm of DATA_DIR. To store what waits, run \`${PROGRAM} nodes readmit ` +
    `${id}\`, and erase those persons again.`
  );
}

class NodeForgotten extends StoreUnavailable {}

export type NodePresence = ReturnType<typeof nodePresence>;

/** Tells the store that this node runs, and notices that it was forgotten. */
export function nodePresence(node: Omit<ServiceNode, "seenAt">, onForgotten: (message: string) => void) {
  let reportedAt = 0;
  const { id } = node;
  return {
    id,
    /** Reports the node unless it has within `intervalMs`. Throws if it was forgotten. */
    async report(erasures: Pick<Erasures, "reportNode" | "forgottenAt">, now: Millis, intervalMs = MAX_TRUST_MS) {
      if (now - reportedAt < intervalMs) return;
      if (!(await erasures.reportNode({ ...node, seenAt: now }))) {
        const message = forgottenMessage(id, (await erasures.forgottenAt(id)) ?? now);
        onForgotten(message);
        throw new NodeForgotten(message);
      }
      reportedAt = now;
    },
  };
}
