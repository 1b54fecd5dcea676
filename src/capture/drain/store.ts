import { recordGroups } from "../../people/groups.ts";
import { recordPersons } from "../../people/record.ts";
import type { NotedSessions } from "../../recordings/notes.ts";
import { record } from "../../recordings/recorder.ts";
import type { RefusedSnapshot } from "../../recordings/snapshots.ts";
import type { ProjectId } from "../../storage/ports/common.ts";
import type { Documents } from "../../storage/ports/engines.ts";
import type { AcceptedEvent } from "../event.ts";

export interface StoreResult {
  /** Events that the store has now; one that it had already counts only if it is a snapshot. */
  readonly stored: number;
  /** Merges of persons that were refused. */
  readonly refusedMerges: number;
  /** Snapshots, or parts of them, that make no sense. */
  readonly refused: readonly RefusedSnapshot<AcceptedEvent>[];
}

export interface StorePorts {
  readonly documents: Pick<Documents, "persons" | "groups" | "recordings" | "events">;
  readonly noted: NotedSessions;
  /** The most that one snapshot may have as JSON, unpacked. */
  readonly snapshotBytes: number;
}

/**
 * Takes events of one or more projects, in order, through the domain into the store. May be repeated from any point: what a part of it did
 * already, it does not do twice.
 */
export async function storeEvents(
  events: readonly AcceptedEvent[],
  { documents, noted, snapshotBytes }: StorePorts,
): Promise<StoreResult> {
  const { persons, groups, recordings } = documents;
  const refused: RefusedSnapshot<AcceptedEvent>[] = [];
  let refusedMerges = 0;
  let snapshots = 0;
  for (const [projectId, own] of byProject(events)) {
    refusedMerges += (await recordPersons(projectId, own, persons)).length;
    await recordGroups(projectId, own, groups);
    const recorded = await record(projectId, own, { recordings, noted, snapshotBytes });
    refused.push(...recorded.refused);
    snapshots += recorded.stored;
  }
  // A snapshot's data belong to its recording, and are kept only there.
  const kept = events.filter(({ event }) => event !== "$snapshot");
  const inserted = await documents.events.insert(
    kept.map((event) => ({ ...event, properties: JSON.stringify(event.properties) })),
  );
  return { stored: inserted + snapshots, refusedMerges, refused };
}

function byProject(events: readonly AcceptedEvent[]): Map<ProjectId, AcceptedEvent[]> {
  const projects = new Map<ProjectId, AcceptedEvent[]>();
  for (const event of events) {
    const own = projects.get(event.projectId);
    if (own) own.push(event);
    else projects.set(event.projectId, [event]);
  }
  return projects;
}
