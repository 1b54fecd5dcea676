import { recordGroups } from "../../people/groups.ts";
import { recordPersons } from "../../people/record.ts";
import { record } from "../../recordings/recorder.ts";
import type { ProjectId } from "../../storage/ports/common.ts";
import type { Documents } from "../../storage/ports/engines.ts";
import type { AcceptedEvent } from "../event.ts";

export interface StoredCounts {
  /** Events that the store did not have. */
  stored: number;
  /** Merges of persons that were refused. */
  refusedMerges: number;
}

/**
 * Takes events of one or more projects, in order, through the domain into the store. May be repeated from any point: what a part of it did
 * already, it does not do twice.
 */
export async function storeEvents(events: readonly AcceptedEvent[], documents: Documents): Promise<StoredCounts> {
  const counts = { stored: 0, refusedMerges: 0 };
  for (const [projectId, own] of byProject(events)) {
    const refused = await recordPersons(projectId, own, documents.persons);
    counts.refusedMerges += refused.length;
    await recordGroups(projectId, own, documents.groups);
    await record(projectId, own, documents);
  }
  const kept = events.filter(({ event }) => event !== "$snapshot");
  counts.stored = await documents.events.insert(
    kept.map((event) => ({ ...event, properties: JSON.stringify(event.properties) })),
  );
  return counts;
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
