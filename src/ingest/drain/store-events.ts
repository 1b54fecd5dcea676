import { groupBy } from "../../lib/group-by.ts";
import { stringifyExactly } from "../../lib/json/json.ts";
import { newLruCache } from "../../lib/lru-cache.ts";
import { RecentMap } from "../../lib/recent-map.ts";
import { recordGroups } from "../../persons/record-groups.ts";
import {
  KnownIds,
  type RecordedPersons,
  type RecordPersonsPorts,
  type RefusedMerge,
  recordPersons,
} from "../../persons/record-persons.ts";
import type { RefusedSnapshot } from "../../recordings/read-snapshot.ts";
import { recordSnapshots } from "../../recordings/recorder.ts";
import { type SessionPropertiesCache, sessionPropertiesCache } from "../../recordings/session-properties.ts";
import type { SnapshotLimits } from "../../recordings/snapshot-unpacker.ts";
import { type Checkpoints, isBefore, type Position, type ProjectId } from "../../store/ports/common.ts";
import { HEATMAP_EVENT, type StoredEvent } from "../../store/ports/events.ts";
import type { Store, StorePorts } from "../../store/ports/stores.ts";
import type { DeviceClock } from "../../store/records/history-kinds.ts";
import { heatmapProperties } from "../heatmap-properties.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import { correctClocks } from "./correct-clocks.ts";
import { forEachProject, type WorkPace } from "./work-pace.ts";

/** What a draining process caches between steps; all of it can be read again from the store. */
export interface DrainCaches {
  readonly sessionProperties: SessionPropertiesCache;
  readonly replayGuard: ReplayGuard;
  readonly knownDistinctIds: KnownIds;
  readonly knownGroups: KnownIds;
  readonly clocks: RecentMap<DeviceClock>;
}

/** Fewer than distinct ids: there are fewer, and their ids may be twice as long. */
const MAX_KNOWN_GROUPS = 10_000;
const MAX_CLOCKS = 10_000;

export function createDrainCaches(journal: string): DrainCaches {
  return {
    sessionProperties: sessionPropertiesCache(),
    replayGuard: new ReplayGuard(journal),
    knownDistinctIds: new KnownIds(),
    knownGroups: new KnownIds(MAX_KNOWN_GROUPS),
    clocks: new RecentMap(MAX_CLOCKS),
  };
}

export interface StoreResult {
  /** Events of removed projects, which are ignored. */
  readonly dropped: number;
  /** Events that are new in the store; snapshots count even if they were stored before. */
  readonly stored: number;
  readonly refusedMerges: readonly RefusedMerge<NormalizedEvent>[];
  readonly refusedChanges: number;
  /** Invalid snapshots, or parts of them. */
  readonly refused: readonly RefusedSnapshot<NormalizedEvent>[];
  /** Stored events that are not applied yet: pass them again, as `isStored`, before later events of their projects. */
  readonly unapplied: readonly NormalizedEvent[];
}

export interface StoreEventsPorts extends DrainCaches {
  readonly store: Pick<Store, "recordings" | "transaction" | "projectRemovals" | "records" | "events">;
  readonly snapshotLimits: SnapshotLimits;
  /** Ends long turns; if absent, all events are applied, however long that takes. */
  readonly pace?: Pick<WorkPace, "apply"> | undefined;
  readonly isStored?: boolean | undefined;
}

type EventsByProject = ReadonlyMap<ProjectId, readonly NormalizedEvent[]>;

/** Stores events in order, with their persons, groups and recordings; ignores removed projects. Idempotent. */
export async function storeEvents(events: readonly NormalizedEvent[], ports: StoreEventsPorts): Promise<StoreResult> {
  const { store, clocks, isStored = false } = ports;
  const { projectRemovals } = store;
  const projects = groupBy(events, ({ projectId }) => projectId);
  const removed = await projectRemovals.removedOf([...projects.keys()]);
  for (const projectId of removed) projects.delete(projectId);
  const rest = removed.size === 0 ? events : events.filter(({ projectId }) => projects.has(projectId));
  const corrected = isStored
    ? rest
    : await correctClocks(rest, { records: store.records, events: store.events, clocks, now: Date.now });
  const byProject = corrected === rest ? projects : groupBy(corrected, ({ projectId }) => projectId);
  const result = await storeOfProjects(corrected, byProject, ports);
  // What a removal that began meanwhile has missed, or an interrupted run has stored, is removed again.
  for (const projectId of new Set([...removed, ...(await projectRemovals.removedOf([...projects.keys()]))])) {
    await projectRemovals.advance(projectId, "removing", Date.now());
  }
  return { ...result, dropped: events.length - rest.length };
}

async function storeOfProjects(
  events: readonly NormalizedEvent[],
  projects: EventsByProject,
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
      let refusedChanges = 0;
      const apply = async (parts: EventsByProject, requireTurn?: () => void) => {
        const recorded = await recordPersonsAndGroups(parts, { ...caches, requireTurn }, ports);
        for (const merge of recorded.refusedMerges) refusedMerges.push(merge);
        refusedChanges += recorded.refusedChanges;
      };
      const unapplied = pace ? await pace.apply(projects, apply) : [];
      if (!pace) await apply(projects);
      return { stored: inserted + snapshots, refusedMerges, refusedChanges, refused, unapplied };
    });
  } catch (error) {
    caches.replayGuard.clear();
    caches.knownDistinctIds.clear();
    caches.knownGroups.clear();
    throw error;
  }
}

/** Each step waits until it is done for all projects, so that the store needs the same few commands for any number. */
async function recordPersonsAndGroups(
  projects: EventsByProject,
  { replayGuard, ...context }: Omit<DrainCaches, "sessionProperties"> & Pick<RecordPersonsPorts, "requireTurn">,
  { persons, groups, checkpoints }: StorePorts,
): Promise<RecordedPersons<NormalizedEvent>> {
  const unprocessed = new Map<ProjectId, readonly NormalizedEvent[]>();
  await forEachProject(projects, async (projectId, events) => {
    const rest = await replayGuard.filterUnprocessed(projectId, events, checkpoints);
    if (rest.length > 0) unprocessed.set(projectId, rest);
  });
  const refusedMerges: RefusedMerge<NormalizedEvent>[] = [];
  const refused: number[] = [];
  // Groups first: persons store a checkpoint, and what is before that is skipped when the events are stored again.
  await forEachProject(unprocessed, async (projectId, events) => {
    refused.push(await recordGroups(projectId, events, { groups, ...context }));
  });
  await forEachProject(unprocessed, async (projectId, events) => {
    const beforeMerge = (position: Position) => replayGuard.advance(projectId, position, checkpoints);
    const recorded = await recordPersons(projectId, events, { persons, beforeMerge, ...context });
    for (const merge of recorded.refusedMerges) refusedMerges.push(merge);
    refused.push(recorded.refusedChanges);
  });
  await forEachProject(unprocessed, async (projectId, events) => {
    const last = events.at(-1)?.position;
    if (last) await replayGuard.advance(projectId, { ...last, index: last.index + 1 }, checkpoints);
  });
  return { refusedMerges, refusedChanges: refused.reduce((sum, count) => sum + count, 0) };
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
  const kept = event === HEATMAP_EVENT ? heatmapProperties(json) : json;
  return { projectId, uuid, event, distinctId, timestamp, receivedAt, properties: kept };
}

const START: Position = { group: 0, index: 0 };
const MAX_PROJECTS = 10_000;

/**
 * Keeps a replay from corrupting persons. Events may be applied again in order, unless two persons were merged in
 * between: all changes would go to the merged one. An older copy of a journal would bring back overwritten values. So
 * no event before a checkpoint, stored before each merge and after each batch, is applied again.
 */
class ReplayGuard {
  readonly #journal: string;
  readonly #cache = newLruCache<ProjectId, Position>(MAX_PROJECTS);

  constructor(journal: string) {
    this.#journal = journal;
  }

  /** Returns the events after the project's last checkpoint. They must be in order. */
  async filterUnprocessed<E extends { readonly position: Position }>(
    projectId: ProjectId,
    events: readonly E[],
    checkpoints: Checkpoints,
  ): Promise<readonly E[]> {
    const checkpoint = this.#cache.get(projectId) ?? (await checkpoints.find(this.#journal, projectId)) ?? START;
    this.#cache.set(projectId, checkpoint);
    const [first] = events;
    return first && isBefore(first.position, checkpoint)
      ? events.filter(({ position }) => !isBefore(position, checkpoint))
      : events;
  }

  /** All events before this position must be applied. */
  async advance(projectId: ProjectId, position: Position, checkpoints: Checkpoints): Promise<void> {
    await checkpoints.advance(this.#journal, projectId, position);
    this.#cache.set(projectId, position);
  }

  /** Clears after an error, when it is unknown what the store has kept. */
  clear(): void {
    this.#cache.clear();
  }
}
