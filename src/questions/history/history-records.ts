import { claimLease } from "../../store/lease.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { IndexedField, RecordKind, Records, Stored } from "../../store/ports/records.ts";
import { HISTORY_LEFT, HISTORY_MANIFESTS, HISTORY_POSITION, LEASES } from "../../store/records/history-kinds.ts";
import { type HistoryRecords, NO_FILES, NOTHING_FILED, NOTHING_LEFT } from "./manifest.ts";

const POSITION = { name: "events" } as const;
const LEASE = { name: "writer" } as const;
const HOLD = { name: "history files", owner: "copies" } as const;
const PAGE_SIZE = 200;

export function historyRecords(records: Records): HistoryRecords {
  return {
    async position() {
      const found = await records.find(HISTORY_POSITION, POSITION);
      return found ? { value: found, version: found.version } : { value: NOTHING_FILED, version: null };
    },
    movePosition: ({ filedUpTo, filing }, version) =>
      compareAndSet(records, HISTORY_POSITION, { ...POSITION, filedUpTo, filing }, version),
    async left() {
      const found = await records.find(HISTORY_LEFT, POSITION);
      return found ? { value: found, version: found.version } : { value: NOTHING_LEFT, version: null };
    },
    moveLeft: ({ leftUpTo, leavingUpTo, next, receivedUntil, events }, version) =>
      compareAndSet(
        records,
        HISTORY_LEFT,
        { ...POSITION, leftUpTo, leavingUpTo, next, receivedUntil, events },
        version,
      ),
    async manifest(projectId) {
      const found = await records.find(HISTORY_MANIFESTS, { projectId });
      return found ? { value: found, version: found.version } : { value: NO_FILES, version: null };
    },
    changeManifest: (projectId, { files, replaced, filedUpTo, table }, version) =>
      compareAndSet(
        records,
        HISTORY_MANIFESTS,
        { projectId, files, replaced, filedUpTo, ...(table && { table }) },
        version,
      ),
    async *projects() {
      let after: { readonly projectId: ProjectId } | undefined;
      do {
        const page: readonly { readonly projectId: ProjectId }[] = await records.scan(
          HISTORY_MANIFESTS,
          {},
          { limit: PAGE_SIZE, after: after && { ...NO_FILES, ...after } },
        );
        yield* page.map(({ projectId }) => projectId);
        after = page.length === PAGE_SIZE ? page.at(-1) : undefined;
      } while (after);
    },
    async heldUntil() {
      return (await records.find(LEASES, { name: HOLD.name }))?.until ?? 0;
    },
    claim: (owner, until, now) => claimLease(records, { ...LEASE, owner, until }, now),
  };
}

/** Keeps events in the store, and replaced files, until then, because they are being copied. */
export async function holdHistory(records: Pick<Records, "change">, until: Millis): Promise<void> {
  await records.change(LEASES, { name: HOLD.name }, (held) => ({ ...HOLD, until: Math.max(held?.until ?? 0, until) }));
}

/** Forgets all files, so that all events are filed again: a restored store comes without its files. */
export async function forgetHistory(records: Records): Promise<void> {
  for await (const projectId of historyRecords(records).projects()) {
    await records.delete(HISTORY_MANIFESTS, { projectId });
  }
  await records.delete(HISTORY_POSITION, POSITION);
  await records.delete(HISTORY_LEFT, POSITION);
  await records.delete(LEASES, LEASE);
}

async function compareAndSet<R extends object, K extends IndexedField<R>>(
  records: Records,
  kind: RecordKind<R, K>,
  record: R,
  version: string | null,
): Promise<boolean> {
  if (version === null) return (await records.insert(kind, record)) !== null;
  return (await records.replace(kind, { ...record, version } as Stored<R>)) !== null;
}
