import { setTimeout as sleep } from "node:timers/promises";
import { removeExamples } from "../ingest/event-schemas/violations.ts";
import { type PropertyMap, parseExactly } from "../lib/json/json.ts";
import { eraseMembers, renewAllCohortPersons } from "../questions/cohort-members.ts";
import type { HistoryEraser } from "../questions/history/history-eraser.ts";
import { filePrefix } from "../recordings/file-keys.ts";
import { sessionIdOf } from "../recordings/session-properties.ts";
import type { Millis } from "../store/ports/common.ts";
import type { EventPosition, StoredEvent } from "../store/ports/events.ts";
import type { Files } from "../store/ports/files.ts";
import type { LegacyStore } from "../store/ports/legacy-store.ts";
import type { Store } from "../store/ports/stores.ts";
import type { Erasure, ErasureItemKind, ErasureKey, Erasures } from "../store/records/erasures.ts";

const BATCH_ITEMS = 500;

interface ErasedRecordingsPorts {
  readonly store: Pick<Store, "erasures" | "recordings">;
  readonly files: Pick<Files, "list" | "delete">;
  /** Removes what writers of files left that were interrupted before this process started. */
  readonly tidyFiles: () => Promise<void>;
  /** Called between batches. Throws to interrupt the work, which can be repeated. */
  readonly onBatch: () => Promise<void>;
}

async function* batchesOfItems(
  erasure: Erasure,
  kind: ErasureItemKind,
  erasures: Pick<Erasures, "items">,
  size = BATCH_ITEMS,
): AsyncGenerator<string[]> {
  const items = await erasures.items(erasure, kind);
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Adds the persons that the erasure's items stand for now, and all their distinct ids. Idempotent. */
export async function collectDistinctIds(erasure: Erasure, { persons, erasures }: Pick<Store, "persons" | "erasures">) {
  const { projectId } = erasure;
  const uuids = new Set(await erasures.items(erasure, "person"));
  for (const uuid of [...uuids]) {
    const survivor = await persons.findByUuid(projectId, uuid);
    if (survivor) uuids.add(survivor.uuid);
  }
  for await (const distinctIds of batchesOfItems(erasure, "distinct_id", erasures)) {
    for (const { uuid } of (await persons.summarize(projectId, distinctIds)).values()) uuids.add(uuid);
  }
  await erasures.addItems(erasure, "person", [...uuids]);
  for (const uuid of uuids) {
    const distinctIds = await persons.distinctIds(projectId, uuid, Number.MAX_SAFE_INTEGER);
    await erasures.addItems(erasure, "distinct_id", distinctIds);
  }
}

/** Deletes all files of the person's erased recordings, also files unknown to the store. */
async function deleteErasedFiles(
  erasure: Erasure,
  { store, files, onBatch }: Omit<ErasedRecordingsPorts, "tidyFiles">,
): Promise<void> {
  const { projectId } = erasure;
  for await (const sessionIds of batchesOfItems(erasure, "session", store.erasures)) {
    for (const sessionId of await store.recordings.erasure.erased(projectId, sessionIds)) {
      await onBatch();
      const keys: string[] = [];
      for await (const key of files.list(filePrefix({ projectId, sessionId }))) keys.push(key);
      await files.delete(keys);
    }
  }
}

/** Deletes files written meanwhile, too, then forgets the recordings. Returns false if it has to be repeated. */
export async function forgetRecordings(erasure: Erasure, ports: ErasedRecordingsPorts): Promise<boolean> {
  const { recordings, erasures } = ports.store;
  await ports.tidyFiles();
  await deleteErasedFiles(erasure, ports);
  let isForgotten = true;
  for await (const sessionIds of batchesOfItems(erasure, "session", erasures)) {
    await ports.onBatch();
    isForgotten = (await recordings.erasure.forget(erasure.projectId, sessionIds)) && isForgotten;
  }
  return isForgotten;
}

export interface ErasePersonPorts extends ErasedRecordingsPorts {
  readonly store: Pick<Store, "erasures" | "persons" | "events" | "recordings" | "records">;
  readonly files: Files;
  readonly legacy: LegacyStore;
  readonly now: () => Millis;
  readonly history: Pick<HistoryEraser, "erase">;
}

const PAGE = { limit: 10, offset: 0 };
/** Small batches let events be written to the same store meanwhile. */
const MAX_EVENTS_AT_ONCE = 500;
/** Each search reads all events of the project. */
const DISTINCT_IDS_PER_SEARCH = 5000;
const EVENTS_PER_PAGE = { events: 10_000, bytes: 8 * 1024 * 1024 };
const MAX_INCOMPLETE_SNAPSHOTS = 10_000;

/** Removes person and recordings while no node stores the distinct ids. Later events may start a new person. */
export async function detachPerson(erasure: Erasure, ports: ErasePersonPorts): Promise<void> {
  const { erasures, persons } = ports.store;
  for await (const distinctIds of batchesOfItems(erasure, "distinct_id", erasures)) {
    await eraseRecordings(erasure, distinctIds, ports);
    await eraseMembers(erasure.projectId, distinctIds, ports.store.records);
  }
  await ports.onBatch();
  await persons.erase(erasure.projectId, await erasures.items(erasure, "person"));
  await renewAllCohortPersons(erasure.projectId, ports.store.records);
}

/** Leaves files, which take longer, to `removeEvents`: later events wait meanwhile. */
async function eraseRecordings(erasure: Erasure, distinctIds: readonly string[], ports: ErasePersonPorts) {
  const { library, erasure: recordings } = ports.store.recordings;
  const { projectId } = erasure;
  for (;;) {
    const { items } = await library.list(projectId, PAGE, { distinctIds });
    if (items.length === 0) return;
    await ports.onBatch();
    const sessionIds = items.map(({ sessionId }) => sessionId);
    await addSessions(erasure, sessionIds, ports.store.erasures);
    await Promise.all(sessionIds.map((sessionId) => recordings.erase(projectId, sessionId, ports.now())));
  }
}

/** Removes events, and what sessions without a recording have left. */
export async function removeEvents(erasure: Erasure, ports: ErasePersonPorts): Promise<void> {
  const { store, legacy, history, files, onBatch } = ports;
  const { erasures, events, recordings } = store;
  const { projectId, requestedAt: receivedUntil } = erasure;
  for await (const distinctIds of batchesOfItems(erasure, "distinct_id", erasures)) {
    const sessionIds = await legacy.sessionsOf(projectId, distinctIds);
    await legacy.erase(sessionIds.map((sessionId) => ({ projectId, sessionId })));
  }
  for await (const distinctIds of batchesOfItems(erasure, "distinct_id", erasures, DISTINCT_IDS_PER_SEARCH)) {
    for (let next: EventPosition | null = null, isLast = false; !isLast; isLast = next === null) {
      const before: EventPosition | null = next;
      const uuids = await paced(async () => {
        await onBatch();
        const page = await events.newest(projectId, { distinctIds, receivedUntil }, before, EVENTS_PER_PAGE);
        await addSessions(erasure, page.events.flatMap(sessionsOfEvent), erasures);
        next = page.next;
        return page.events.map(({ uuid }) => uuid);
      });
      for (let index = 0; index < uuids.length; index += MAX_EVENTS_AT_ONCE) {
        await paced(async () => {
          await onBatch();
          await events.erase(projectId, uuids.slice(index, index + MAX_EVENTS_AT_ONCE));
        });
      }
    }
    const erased = new Set(distinctIds);
    const isErased = ({ distinctId, receivedAt }: Pick<StoredEvent, "distinctId" | "receivedAt">) =>
      erased.has(distinctId) && receivedAt <= receivedUntil;
    await removeExamples(projectId, isErased, store.records);
    await history.erase({ projectId, distinctIds, receivedUntil }, { records: store.records, files }, onBatch);
  }
  await dropIncompleteSnapshots(erasure, ports);
  for await (const sessionIds of batchesOfItems(erasure, "session", erasures)) {
    await onBatch();
    await recordings.pieces.dropUnrecorded(projectId, sessionIds);
  }
  await deleteErasedFiles(erasure, ports);
}

/** Pauses as long as the work took, which the drain may need. */
async function paced<T>(work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await work();
  await sleep(performance.now() - begin);
  return result;
}

async function dropIncompleteSnapshots(erasure: Erasure, { store, now }: ErasePersonPorts): Promise<void> {
  const { pieces } = store.recordings;
  for (const snapshot of await pieces.staleChunks(now() + 1, MAX_INCOMPLETE_SNAPSHOTS)) {
    if (snapshot.projectId !== erasure.projectId) continue;
    const [first = "{}"] = await pieces.chunks(snapshot);
    const { distinctId = "", receivedAt = 0 } = JSON.parse(first) as Partial<StoredEvent>;
    const matching = await store.erasures.matching(erasure.projectId, [distinctId]);
    if (receivedAt > erasure.requestedAt || !matching.some(({ id }) => id === erasure.id)) continue;
    await addSessions(erasure, [snapshot.sessionId], store.erasures);
    await pieces.dropChunks(snapshot);
  }
}

function sessionsOfEvent({ properties }: StoredEvent): string[] {
  if (!properties.includes("$session_id")) return [];
  return [sessionIdOf(parseExactly(properties) as PropertyMap) ?? []].flat();
}

async function addSessions(erasure: ErasureKey, sessionIds: readonly string[], erasures: Store["erasures"]) {
  const unique = [...new Set(sessionIds)];
  if (unique.length > 0) await erasures.addItems(erasure, "session", unique);
}
