import { claimLease } from "../../store/lease.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { IndexedField, RecordKind, Records, Stored } from "../../store/ports/records.ts";
import {
  type FiledPosition,
  HISTORY_LEFT,
  HISTORY_MANIFESTS,
  HISTORY_POSITION,
  HISTORY_TABLES,
  type HistoryFile,
  LEASES,
  type LeftPosition,
  type Manifest,
} from "../../store/records/history-kinds.ts";
import { scanPages } from "../../store/records/scan-all.ts";
import type { TableName } from "./history-keys.ts";

const POSITION = { name: "events" } as const;
const LEASE = { name: "writer" } as const;
const HOLD = { name: "history files", owner: "copies" } as const;
const PAGE_SIZE = 200;

/** A value, and the version that a change of it requires; null if it does not exist. */
export type Versioned<T> = { readonly value: T; readonly version: string | null };

export const NO_FILES: Manifest = { files: [], replaced: [], filedUpTo: null };
export const NOTHING_LEFT: LeftPosition = {
  leftUpTo: null,
  leavingUpTo: null,
  next: null,
  receivedUntil: null,
  events: 0,
};
export const NOTHING_FILED: FiledPosition = { filedUpTo: null, filing: null };

/** Keeps manifests. A change applies, and returns true, only if the version is still the one that was read. */
export type HistoryRecords = ReturnType<typeof historyRecords>;

/** Returns the records of history, with the manifests of one of its tables. */
export function historyRecords(records: Records, name: TableName = "events") {
  const position = versioned(records, HISTORY_POSITION, POSITION, NOTHING_FILED);
  const left = versioned(records, HISTORY_LEFT, POSITION, NOTHING_LEFT);
  const ofProject = (projectId: ProjectId) =>
    name === "events"
      ? versioned(records, HISTORY_MANIFESTS, { projectId }, NO_FILES)
      : versioned(records, HISTORY_TABLES, { projectId, name }, NO_FILES);
  return {
    position: position.read,
    movePosition: position.change,
    left: left.read,
    moveLeft: left.change,
    manifest: (projectId: ProjectId) => ofProject(projectId).read(),
    changeManifest: (projectId: ProjectId, manifest: Manifest, version: string | null) =>
      ofProject(projectId).change(manifest, version),
    async *projects(): AsyncGenerator<ProjectId> {
      const pages = scanPages(records, HISTORY_MANIFESTS, {}, PAGE_SIZE);
      for await (const page of pages) yield* page.map(({ projectId }) => projectId);
    },
    /** Returns until when events and replaced files must stay: see `holdHistory`. */
    async heldUntil() {
      return (await records.find(LEASES, { name: HOLD.name }))?.until ?? 0;
    },
    /** Claims writing, or prolongs the owner's claim. Returns false while another has it. */
    claim: (owner: string, until: Millis, now: Millis) => claimLease(records, { ...LEASE, owner, until }, now),
  };
}

/** Keeps events in the store, and replaced files, until then, because they are being copied. */
export async function holdHistory(records: Pick<Records, "change">, until: Millis): Promise<void> {
  await records.change(LEASES, { name: HOLD.name }, (held) => ({ ...HOLD, until: Math.max(held?.until ?? 0, until) }));
}

/** Forgets the tables of persons, which no copy has, so that they are written again. */
export async function forgetPersons(records: Records): Promise<void> {
  for await (const page of scanPages(records, HISTORY_TABLES, {}, PAGE_SIZE)) {
    for (const { projectId, name } of page) await records.delete(HISTORY_TABLES, { projectId, name });
  }
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

function versioned<V extends object, R extends V, K extends IndexedField<R>>(
  records: Records,
  kind: RecordKind<R, K>,
  key: Pick<R, K>,
  none: V,
) {
  return {
    read: async (): Promise<Versioned<V>> => {
      const found = await records.find(kind, key);
      return { value: found ?? none, version: found?.version ?? null };
    },
    change: async (value: V, version: string | null): Promise<boolean> => {
      const record = { ...value, ...key } as unknown as R;
      if (version === null) return (await records.insert(kind, record)) !== null;
      return (await records.replace(kind, { ...record, version } as Stored<R>)) !== null;
    },
  };
}

/** Returns the manifest with other files in place of those with these keys. */
export function replaceFiles(
  manifest: Manifest,
  keys: ReadonlySet<string>,
  files: readonly HistoryFile[],
  at: Millis,
): Manifest {
  return {
    ...manifest,
    files: [...manifest.files.filter(({ key }) => !keys.has(key)), ...files],
    replaced: [...manifest.replaced, ...[...keys].map((key) => ({ key, at }))],
  };
}
