import { randomUUID } from "node:crypto";
import { createDrainCaches, type StoreEventsPorts, storeEvents } from "../../../ingest/drain/store-events.ts";
import { normalizeEvents } from "../../../ingest/normalize-events.ts";
import type { Millis, ProjectId } from "../../../store/ports/common.ts";

const SNAPSHOT_LIMITS = { bytes: 32_000_000, values: 2_000_000 };

interface StoreOptions {
  readonly projectId: ProjectId;
  readonly receivedAt: Millis;
  /** Changes persons and groups as the events would, and keeps no event. */
  readonly onlyPersons?: boolean;
}

/** Stores the events of requests as the drain does. Returns how many there are. */
export async function storeBodies(
  bodies: readonly object[],
  { projectId, receivedAt, onlyPersons = false }: StoreOptions,
  store: StoreEventsPorts["store"],
): Promise<number> {
  const events = bodies.flatMap((body, index) => {
    const entry = {
      projectId,
      receivedAt,
      seed: randomUUID(),
      operation: "batch" in body ? "batch" : "capture",
      body: Buffer.from(JSON.stringify(body)),
    } as const;
    return normalizeEvents(entry, { group: index, index: 0 }).events;
  });
  const caches = createDrainCaches(randomUUID());
  await storeEvents(events, { store, ...caches, snapshotLimits: SNAPSHOT_LIMITS, isStored: onlyPersons });
  return events.length;
}
