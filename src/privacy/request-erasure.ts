import { setTimeout as sleep } from "node:timers/promises";
import { toIdentifier } from "../lib/identifier.ts";
import { timeOrderedUuid } from "../lib/uuid.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import type { Erasure, Erasures } from "../store/records/erasures.ts";
import type { ServiceNode } from "../store/records/nodes.ts";
import { parseUuid } from "../store/stored-ids.ts";
import { collectDistinctIds } from "./erase-person.ts";

export interface RequestErasurePorts extends Pick<StorePorts, "persons" | "erasures"> {
  readonly now: () => Millis;
}

export interface ErasureView extends Erasure {
  readonly waitingFor: readonly ServiceNode[];
}

/**
 * Accepts an erasure by person uuid, else by distinct id: removes what is received until now, on all nodes and whatever
 * happens to them. Any id is accepted, because a journal may have events with ids that no store knows.
 */
export async function requestErasure(projectId: ProjectId, id: string, ports: RequestErasurePorts): Promise<Erasure> {
  const { persons, erasures, now } = ports;
  const uuid = parseUuid(id);
  const person = uuid === null ? null : await persons.findByUuid(projectId, uuid);
  const requestedAt = now();
  const erasure: Erasure = {
    id: timeOrderedUuid(requestedAt),
    ...{ projectId, requestedAt, stage: "collecting", completedAt: null },
  };
  // Items come first: no worker may find the erasure without them.
  if (person) await erasures.addItems(erasure, "person", [person.uuid]);
  else await erasures.addItems(erasure, "distinct_id", [toIdentifier(id)]);
  await erasures.insert(erasure);
  await collectDistinctIds(erasure, ports);
  await erasures.advance(erasure, "detaching", requestedAt);
  // Later requests must be received later than what is erased.
  while (now() <= requestedAt) await sleep(1);
  return { ...erasure, stage: "detaching" };
}

export async function describeErasure(erasure: Erasure, erasures: Erasures): Promise<ErasureView> {
  return { ...erasure, waitingFor: erasure.completedAt === null ? await uncleanNodes(erasure, erasures) : [] };
}

/** Returns nodes that may still have something of the person. */
export async function uncleanNodes(erasure: Erasure, erasures: Erasures): Promise<ServiceNode[]> {
  const clean = new Set(await erasures.items(erasure, "clean_node"));
  return (await erasures.nodes()).filter(({ id }) => !clean.has(id));
}
