import type { Millis } from "../ports/common.ts";
import type { Erasures, ServiceNode } from "../ports/erasures.ts";
import type { RecordKind, Records } from "../ports/records.ts";
import { scanAll } from "./scan-all.ts";

interface NodeRecord extends ServiceNode {
  readonly forgottenAt?: Millis;
}

export const NODES: RecordKind<NodeRecord, "id"> = { name: "nodes", key: ["id"] };

type NodePort = Pick<Erasures, "reportNode" | "nodes" | "removeNode" | "forgetNode" | "forgottenAt">;

/** Without `isShared` the engine is for one node: its report replaces those of earlier journals. */
export function recordNodes(records: Records, isShared: boolean): NodePort {
  const list = async () => (await scanAll(records, NODES, {})).filter(({ forgottenAt }) => forgottenAt === undefined);
  const removeNode = async (id: string) => void (await records.delete(NODES, { id }));
  return {
    async reportNode({ id, name, seenAt }) {
      if (!isShared) for (const other of await list()) if (other.id !== id) await removeNode(other.id);
      const report = (found: NodeRecord | null): NodeRecord | null =>
        found?.forgottenAt === undefined ? { id, name, seenAt } : null;
      return (await records.change(NODES, { id }, report))?.forgottenAt === undefined;
    },

    nodes: async () => (await list()).map(({ id, name, seenAt }) => ({ id, name, seenAt })),

    removeNode,

    async forgetNode(id, seenBefore, at) {
      let isForgotten = false;
      await records.change(NODES, { id }, (node) => {
        isForgotten = node !== null && node.forgottenAt === undefined && node.seenAt < seenBefore;
        return node && isForgotten ? { ...node, forgottenAt: at } : null;
      });
      if (isForgotten && !isShared) await removeNode(id);
      return isForgotten;
    },

    forgottenAt: async (id) => (await records.find(NODES, { id }))?.forgottenAt ?? null,
  };
}
