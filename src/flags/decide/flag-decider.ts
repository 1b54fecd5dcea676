import type { PropertyMap } from "../../lib/json/json.ts";
import { runInTurns } from "../../lib/threads/loop-turns.ts";
import type { Changes } from "../../store/changes.ts";
import { type Millis, type ProjectId, StoreUnavailable } from "../../store/ports/common.ts";
import type { Groups, Person, Persons } from "../../store/ports/persons.ts";
import type { Records } from "../../store/ports/records.ts";
import type { Flags } from "../../store/ports/stores.ts";
import type { FlagDefinition, FlagScope } from "../define/flag-definition.ts";
import { evaluateFlags, findMissingData, type MissingData } from "./evaluate.ts";
import { Evaluation } from "./evaluation.ts";
import { type FlagContext, type FlagDecisions, type KnownProperties, Undecided } from "./flag-context.ts";
import type { FlagSet } from "./flag-set.ts";
import { type LocalDefinitions, localDefinitions } from "./local-definitions.ts";
import type { PropertyLookup } from "./predicates.ts";
import { type FlagMetadata, type PreparedFlags, ProjectFlags } from "./project-flags.ts";
import { RolloutHashCache } from "./rollout-hashes.ts";

/** Saves evaluation, not reads: most requests ask again about a person whose properties have not changed. */

interface DecidePorts {
  readonly flags: Flags;
  readonly persons: Pick<Persons, "find">;
  readonly groups: Pick<Groups, "types" | "find">;
  readonly records: Records;
  readonly changes: Changes;
  readonly now: () => Millis;
}

/** Whom to evaluate flags for. These properties take precedence over stored ones. */
export interface FlagQuery {
  readonly distinctId: string;
  /** The distinct id before signing in. */
  readonly anonymousId: string | undefined;
  readonly groups: ReadonlyMap<string, string>;
  readonly personProperties: PropertyMap;
  readonly groupProperties: ReadonlyMap<string, PropertyMap>;
  /** Which program asks; flags for others are left out. All flags are decided if absent. */
  readonly audience?: Audience | undefined;
  /** False if nothing may be stored: identifiers that decide for good are then read only. */
  readonly keepsIdentifiers?: boolean;
}

interface Audience {
  /** Undefined if it is not known. */
  readonly runtime: FlagScope["evaluation_runtime"] | undefined;
  readonly contexts: readonly string[];
}

export interface FlagResults {
  readonly decisions: FlagDecisions;
  readonly flagMetadata: ReadonlyMap<string, FlagMetadata>;
  /** Differs after each change of the flags, and is the same on all nodes. */
  readonly version: string;
}

/** What was decided, and all flags of the project, also those that are not in use. */
interface FlagExplanation extends FlagResults {
  readonly flags: readonly FlagDefinition[];
}

export type Definitions = LocalDefinitions & Pick<FlagResults, "flagMetadata">;

/** Evaluates flags. Reads persons and groups from the store only if a decision depends on them. */
export class FlagDecider {
  readonly #ports: DecidePorts;
  readonly #projectFlags: ProjectFlags;
  readonly #persons: PersonReader;
  readonly #hashes = new RolloutHashCache();
  readonly #definitions = new WeakMap<PreparedFlags, Promise<Definitions>>();

  constructor(ports: DecidePorts) {
    this.#ports = ports;
    this.#persons = new PersonReader(ports.persons);
    this.#projectFlags = new ProjectFlags(ports);
  }

  /** Evaluates the project's flags. Throws `StoreUnavailable` only if they can neither be read nor are cached. */
  async decide(projectId: ProjectId, query: FlagQuery): Promise<FlagResults> {
    const { set, flagMetadata, version } = await this.#projectFlags.get(projectId);
    const context = requestContext(query, this.#ports.now());
    const early = new Evaluation(set, context, (identifier) => this.#hashes.of(set, identifier));
    const recalled = recallDecisions(early);
    if (recalled) return { decisions: visible(recalled, query, set), flagMetadata, version };
    const missing = findMissingData(early);
    const evaluation = missing ? await this.#complete(projectId, query, early, missing) : early;
    const decisions = recallDecisions(evaluation) ?? evaluateAndRemember(evaluation);
    return { decisions: visible(decisions, query, set), flagMetadata, version };
  }

  /** Evaluates all of the project's flags without storing anything, and tells why. Throws as `decide` does. */
  async explain(projectId: ProjectId, query: FlagQuery): Promise<FlagExplanation> {
    const { set } = await this.#projectFlags.get(projectId);
    return { ...(await this.decide(projectId, { ...query, keepsIdentifiers: false })), flags: set.flags };
  }

  /** Returns the version of the project's flags. Throws as `decide` does. */
  async version(projectId: ProjectId): Promise<string> {
    return (await this.#projectFlags.get(projectId)).version;
  }

  /** Reads the flags again unless they have this version, which another node may know already. Throws as `decide`. */
  catchUp(projectId: ProjectId, version: string): Promise<void> {
    return this.#projectFlags.catchUp(projectId, version);
  }

  /** Returns the evaluation with the stored data that decisions depend on; unchanged if the store is unavailable. */
  async #complete(
    projectId: ProjectId,
    query: FlagQuery,
    evaluation: Evaluation<FlagSet>,
    { person: isPersonMissing, identifiers, groups }: MissingData,
  ): Promise<Evaluation<FlagSet>> {
    const { context } = evaluation;
    try {
      const person = isPersonMissing || identifiers.size > 0 ? await this.#person(projectId, query) : undefined;
      const hasGroups = query.groups.size + query.groupProperties.size > 0;
      return evaluation.complete({
        ...context,
        person: { fromRequest: query.personProperties, stored: person?.properties ?? {}, uuid: person?.uuid },
        groupProperties: hasGroups ? await this.#groupProperties(projectId, query, groups) : context.groupProperties,
        identifiers: identifiers.size > 0 ? await this.#identifiers(projectId, query, person, [...identifiers]) : NONE,
      });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return evaluation;
    }
  }

  /** Returns flags for libraries: the same object until they change. Throws `StoreUnavailable` as `decide` does. */
  async definitions(projectId: ProjectId): Promise<Definitions> {
    const prepared = await this.#projectFlags.get(projectId);
    const { set, flagMetadata, groupTypes, cohorts } = prepared;
    const known = this.#definitions.get(prepared);
    if (known) return known;
    const making = runInTurns(localDefinitions(set.flags, groupTypes, cohorts)).then((local) => {
      return { ...local, flagMetadata };
    });
    this.#definitions.set(prepared, making);
    return making;
  }

  /** Returns the flag with this number or, if there is none, this key. Throws `StoreUnavailable` as `decide` does. */
  async find(projectId: ProjectId, name: string): Promise<FlagDefinition | undefined> {
    const { set, flagMetadata } = await this.#projectFlags.get(projectId);
    const byNumber = set.flags.find(({ key }) => String(flagMetadata.get(key)?.number) === name);
    return byNumber ?? set.flags.find(({ key }) => key === name);
  }

  async #person(projectId: ProjectId, { distinctId, anonymousId }: FlagQuery) {
    const ids = anonymousId === undefined ? [distinctId] : [distinctId, anonymousId];
    const found = await this.#persons.find(projectId, ids);
    return found.get(distinctId) ?? found.get(anonymousId ?? "");
  }

  /** Returns the identifiers to hash: stored permanently for a known person, otherwise from the request. */
  async #identifiers(
    projectId: ProjectId,
    { distinctId, anonymousId, keepsIdentifiers = true }: FlagQuery,
    person: Person | undefined,
    flagKeys: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const firstId = anonymousId ?? distinctId;
    if (!person) return new Map(flagKeys.map((key) => [key, firstId]));
    if (!keepsIdentifiers) {
      const kept = await this.#ports.flags.identifiersOf(projectId, person.uuid);
      return new Map(flagKeys.map((key) => [key, kept.get(key) ?? firstId]));
    }
    return this.#ports.flags.keepIdentifiers(projectId, person.uuid, flagKeys, firstId);
  }

  async #groupProperties(projectId: ProjectId, query: FlagQuery, types: ReadonlySet<string>) {
    const keys = [...types].flatMap((type) => {
      const key = query.groups.get(type);
      return key === undefined ? [] : [{ type, key }];
    });
    const found = keys.length > 0 ? await this.#ports.groups.find(projectId, keys) : [];
    const stored = new Map(found.map((group) => [group.type, group.properties]));
    const named = new Set([...query.groups.keys(), ...query.groupProperties.keys()]);
    return new Map(
      [...named].map((type) => [
        type,
        { fromRequest: query.groupProperties.get(type) ?? {}, stored: stored.get(type) ?? {} },
      ]),
    );
  }
}

function visible(decisions: FlagDecisions, { audience }: FlagQuery, { scoped }: FlagSet): FlagDecisions {
  if (!audience || scoped.length === 0) return decisions;
  const { runtime, contexts } = audience;
  const isVisible = ({ evaluation_runtime: wanted, evaluation_contexts: only }: FlagScope) =>
    (wanted === "all" || wanted === runtime || runtime === "all") &&
    (only.length === 0 || contexts.length === 0 || only.some((one) => contexts.includes(one)));
  const hidden = scoped.filter((flag) => !isVisible(flag));
  return hidden.length === 0 ? decisions : decisions.without(new Set(hidden.map(({ key }) => key)));
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** Recalled decisions are not remembered again: a new entry for each request would fill V8's old generation. */
function evaluateAndRemember(evaluation: Evaluation<FlagSet>): FlagDecisions {
  const decisions = evaluateFlags(evaluation);
  rememberDecisions(evaluation, decisions);
  return decisions;
}

function requestContext(query: FlagQuery, now: Millis): FlagContext {
  const { distinctId, groups, groupProperties } = query;
  const unread = (fromRequest: PropertyMap): KnownProperties => ({ fromRequest, stored: undefined });
  const unreadGroups = [...groupProperties].map(([type, sent]) => [type, unread(sent)] as const);
  return {
    distinctId,
    groups,
    person: unread(query.personProperties),
    groupProperties: unreadGroups.length === 0 ? NONE : new Map(unreadGroups),
    identifiers: undefined,
    now,
  };
}

/** Returns the last decisions about the distinct id if its properties are the same; otherwise undefined. */
export function recallDecisions(evaluation: Evaluation<FlagSet>): FlagDecisions | undefined {
  if (!evaluation.set.isByPerson) return undefined;
  const { last } = evaluation.personHashes;
  if (last === undefined) return undefined;
  const isSame = evaluation.set.properties.every((property, index) => {
    const value = knownValue(property.read(evaluation));
    return value !== UNCOMPARABLE && value === last.values[index];
  });
  return isSame ? last.decisions : undefined;
}

/** Keeps decisions for `recallDecisions`, about those whose hashes are kept. */
export function rememberDecisions(evaluation: Evaluation<FlagSet>, decisions: FlagDecisions): void {
  if (!evaluation.set.isByPerson || !evaluation.personHashes.isKept) return;
  const values = evaluation.set.properties.map((property) => knownValue(property.read(evaluation)));
  if (!values.includes(UNCOMPARABLE)) evaluation.personHashes.last = { values, decisions };
}

const [ABSENT, UNCOMPARABLE] = [Symbol("absent"), Symbol("uncomparable")];
/** Longer texts would be kept in memory. */
const MAX_TEXT_LENGTH = 200;

/** Returns a scalar as it is; lists, objects, long texts and properties that were not read are never the same. */
function knownValue(lookup: PropertyLookup): unknown {
  if (lookup === "absent") return ABSENT;
  if (lookup instanceof Undecided) return UNCOMPARABLE;
  const { value } = lookup;
  if (typeof value === "string") return value.length <= MAX_TEXT_LENGTH ? value : UNCOMPARABLE;
  return typeof value === "object" && value !== null ? UNCOMPARABLE : value;
}

type Found = ReadonlyMap<string, Person>;

type Batch = { readonly distinctIds: Set<string>; readonly found: Promise<Found> };

const MAX_BATCH = 200;

/** Reads persons of simultaneous requests with one query, at a third of the cost. Finds all stored before the call. */
export class PersonReader {
  readonly #persons: Pick<Persons, "find">;
  readonly #batches = new Map<ProjectId, Batch>();

  constructor(persons: Pick<Persons, "find">) {
    this.#persons = persons;
  }

  /** Returns the persons by distinct id, also others than those asked for. */
  find(projectId: ProjectId, distinctIds: readonly string[]): Promise<Found> {
    let batch = this.#batches.get(projectId);
    if (batch === undefined || batch.distinctIds.size >= MAX_BATCH) {
      batch = this.#newBatch(projectId);
      this.#batches.set(projectId, batch);
    }
    for (const distinctId of distinctIds) batch.distinctIds.add(distinctId);
    return batch.found;
  }

  #newBatch(projectId: ProjectId): Batch {
    const distinctIds = new Set<string>();
    const read = () => {
      if (this.#batches.get(projectId)?.distinctIds === distinctIds) this.#batches.delete(projectId);
      return this.#persons.find(projectId, [...distinctIds]);
    };
    return { distinctIds, found: new Promise<void>((resolve) => setImmediate(resolve)).then(read) };
  }
}
