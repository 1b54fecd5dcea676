import { KnownDistinctIds } from "../../people/known-distinct-ids.ts";
import { recordGroups } from "../../people/record-groups.ts";
import { type RefusedMerge, recordPersons } from "../../people/record-persons.ts";
import { ReplayGuard } from "../../people/replay-guard.ts";
import type { RefusedSnapshot } from "../../recordings/recorder/read-snapshot.ts";
import { recordSnapshots } from "../../recordings/recorder/recorder.ts";
import { SessionPropertiesCache } from "../../recordings/recorder/session-properties.ts";
import type { ProjectId } from "../../storage/ports/common.ts";
import type { StoredEvent } from "../../storage/ports/events.ts";
import type { Store, StorePorts } from "../../storage/ports/stores.ts";
import { groupBy } from "../../values/group-by.ts";
import { stringifyExactly } from "../../values/json.ts";
import type { NormalizedEvent } from "../normalize-events.ts";

/** What a process that drains remembers from one step to the next. All of it can be found out again. */
export interface DrainCaches {
  readonly sessionProperties: SessionPropertiesCache;
  readonly replayGuard: ReplayGuard;
  readonly knownDistinctIds: KnownDistinctIds;
}

/** `journal` is the identity of the journal that is drained. */
export function createDrainCaches(journal: string): DrainCaches {
  return {
    sessionProperties: new SessionPropertiesCache(),
    replayGuard: new ReplayGuard(journal),
    knownDistinctIds: new KnownDistinctIds(),
  };
}

export interface StoreResult {
  /** Events that the store has now; one that it had already counts only if it is a snapshot. */
  readonly stored: number;
  readonly refusedMerges: readonly RefusedMerge<NormalizedEvent>[];
  /** Snapshots, or parts of them, that make no sense. */
  readonly refused: readonly RefusedSnapshot<NormalizedEvent>[];
}

export interface StoreEventsPorts extends DrainCaches {
  readonly store: Pick<Store, "recordings" | "transaction">;
  /** The most that one snapshot may have as JSON, unpacked. */
  readonly snapshotBytes: number;
}

/**
 * Takes events of one or more projects, in order, through the domain into the store. May be repeated from any point: what a part of it did
 * already, it does not do twice.
 */
export async function storeEvents(
  events: readonly NormalizedEvent[],
  { store, sessionProperties, snapshotBytes, ...caches }: StoreEventsPorts,
): Promise<StoreResult> {
  const projects = groupBy(events, ({ projectId }) => projectId);
  const refused: RefusedSnapshot<NormalizedEvent>[] = [];
  let snapshots = 0;
  for (const [projectId, own] of projects) {
    const recorded = await recordSnapshots(projectId, own, {
      ...store.recordings,
      sessionProperties,
      snapshotBytes,
    });
    refused.push(...recorded.refused);
    snapshots += recorded.stored;
  }
  // A snapshot's data belong to its recording, and are kept only there.
  const rows = events.filter(({ event }) => event !== "$snapshot").map(toStoredEvent);
  try {
    return await store.transaction(async (ports) => {
      const inserted = await ports.events.insert(rows);
      const refusedMerges: RefusedMerge<NormalizedEvent>[] = [];
      for (const [projectId, own] of projects) {
        refusedMerges.push(...(await recordPersonsAndGroups(projectId, own, caches, ports)));
      }
      return { stored: inserted + snapshots, refusedMerges, refused };
    });
  } catch (error) {
    caches.replayGuard.clear();
    caches.knownDistinctIds.clear();
    throw error;
  }
}

async function recordPersonsAndGroups(
  projectId: ProjectId,
  events: readonly NormalizedEvent[],
  { replayGuard, knownDistinctIds }: Omit<DrainCaches, "sessionProperties">,
  { persons, groups, checkpoints }: StorePorts,
): Promise<RefusedMerge<NormalizedEvent>[]> {
  const rest = await replayGuard.filterUnprocessed(projectId, events, checkpoints);
  const beforeMerge = (position: NormalizedEvent["position"]) => replayGuard.advance(projectId, position, checkpoints);
  const refused = await recordPersons(projectId, rest, { persons, knownDistinctIds, beforeMerge });
  await recordGroups(projectId, events, groups);
  return refused;
}

function toStoredEvent({
  projectId,
  uuid,
  event,
  distinctId,
  timestamp,
  receivedAt,
  properties,
}: NormalizedEvent): StoredEvent {
  return { projectId, uuid, event, distinctId, timestamp, receivedAt, properties: stringifyExactly(properties) };
}
