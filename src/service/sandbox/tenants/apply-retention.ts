import { removeExpiredEvents } from "../../../ingest/drain/event-retention.ts";
import { eraseIfExists } from "../../../recordings/play/erase-recording.ts";
import type { SnapshotMemory } from "../../../recordings/play/snapshot-memory.ts";
import type { FileStore, Store } from "../../../store/ports/stores.ts";
import type { Tenant } from "./tenant.ts";

/** How long a sandbox keeps recordings that are not pinned. */
const RECORDING_RETENTION_MS = 30 * 86_400_000;
const MAX_EXPIRED = 100_000;

export interface RetentionPorts {
  readonly store: Store;
  readonly files: FileStore["files"];
  readonly memory: SnapshotMemory;
}

/** Removes the events and recordings of the tenant that are too old by its clock. */
export async function applyRetention(tenant: Tenant, { store, files, memory }: RetentionPorts): Promise<void> {
  const { tenants, events, records, recordings } = store;
  const now = () => tenant.now();
  const projects = await tenants.projectsOf(tenant.identity.organizationId);
  const ports = { tenants: { listProjects: async () => projects }, events, records, now };
  const signal = new AbortController().signal;
  while (!(await removeExpiredEvents(0, ports, signal)).isComplete);
  const ids = new Set(projects.map(({ id }) => id));
  const expired = await recordings.erasure.expired(now() - RECORDING_RETENTION_MS, MAX_EXPIRED);
  for (const session of expired.filter(({ projectId }) => ids.has(projectId))) {
    await eraseIfExists(session, now(), { ...recordings, files, memory });
  }
}
