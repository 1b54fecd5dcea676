import type { Position } from "../storage/ports/checkpoints.ts";
import type { Millis, ProjectId } from "../storage/ports/common.ts";
import type { NewDistinctId, PersonRef, Persons } from "../storage/ports/persons.ts";
import { identifier } from "../values/identifier.ts";
import type { PropertyChange, PropertyMap } from "../values/properties.ts";
import { propertyOf } from "../values/properties.ts";
import { personChange } from "./changes.ts";
import type { KnownPersons } from "./known-persons.ts";
import { type MergePorts, type MergeWish, merge, type Refusal } from "./merge.ts";

/** What of an event concerns its person. */
export interface PersonEvent {
  readonly position: Position;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly properties: PropertyMap;
}

export interface RecordPorts extends MergePorts {
  /** One for the process. */
  readonly known: KnownPersons;
}

/** An event whose merge was refused; the rest of what it says was done. */
export interface RefusedMerge<E extends PersonEvent> {
  readonly event: E;
  readonly refusal: Refusal;
}

/**
 * Gives each event's distinct id a person, and carries out, in the events' order, what they say of it: properties, who it is, and which distinct
 * ids are one. All of it may be repeated from any point. Gives the merges that were refused.
 */
export async function recordPersons<E extends PersonEvent>(
  projectId: ProjectId,
  events: readonly E[],
  ports: RecordPorts,
): Promise<RefusedMerge<E>[]> {
  const refused: RefusedMerge<E>[] = [];
  for (const part of partsByMerge(events)) {
    const refusal = part.wish ? await merge(projectId, part.wish, ports) : null;
    if (refusal) refused.push({ event: part.events[0], refusal });
    await recordUnmerged(projectId, part.events, ports);
  }
  return refused;
}

interface Part<E> {
  /** What the first event asks for. */
  readonly wish: MergeWish | null;
  readonly events: [E, ...E[]];
}

/** Cuts before each event that asks for a merge, so that the merge comes before all that follows it. */
function partsByMerge<E extends PersonEvent>(events: readonly E[]): Part<E>[] {
  const parts: Part<E>[] = [];
  for (const event of events) {
    const wish = mergeWish(event);
    const last = parts.at(-1);
    if (wish || !last) parts.push({ wish, events: [event] });
    else last.events.push(event);
  }
  return parts;
}

function mergeWish({ event, distinctId, timestamp, position, properties }: PersonEvent): MergeWish | null {
  const key = event === "$identify" ? "$anon_distinct_id" : event === "$create_alias" ? "alias" : null;
  const other = key === null ? "" : identifier(propertyOf(properties, key));
  return other === "" || other === distinctId ? null : { distinctId, other, at: timestamp, position };
}

async function recordUnmerged(
  projectId: ProjectId,
  events: readonly PersonEvent[],
  { persons, known }: RecordPorts,
): Promise<void> {
  const wanted = new Map<string, NewDistinctId>();
  const telling: PersonEvent[] = [];
  for (const event of events) {
    const { distinctId, timestamp: at } = event;
    const tells = event.event === "$identify" || personChange(event.properties) !== null;
    if (tells) telling.push(event);
    if ((tells || !known.has(projectId, distinctId)) && !wanted.has(distinctId))
      wanted.set(distinctId, { distinctId, at });
  }
  if (wanted.size === 0) return;
  const found = await persons.ensure(projectId, [...wanted.values()]);
  known.add(projectId, wanted.keys());
  const updates = updatesOf(telling, found);
  if (updates.length > 0) await persons.update(projectId, updates);
}

type Update = Parameters<Persons["update"]>[1][number];

/** What the events say of their persons, put together for each of these. */
function updatesOf(events: readonly PersonEvent[], found: ReadonlyMap<string, PersonRef>): Update[] {
  const updates = new Map<string, { uuid: string; changes: PropertyChange[]; identify: boolean }>();
  for (const { event, distinctId, properties } of events) {
    const change = personChange(properties);
    const person = found.get(distinctId);
    const identify = event === "$identify" && !person?.isIdentified;
    if (!person || (!change && !identify)) continue;
    const update = updates.get(person.uuid) ?? { uuid: person.uuid, changes: [], identify: false };
    if (change) update.changes.push(change);
    update.identify ||= identify;
    updates.set(person.uuid, update);
  }
  return [...updates.values()];
}
