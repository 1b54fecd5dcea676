import type { Millis } from "../ports/common.ts";
import type { RecordKind, Records } from "../ports/records.ts";
import { scanAll } from "./scan-all.ts";

/** A process that may store events. `id` is that of its journal; `name` is that of its machine, for people. */
export interface ServiceNode {
  readonly id: string;
  readonly name: string;
  readonly seenAt: Millis;
}

interface NodeRecord extends ServiceNode {
  readonly forgottenAt?: Millis;
}

export const NODES: RecordKind<NodeRecord, "id"> = { name: "nodes", key: ["id"] };

/** Without `isShared` the engine is for one node: its report replaces those of earlier journals. */
export function recordNodes(records: Records, isShared: boolean) {
  const list = async () => (await scanAll(records, NODES, {})).filter(({ forgottenAt }) => forgottenAt === undefined);
  const removeNode = async (id: string) => void (await records.delete(NODES, { id }));
  return {
    /** Records that the node runs. Returns false if it was forgotten. */
    async reportNode({ id, name, seenAt }: ServiceNode): Promise<boolean> {
      if (!isShared) for (const other of await list()) if (other.id !== id) await removeNode(other.id);
      const report = (found: NodeRecord | null): NodeRecord | null =>
        found?.forgottenAt === undefined ? { id, name, seenAt } : null;
      return (await records.change(NODES, { id }, report))?.forgottenAt === undefined;
    },

    /** Returns all nodes that have run and are neither removed nor forgotten, ordered by id. */
    nodes: async (): Promise<ServiceNode[]> => (await list()).map(({ id, name, seenAt }) => ({ id, name, seenAt })),

    /** Removes what is known of the node, also that it was forgotten. */
    removeNode,

    /** Forgets (removes, if the engine is for one node) a node not seen since `seenBefore`. Returns false if absent. */
    async forgetNode(id: string, seenBefore: Millis, at: Millis): Promise<boolean> {
      let isForgotten = false;
      await records.change(NODES, { id }, (node) => {
        isForgotten = node !== null && node.forgottenAt === undefined && node.seenAt < seenBefore;
        return node && isForgotten ? { ...node, forgottenAt: at } : null;
      });
      if (isForgotten && !isShared) await removeNode(id);
      return isForgotten;
    },

    /** Returns when the node was forgotten, so that nothing waits for it any more; null if it was not. */
    forgottenAt: async (id: string): Promise<Millis | null> => (await records.find(NODES, { id }))?.forgottenAt ?? null,
  };
}
