import type { ProjectId } from "../../store/ports/common.ts";
import type { Events } from "../../store/ports/events.ts";
import type { Batch, HistoryFile, Manifest } from "../../store/records/history-kinds.ts";
import { dayName, dayNumber, MAX_AHEAD_MS } from "./history-keys.ts";
import type { HistoryRecords, Versioned } from "./history-records.ts";
import { goLive, type WriterPorts } from "./table-log.ts";
import { writeBatch } from "./write-batch.ts";

export interface FileEventsPorts extends WriterPorts {
  readonly events: Pick<Events, "settled" | "storedLines">;
}

/** Limits new files, so that sorting takes little memory. */
const MAX_BATCH_EVENTS = 50_000;

type Manifests = Map<ProjectId, Versioned<Manifest>>;

/**
 * Files the next batch of all projects' events. Returns how many went live; null if there were none to file.
 * The batch is written down before its first file, and the next run completes it unchanged. Each project's part goes
 * live by one change of its manifest, which moves `filedUpTo`: so a repeated run leaves that project out. The change
 * requires the version of the manifest from before the first event was read. So no file undoes an erasure, which
 * removes events first and then changes the manifest.
 */
export async function fileNextBatch(
  ports: FileEventsPorts,
  signal: AbortSignal,
  maxEvents = MAX_BATCH_EVENTS,
): Promise<number | null> {
  const { events, records } = ports;
  const position = await records.position();
  const { filedUpTo, filing } = position.value;
  const batch = filing ?? (await events.settled(filedUpTo, maxEvents));
  if (!batch) return null;
  if (!filing) {
    await records.movePosition({ filedUpTo, filing: batch }, position.version);
    return fileNextBatch(ports, signal, maxEvents);
  }
  const manifests = await unfiledManifests(batch, records);
  // If the position changed, the batch may be done, and manifests may be further than it.
  if ((await records.position()).version !== position.version) return 0;
  const { receivedUntil } = (await records.left()).value;
  const lastDay = receivedUntil === null ? "" : dayName(dayNumber(receivedUntil + MAX_AHEAD_MS));
  const withLeft = ({ value }: Versioned<Manifest>) => value.files.filter(({ day }) => day <= lastDay);
  const projects = new Map([...manifests].map(([id, manifest]) => [id, withLeft(manifest)]));
  const range = { after: filedUpTo, until: batch.until, projects };
  const written =
    manifests.size > 0
      ? await writeBatch(range, { ...ports, workshop: await ports.workshop() }, signal)
      : new Map<ProjectId, HistoryFile[]>();
  let rows = 0;
  let isComplete = true;
  for (const [projectId, manifest] of manifests) {
    const files = written.get(projectId) ?? [];
    const { value } = manifest;
    const changed = { ...value, files: [...value.files, ...files], filedUpTo: batch.until };
    if (await goLive(projectId, manifest, files, changed, ports)) for (const file of files) rows += file.rows;
    else isComplete = false;
  }
  if (isComplete) await records.movePosition({ filedUpTo: batch.until, filing: null }, position.version);
  return rows;
}

async function unfiledManifests({ until, projects }: Batch, records: HistoryRecords): Promise<Manifests> {
  const manifests: Manifests = new Map();
  for (const projectId of projects) {
    const manifest = await records.manifest(projectId);
    if (manifest.value.filedUpTo !== until) manifests.set(projectId, manifest);
  }
  return manifests;
}
