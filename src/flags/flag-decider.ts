import { LookupCache } from "../storage/lookup-cache.ts";
import { type Millis, type ProjectId, StoreUnavailable } from "../storage/ports/common.ts";
import type { Flags } from "../storage/ports/flags.ts";
import type { Groups } from "../storage/ports/groups.ts";
import type { Person, Persons } from "../storage/ports/persons.ts";
import type { PropertyMap } from "../values/properties.ts";
import { evaluateFlags, type FlagDecisions } from "./evaluate.ts";
import type { FlagContext } from "./flag-context.ts";
import { flagFromWire, type JsonValue } from "./flag-definition.ts";
import { buildFlagSet, type FlagSet } from "./flag-set.ts";
import { type LocalDefinitions, localDefinitions } from "./local-definitions.ts";
import type { Reason } from "./reason.ts";
import type { FlagValue } from "./variants.ts";

export interface DecidePorts {
  readonly flags: Flags;
  readonly persons: Pick<Persons, "find">;
  readonly groups: Pick<Groups, "types" | "find">;
  readonly now: () => Millis;
}

/** For whom flags are asked; the properties win over the stored ones. */
export interface FlagQuery {
  readonly distinctId: string;
  /** Who the person was before signing in. */
  readonly anonymousId: string | undefined;
  readonly groups: ReadonlyMap<string, string>;
  readonly personProperties: PropertyMap;
  readonly groupProperties: ReadonlyMap<string, PropertyMap>;
}

/** What is known of a flag whoever asks. */
export interface FlagMetadata {
  readonly name: string;
  /** Higher after each change of the flag. */
  readonly version: number;
}

export interface FlagResults {
  readonly flags: ReadonlyMap<string, FlagValue>;
  readonly reasons: ReadonlyMap<string, Reason>;
  readonly flagMetadata: ReadonlyMap<string, FlagMetadata>;
  readonly payloads: ReadonlyMap<string, JsonValue>;
  /** True where some flags could not be decided; they are left out. */
  readonly isIncomplete: boolean;
}

/** A project's flags and group types, as they were a moment ago. */
interface Rules {
  readonly set: FlagSet;
  readonly flagMetadata: ReadonlyMap<string, FlagMetadata>;
  readonly groupTypes: readonly string[];
}

/** A change of flags takes effect at most this long after. */
const RULES_TTL_MS = 1000;
const MAX_CACHED_PROJECTS = 1000;

/** Decides flags over the store, and reads of it only what a decision hangs on. */
export class FlagDecider {
  readonly #ports: DecidePorts;
  readonly #rules: LookupCache<Rules>;

  constructor(ports: DecidePorts) {
    this.#ports = ports;
    this.#rules = new LookupCache((projectId) => this.#loadRules(projectId), {
      now: ports.now,
      ttlMs: RULES_TTL_MS,
      max: MAX_CACHED_PROJECTS,
    });
  }

  /** Throws `StoreUnavailable` only where the project's flags are not known at all. */
  async decide(projectId: ProjectId, question: FlagQuery): Promise<FlagResults> {
    const rules = await this.#rulesOf(projectId);
    const { flagMetadata: about } = rules;
    const context = requestContext(question, rules, this.#ports.now());
    const first = evaluateFlags(rules.set, context);
    if (first.undecided.size === 0) return toResults(first, about);
    try {
      const known = await this.#loadContext(projectId, question, context, first.missingData);
      return toResults(evaluateFlags(rules.set, known), about);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return toResults(first, about);
    }
  }

  /**
   * The project's flags for libraries that evaluate them by themselves. Throws `StoreUnavailable` where they are not known.
   */
  async definitions(projectId: ProjectId): Promise<LocalDefinitions & Pick<FlagResults, "flagMetadata">> {
    const { set, flagMetadata: about, groupTypes } = await this.#rulesOf(projectId);
    return { ...localDefinitions(set.flags, groupTypes), flagMetadata: about };
  }

  async #rulesOf(projectId: ProjectId): Promise<Rules> {
    const rules = await this.#rules.get(projectId);
    if (!rules) throw new Error(`the flags of project ${projectId} were not read`);
    return rules;
  }

  async #loadRules(projectId: ProjectId): Promise<Rules> {
    const [flags, groupTypes] = await Promise.all([
      this.#ports.flags.list(projectId),
      this.#ports.groups.types(projectId),
    ]);
    const set = buildFlagSet(flags.map(({ definition }) => flagFromWire(JSON.parse(definition))));
    const about = new Map(
      flags.map(({ key, updatedAt }) => [key, { name: set.byKey.get(key)?.name ?? "", version: updatedAt }]),
    );
    return { set, flagMetadata: about, groupTypes };
  }

  async #loadContext(
    projectId: ProjectId,
    question: FlagQuery,
    context: FlagContext,
    wants: FlagDecisions["missingData"],
  ): Promise<FlagContext> {
    const person = await this.#person(projectId, question, wants);
    const identifiers = await this.#identifiers(projectId, question, person, [...wants.identifiers]);
    return {
      ...context,
      person: { given: question.personProperties, stored: person?.properties ?? {} },
      groupProperties: await this.#groupProperties(projectId, question, wants.groups),
      identifiers,
    };
  }

  async #person(projectId: ProjectId, { distinctId, anonymousId }: FlagQuery, wants: FlagDecisions["missingData"]) {
    if (!wants.person && wants.identifiers.size === 0) return undefined;
    const ids = anonymousId === undefined ? [distinctId] : [distinctId, anonymousId];
    const found = await this.#ports.persons.find(projectId, ids);
    return found.get(distinctId) ?? found.get(anonymousId ?? "");
  }

  /** What decides the hash of these flags: for a person that the store knows kept for good, else as the request says. */
  async #identifiers(
    projectId: ProjectId,
    { distinctId, anonymousId }: FlagQuery,
    person: Person | undefined,
    flagKeys: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const first = anonymousId ?? distinctId;
    if (!person || flagKeys.length === 0) return new Map(flagKeys.map((key) => [key, first]));
    return this.#ports.flags.keepIdentifiers(projectId, person.uuid, flagKeys, first);
  }

  async #groupProperties(projectId: ProjectId, question: FlagQuery, types: ReadonlySet<string>) {
    const keys = [...types].flatMap((type) => {
      const key = question.groups.get(type);
      return key === undefined ? [] : [{ type, key }];
    });
    const found = keys.length > 0 ? await this.#ports.groups.find(projectId, keys) : [];
    const stored = new Map(found.map((group) => [group.type, group.properties]));
    return new Map(
      [...question.groups.keys()].map((type) => [
        type,
        { given: question.groupProperties.get(type) ?? {}, stored: stored.get(type) ?? {} },
      ]),
    );
  }
}

function requestContext(question: FlagQuery, { groupTypes }: Rules, now: Millis): FlagContext {
  const { distinctId, groups } = question;
  return {
    distinctId,
    groups,
    groupTypes,
    person: { given: question.personProperties, stored: undefined },
    groupProperties: new Map(
      [...question.groupProperties].map(([type, given]) => [type, { given, stored: undefined }]),
    ),
    identifiers: undefined,
    now,
  };
}

function toResults(
  { flags, reasons, payloads, failed, undecided }: FlagDecisions,
  about: ReadonlyMap<string, FlagMetadata>,
): FlagResults {
  return { flags, reasons, flagMetadata: about, payloads, isIncomplete: failed.size > 0 || undecided.size > 0 };
}
