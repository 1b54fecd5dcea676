import type { Erasure, Erasures, ServiceNode } from "../store/ports/erasures.ts";
import { allItems } from "./erasure-items.ts";

export interface ErasureView extends Erasure {
  readonly waitingFor: readonly ServiceNode[];
}

export async function describeErasure(erasure: Erasure, erasures: Erasures): Promise<ErasureView> {
  return { ...erasure, waitingFor: erasure.completedAt === null ? await uncleanNodes(erasure, erasures) : [] };
}

/** Returns nodes that may still have something of the person. */
export async function uncleanNodes(erasure: Erasure, erasures: Erasures): Promise<ServiceNode[]> {
  const clean = new Set(await allItems(erasure, "clean_node", erasures));
  return (await erasures.nodes()).filter(({ id }) => !clean.has(id));
}
