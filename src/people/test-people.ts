import type { PropertyMap } from "../properties.ts";
import type { Documents } from "../storage/ports/engines.ts";
import { recordGroups } from "./groups.ts";
import { KnownPersons } from "./known-persons.ts";
import { type PersonEvent, recordPersons } from "./record.ts";

/** Monday, 6 May 2024, 12:00 UTC: when the tests' events happen, unless they say otherwise. */
export const NOON = Date.UTC(2024, 4, 6, 12);

/** For tests: an event, at the first place of a journal. */
export function happened(event: string, distinctId: string, properties: PropertyMap = {}, at = NOON): PersonEvent {
  return { position: { group: 1, place: 0 }, event, distinctId, timestamp: at, properties };
}

/** For tests: lets events happen to persons and groups, as the drain does; gives the merges that were refused. */
export async function record(
  projectId: string,
  events: readonly PersonEvent[],
  { persons, groups }: Pick<Documents, "persons" | "groups">,
) {
  const refused = await recordPersons(projectId, events, {
    persons,
    known: new KnownPersons(),
    beforeMerge: async () => undefined,
  });
  await recordGroups(projectId, events, groups);
  return refused;
}
