import { stringifyExactly } from "../../json/json.ts";
import { KnownDistinctIds } from "../../people/known-distinct-ids.ts";
import { recordGroups } from "../../people/record-groups.ts";
import {
  type RecordedPersons,
  type RecordPersonsPorts,
  type RefusedMerge,
  recordPersons,
} from "../../people/record-persons.ts";
import { ReplayGuard } from "../../people/replay-guard.ts";
import type { RefusedSnapshot } from "../../recordings/record/read-snapshot.ts";
import { recordSnapshots } from "../../recordings/record/recorder.ts";
import { SessionPropertiesCache } from "../../recordings/record/session-properties.ts";
import type { SnapshotLimits } from "../../recordings/record/unpack-budget.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { StoredEvent } from "../../store/ports/events.ts";
import type { Store, StorePorts } from "../../store/ports/stores.ts";
import { groupBy } from "../../values/group-by.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import type { WorkPace } from "./work-pace.ts";

/** What a draining process caches between steps; all of it can be read again from the store. */
export interface DrainCaches {
  readonly sessionProperties: SessionPropertiesCache;
  readonly replayGuard: ReplayGuard;
  readonly knownDistinctIds: KnownDistinctIds;
}

/** Returns empty caches for draining the journal with this identity. */
export function createDrainCaches(journal: string): DrainCaches {
  return {
    sessionProperties: new SessionPropertiesCache(),
    replayGuard: new ReplayGuard(journal),
    knownDistinctIds: new KnownDistinctIds(),
  };
}

export interface StoreResult {
  /** Events of removed projects, which are ignored. */
  readonly dropped: number;
  /** Events that are new in the store; snapshots count even if they were stored before. */
  readonly stored: number;
  readonly refusedMerges: readonly RefusedMerge<NormalizedEvent>[];
  /** Changes of persons and groups that would exceed their limits. */
  readonly refusedChanges: number;
  /** Invalid snapshots, or parts of them. */
  readonly refused: readonly RefusedSnapshot<NormalizedEvent>[];
  /**
   * Events that are stored, but not applied to persons and groups, because that takes long. They have to be passed
   * again, as `isStored`, before later events of their projects.
   */
  readonly unapplied: readonly NormalizedEvent[];
}

export interface StoreEventsPorts extends DrainCaches {
  readonly store: Pick<Store, "recordings" | "transaction" | "projectRemovals">;
  readonly snapshotLimits: SnapshotLimits;
  /** Without it, all events are applied, however long that takes. */
  readonly pace?: Pick<WorkPace, "apply"> | undefined;
  /** Whether these events are stored, and only left to be applied to persons and groups. */
  readonly isStored?: boolean | undefined;
}

/**
 * Stores events of one or more projects, in order, with their persons, groups and recordings; ignores those of removed
 * projects. Idempotent: a run after an interrupted one does not repeat what that did.
 */
export async function storeEvents(events: readonly NormalizedEvent[], ports: StoreEventsPorts): Promise<StoreResult> {
  const { projectRemovals } = ports.store;
  const projects = groupBy(events, ({ projectId }) => projectId);
  const removed = await projectRemovals.removedOf([...projects.keys()]);
  for (const projectId of removed) projects.delete(projectId);
  const rest = removed.size === 0 ? events : events.filter(({ projectId }) => projects.has(projectId));
  const result = await storeOfProjects(rest, projects, ports);
  // What a removal that began meanwhile has missed, or an interrupted run has stored, is removed again.
  for (const projectId of new Set([...removed, ...(await projectRemovals.removedOf([...projects.keys()]))])) {
    await projectRemovals.advance(projectId, "removing", Date.now());
  }
  return { ...result, dropped: events.length - rest.length };
}

async function storeOfProjects(
  events: readonly NormalizedEvent[],
  projects: ReadonlyMap<ProjectId, readonly NormalizedEvent[]>,
  { store, sessionProperties, snapshotLimits, pace, isStored = false, ...caches }: StoreEventsPorts,
): Promise<Omit<StoreResult, "dropped">> {
  const refused: RefusedSnapshot<NormalizedEvent>[] = [];
  let snapshots = 0;
  for (const [projectId, own] of isStored ? [] : projects) {
    const recorded = await recordSnapshots(projectId, own, {
      ...store.recordings,
      sessionProperties,
      snapshotLimits,
    });
    refused.push(...recorded.refused);
    snapshots += recorded.stored;
  }
  // Snapshots are kept in their recordings only.
  const rows = isStored ? [] : events.filter(({ event }) => event !== "$snapshot").map(toStoredEvent);
  try {
    return await store.transaction(async (ports) => {
      const inserted = await ports.events.insert(rows);
      const refusedMerges: RefusedMerge<NormalizedEvent>[] = [];
      const unapplied: NormalizedEvent[] = [];
      let refusedChanges = 0;
      for (const [projectId, own] of projects) {
        const rest = await caches.replayGuard.filterUnprocessed(projectId, own, ports.checkpoints);
        const apply = async (part: readonly NormalizedEvent[], requireTurn?: () => void) => {
          const recorded = await recordPersonsAndGroups(projectId, part, { ...caches, requireTurn }, ports);
          for (const merge of recorded.refusedMerges) refusedMerges.push(merge);
          refusedChanges += recorded.refusedChanges;
        };
        if (pace) for (const event of await pace.apply(projectId, rest, apply)) unapplied.push(event);
        else await apply(rest);
      }
      return { stored: inserted + snapshots, refusedMerges, refusedChanges, refused, unapplied };
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
  { replayGuard, ...context }: Omit<DrainCaches, "sessionProperties"> & Pick<RecordPersonsPorts, "requireTurn">,
  { persons, groups, checkpoints }: StorePorts,
): Promise<RecordedPersons<NormalizedEvent>> {
  const beforeMerge = (position: NormalizedEvent["position"]) => replayGuard.advance(projectId, position, checkpoints);
  // Groups first: persons store a checkpoint, and what is before that is skipped when the events are stored again.
  const refusedGroups = await recordGroups(projectId, events, groups, context.requireTurn);
  const recorded = await recordPersons(projectId, events, { persons, beforeMerge, ...context });
  const last = events.at(-1)?.position;
  if (last) await replayGuard.advance(projectId, { ...last, index: last.index + 1 }, checkpoints);
  const refusedChanges = recorded.refusedChanges + refusedGroups;
  return { ...recorded, refusedChanges };
}

function toStoredEvent({
  projectId,
  uuid,
  event,
  distinctId,
  timestamp,
  receivedAt,
  properties,
  json = stringifyExactly(properties),
}: NormalizedEvent): StoredEvent {
  return { projectId, uuid, event, distinctId, timestamp, receivedAt, properties: json };
}
