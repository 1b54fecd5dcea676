import { recordGroups } from "../../people/groups.ts";
import { type RefusedMerge, recordPersons } from "../../people/record.ts";
import { record } from "../../recordings/recorder/recorder.ts";
import type { RefusedSnapshot } from "../../recordings/recorder/snapshots.ts";
import type { ProjectId } from "../../storage/ports/common.ts";
import type { DocumentPorts, Documents } from "../../storage/ports/engines.ts";
import type { StoredEvent } from "../../storage/ports/events.ts";
import { byProject } from "../../storage/values/by-project.ts";
import { jsonText } from "../../values/exact-json.ts";
import type { AcceptedEvent } from "../event.ts";
import type { DrainMemory } from "./memory.ts";

export interface StoreResult {
  /** Events that the store has now; one that it had already counts only if it is a snapshot. */
  readonly stored: number;
  readonly refusedMerges: readonly RefusedMerge<AcceptedEvent>[];
  /** Snapshots, or parts of them, that make no sense. */
  readonly refused: readonly RefusedSnapshot<AcceptedEvent>[];
}

export interface StorePorts extends DrainMemory {
  readonly documents: Pick<Documents, "recordings" | "together">;
  /** The most that one snapshot may have as JSON, unpacked. */
  readonly snapshotBytes: number;
}

/**
 * Takes events of one or more projects, in order, through the domain into the store. May be repeated from any point: what a part of it did
 * already, it does not do twice.
 */
export async function storeEvents(
  events: readonly AcceptedEvent[],
  { documents, noted, snapshotBytes, ...memory }: StorePorts,
): Promise<StoreResult> {
  const projects = byProject(events);
  const refused: RefusedSnapshot<AcceptedEvent>[] = [];
  let snapshots = 0;
  for (const [projectId, own] of projects) {
    const recorded = await record(projectId, own, { recordings: documents.recordings, noted, snapshotBytes });
    refused.push(...recorded.refused);
    snapshots += recorded.stored;
  }
  // A snapshot's data belong to its recording, and are kept only there.
  const rows = events.filter(({ event }) => event !== "$snapshot").map(toStored);
  try {
    return await documents.together(async (ports) => {
      const inserted = await ports.events.insert(rows);
      const refusedMerges: RefusedMerge<AcceptedEvent>[] = [];
      for (const [projectId, own] of projects) {
        refusedMerges.push(...(await recordPeople(projectId, own, memory, ports)));
      }
      return { stored: inserted + snapshots, refusedMerges, refused };
    });
  } catch (error) {
    memory.guard.forget();
    memory.known.forget();
    throw error;
  }
}

async function recordPeople(
  projectId: ProjectId,
  events: readonly AcceptedEvent[],
  { guard, known }: Omit<DrainMemory, "noted">,
  { persons, groups, checkpoints }: DocumentPorts,
): Promise<RefusedMerge<AcceptedEvent>[]> {
  const rest = await guard.rest(projectId, events, checkpoints);
  const beforeMerge = (position: AcceptedEvent["position"]) => guard.advance(projectId, position, checkpoints);
  const refused = await recordPersons(projectId, rest, { persons, known, beforeMerge });
  await recordGroups(projectId, events, groups);
  return refused;
}

function toStored({
  projectId,
  uuid,
  event,
  distinctId,
  timestamp,
  receivedAt,
  properties,
}: AcceptedEvent): StoredEvent {
  return { projectId, uuid, event, distinctId, timestamp, receivedAt, properties: jsonText(properties) };
}
