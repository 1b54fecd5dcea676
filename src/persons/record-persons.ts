import { isPropertyMap, type PropertyChange, type PropertyMap, propertyOf } from "../lib/json/json.ts";
import { RecentMap } from "../lib/recent-map.ts";
import { settleAll } from "../lib/settle-all.ts";
import type { Millis, Position, ProjectId, RequireTurn } from "../store/ports/common.ts";
import type { NewDistinctId, Persons } from "../store/ports/persons.ts";
import {
  type IndependentMerge,
  independentMerges,
  isReserved,
  type MergeRequest,
  mergedDistinctId,
  type PersonBatch,
  personBatch,
} from "./person-batch.ts";

export interface PersonEvent {
  readonly position: Position;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly properties: PropertyMap;
}

export interface RecordPersonsPorts extends Pick<MergePorts, "beforeMerge"> {
  readonly persons: Persons;
  readonly knownDistinctIds: KnownIds;
  /** May throw `TurnEnded`. */
  readonly requireTurn?: RequireTurn | undefined;
}

/** The event's other changes were applied. */
export interface RefusedMerge<E extends PersonEvent> {
  readonly event: E;
  readonly refusal: MergeRefusal;
}

export interface RecordedPersons<E extends PersonEvent> {
  readonly refusedMerges: readonly RefusedMerge<E>[];
  /** Property changes refused because a person would have more than 1 MB of them. */
  readonly refusedChanges: number;
}

type MergeRefusal = "reserved_distinct_id" | "already_identified";

interface MergePorts {
  readonly beforeMerge: (position: Position) => Promise<void>;
  /** Returns the due merge, and others that may be carried out with it. */
  readonly dueMerges: () => readonly IndependentMerge[];
  /** Called when a merge drops one person's properties, because both have more than 1 MB. */
  readonly onPropertiesDropped: () => void;
}

const DEFAULT_MAX_IDS = 50_000;

/**
 * Ensures persons for all distinct ids first, at once: which of them share one does not depend on the rest. Then
 * applies properties, identifications and merges in order. Ignores events that concern no person. May be repeated from
 * any point: changes are stored before each merge and at the end, and a repetition skips what is before a merge.
 */
export async function recordPersons<E extends PersonEvent>(
  projectId: ProjectId,
  events: readonly E[],
  { persons, knownDistinctIds, beforeMerge, requireTurn = () => {} }: RecordPersonsPorts,
): Promise<RecordedPersons<E>> {
  const refusedMerges: RefusedMerge<E>[] = [];
  let refusedChanges = 0;
  const batch = personBatch(projectId, persons);
  const flush = async () => {
    refusedChanges += await batch.flush(requireTurn);
  };
  const mergePorts: Omit<MergePorts, "dueMerges"> = {
    beforeMerge: async (position) => {
      await flush();
      requireTurn();
      await beforeMerge(position);
    },
    onPropertiesDropped: () => {
      refusedChanges += 1;
    },
  };
  const { steps, wanted } = readSteps(events.filter(concernsPerson), (id) => knownDistinctIds.has(projectId, id));
  const created = await batch.ensure(wanted);
  knownDistinctIds.add(projectId, distinctIdsOf(wanted));
  for (const [index, { event, mergeRequest, change, identify }] of steps.entries()) {
    const ports = { ...mergePorts, dueMerges: () => independentMerges(batch, steps.slice(index)) };
    const refusal = mergeRequest && (await mergeDistinctIds(batch, mergeRequest, ports));
    if (refusal) refusedMerges.push({ event, refusal });
    if (!created.has(event.distinctId)) batch.change(batch.get(event.distinctId), change, identify);
  }
  await flush();
  return { refusedMerges, refusedChanges };
}

/**
 * Excludes anonymous events, which belong to the person that gets their distinct id later, and events that identify a
 * group: libraries send them with a distinct id such as `$company_acme`.
 */
export function concernsPerson({ event, properties }: Pick<PersonEvent, "event" | "properties">): boolean {
  return event !== "$groupidentify" && propertyOf(properties, "$process_person_profile") !== false;
}

interface Step<E> {
  readonly event: E;
  readonly mergeRequest: MergeRequest | null;
  readonly change: PropertyChange | null;
  readonly identify: boolean;
}

interface WantedPerson extends NewDistinctId {
  changes: PropertyChange[] | undefined;
  identify: boolean;
}

/** Skips persons that are known and stay unchanged. */
function readSteps<E extends PersonEvent>(
  events: readonly E[],
  isKnown: (distinctId: string) => boolean,
): { steps: Step<E>[]; wanted: NewDistinctId[] } {
  const steps: Step<E>[] = [];
  const wanted: NewDistinctId[] = [];
  const byDistinctId = new Map<string, WantedPerson>();
  const mayMerge = events.some((event) => mergedDistinctId(event) !== null);
  for (const event of events) {
    const { distinctId, timestamp: at, properties } = event;
    const mergeRequest = mayMerge ? readMergeRequest(event) : null;
    const change = readPersonChange(properties);
    const identify = event.event === "$identify";
    const isStep = mergeRequest !== null || identify || change !== null;
    if (isStep) steps.push({ event, mergeRequest, change, identify });
    else if (isKnown(distinctId)) continue;
    if (mergeRequest && !isReserved(mergeRequest)) wanted.push({ distinctId, at, sameAs: mergeRequest.other });
    let person = byDistinctId.get(distinctId);
    if (!person) {
      person = { distinctId, at, changes: undefined, identify: false };
      byDistinctId.set(distinctId, person);
      wanted.push(person);
    }
    if (!isStep || mayMerge) continue;
    person.changes ??= [];
    if (change) person.changes.push(change);
    person.identify ||= identify;
  }
  return { steps, wanted };
}

function readMergeRequest(event: PersonEvent): MergeRequest | null {
  const other = mergedDistinctId(event);
  return other === null ? null : { distinctId: event.distinctId, other, position: event.position };
}

function* distinctIdsOf(wanted: readonly NewDistinctId[]): Generator<string> {
  for (const { distinctId, sameAs } of wanted) {
    yield distinctId;
    if (sameAs !== undefined) yield sameAs;
  }
}

/** Merges the other person into the event's, unless it is identified. Both must be ensured. Idempotent. */
async function mergeDistinctIds(
  batch: PersonBatch,
  request: MergeRequest,
  { beforeMerge, dueMerges, onPropertiesDropped }: MergePorts,
): Promise<MergeRefusal | null> {
  if (isReserved(request)) return "reserved_distinct_id";
  const [into, from] = [batch.get(request.distinctId), batch.get(request.other)];
  if (into === from) return null;
  if (from.isIdentified) return "already_identified";
  await beforeMerge(request.position);
  for (const result of await settleAll(dueMerges().map(({ into, from }) => batch.merge(into, from)))) {
    if (result === "properties_dropped") onPropertiesDropped();
  }
  return batch.get(request.other) === batch.get(request.distinctId) ? null : "already_identified";
}

export function readPersonChange(properties: PropertyMap): PropertyChange | null {
  const set = nonEmptyMap(properties, "$set");
  const setOnce = nonEmptyMap(properties, "$set_once");
  const unset = propertyNames(propertyOf(properties, "$unset"));
  return set || setOnce || unset.length > 0 ? { set, setOnce, unset } : null;
}

function nonEmptyMap(properties: PropertyMap, key: string): PropertyMap | undefined {
  const value = propertyOf(properties, key);
  return isPropertyMap(value) && Object.keys(value).length > 0 ? value : undefined;
}

function propertyNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((name): name is string => typeof name === "string");
  return isPropertyMap(value) ? Object.keys(value) : [];
}

/** Caches ids of persons and groups that exist: they stay, so most events need no lookup. */
export class KnownIds {
  readonly #known: RecentMap<true>;

  /** Keeps the last `max` to `2 * max` ids used. */
  constructor(max = DEFAULT_MAX_IDS) {
    this.#known = new RecentMap(max);
  }

  has(projectId: ProjectId, id: string): boolean {
    return this.#known.get(`${projectId}/${id}`) === true;
  }

  add(projectId: ProjectId, ids: Iterable<string>): void {
    for (const id of ids) this.#known.set(`${projectId}/${id}`, true);
  }

  /** Clears after an error, when it is unknown what the store has kept. */
  clear(): void {
    this.#known.clear();
  }
}
