import { LookupCache } from "../storage/lookup-cache.ts";
import { type Millis, type ProjectId, StoreUnavailable } from "../storage/ports/common.ts";
import type { Flags } from "../storage/ports/flags.ts";
import type { Groups } from "../storage/ports/groups.ts";
import type { Person, Persons } from "../storage/ports/persons.ts";
import type { PropertyMap } from "../values/json.ts";
import { evaluateFlags, type FlagDecisions, type Reason } from "./evaluate.ts";
import type { FlagContext } from "./flag-context.ts";
import { flagFromJson, type JsonValue } from "./flag-definition.ts";
import { buildFlagSet, type FlagSet } from "./flag-set.ts";
import { type LocalDefinitions, localDefinitions } from "./local-definitions.ts";
import type { FlagValue } from "./rollout.ts";

export interface DecidePorts {
  readonly flags: Flags;
  readonly persons: Pick<Persons, "find">;
  readonly groups: Pick<Groups, "types" | "find">;
  readonly now: () => Millis;
}

/** The person and groups to evaluate flags for. These properties take precedence over stored ones. */
export interface FlagQuery {
  readonly distinctId: string;
  /** The distinct id before signing in. */
  readonly anonymousId: string | undefined;
  readonly groups: ReadonlyMap<string, string>;
  readonly personProperties: PropertyMap;
  readonly groupProperties: ReadonlyMap<string, PropertyMap>;
}

export interface FlagMetadata {
  readonly name: string;
  /** Increases with each change of the flag. */
  readonly version: number;
}

export interface FlagResults {
  readonly flags: ReadonlyMap<string, FlagValue>;
  readonly reasons: ReadonlyMap<string, Reason>;
  readonly flagMetadata: ReadonlyMap<string, FlagMetadata>;
  readonly payloads: ReadonlyMap<string, JsonValue>;
  /** True if some flags could not be decided. They are omitted. */
  readonly isIncomplete: boolean;
}

/** A project's flags and group types, as cached. */
interface ProjectFlags {
  readonly set: FlagSet;
  readonly flagMetadata: ReadonlyMap<string, FlagMetadata>;
  readonly groupTypes: readonly string[];
}

/** Upper bound of the delay after which a change of flags takes effect. */
const FLAGS_TTL_MS = 1000;
const MAX_CACHED_PROJECTS = 1000;

/** Evaluates flags. Reads persons and groups from the store only if a decision depends on them. */
export class FlagDecider {
  readonly #ports: DecidePorts;
  readonly #cache: LookupCache<ProjectFlags>;

  constructor(ports: DecidePorts) {
    this.#ports = ports;
    this.#cache = new LookupCache((projectId) => this.#loadFlags(projectId), {
      now: ports.now,
      ttlMs: FLAGS_TTL_MS,
      max: MAX_CACHED_PROJECTS,
    });
  }

  /** Evaluates the project's flags. Throws `StoreUnavailable` only if they can neither be read nor are cached. */
  async decide(projectId: ProjectId, query: FlagQuery): Promise<FlagResults> {
    const { set, groupTypes, flagMetadata } = await this.#projectFlags(projectId);
    const context = requestContext(query, groupTypes, this.#ports.now());
    const decisions = evaluateFlags(set, context);
    if (decisions.undecided.size === 0) return toResults(decisions, flagMetadata);
    try {
      const fullContext = await this.#loadContext(projectId, query, context, decisions.missingData);
      return toResults(evaluateFlags(set, fullContext, decisions), flagMetadata);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return toResults(decisions, flagMetadata);
    }
  }

  /** Returns the project's flags for libraries that evaluate them. Throws `StoreUnavailable` as `decide` does. */
  async definitions(projectId: ProjectId): Promise<LocalDefinitions & Pick<FlagResults, "flagMetadata">> {
    const { set, flagMetadata, groupTypes } = await this.#projectFlags(projectId);
    return { ...localDefinitions(set.flags, groupTypes), flagMetadata };
  }

  async #projectFlags(projectId: ProjectId): Promise<ProjectFlags> {
    const flags = await this.#cache.get(projectId);
    if (!flags) throw new Error(`the flags of project ${projectId} were not read`);
    return flags;
  }

  async #loadFlags(projectId: ProjectId): Promise<ProjectFlags> {
    const [flags, groupTypes] = await Promise.all([
      this.#ports.flags.list(projectId),
      this.#ports.groups.types(projectId),
    ]);
    const set = buildFlagSet(flags.map(({ definition }) => flagFromJson(JSON.parse(definition))));
    const flagMetadata = new Map(
      flags.map(({ key, updatedAt }) => [key, { name: set.byKey.get(key)?.name ?? "", version: updatedAt }]),
    );
    return { set, flagMetadata, groupTypes };
  }

  async #loadContext(
    projectId: ProjectId,
    query: FlagQuery,
    context: FlagContext,
    missingData: FlagDecisions["missingData"],
  ): Promise<FlagContext> {
    const person = await this.#person(projectId, query, missingData);
    const identifiers = await this.#identifiers(projectId, query, person, [...missingData.identifiers]);
    return {
      ...context,
      person: { fromRequest: query.personProperties, stored: person?.properties ?? {} },
      groupProperties: await this.#groupProperties(projectId, query, missingData.groups),
      identifiers,
    };
  }

  async #person(
    projectId: ProjectId,
    { distinctId, anonymousId }: FlagQuery,
    missingData: FlagDecisions["missingData"],
  ) {
    if (!missingData.person && missingData.identifiers.size === 0) return undefined;
    const ids = anonymousId === undefined ? [distinctId] : [distinctId, anonymousId];
    const found = await this.#ports.persons.find(projectId, ids);
    return found.get(distinctId) ?? found.get(anonymousId ?? "");
  }

  /** Returns the identifiers to hash: stored permanently for a known person, otherwise from the request. */
  async #identifiers(
    projectId: ProjectId,
    { distinctId, anonymousId }: FlagQuery,
    person: Person | undefined,
    flagKeys: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const firstId = anonymousId ?? distinctId;
    if (!person || flagKeys.length === 0) return new Map(flagKeys.map((key) => [key, firstId]));
    return this.#ports.flags.keepIdentifiers(projectId, person.uuid, flagKeys, firstId);
  }

  async #groupProperties(projectId: ProjectId, query: FlagQuery, types: ReadonlySet<string>) {
    const keys = [...types].flatMap((type) => {
      const key = query.groups.get(type);
      return key === undefined ? [] : [{ type, key }];
    });
    const found = keys.length > 0 ? await this.#ports.groups.find(projectId, keys) : [];
    const stored = new Map(found.map((group) => [group.type, group.properties]));
    return new Map(
      [...query.groups.keys()].map((type) => [
        type,
        { fromRequest: query.groupProperties.get(type) ?? {}, stored: stored.get(type) ?? {} },
      ]),
    );
  }
}

function requestContext(query: FlagQuery, groupTypes: readonly string[], now: Millis): FlagContext {
  const { distinctId, groups } = query;
  return {
    distinctId,
    groups,
    groupTypes,
    person: { fromRequest: query.personProperties, stored: undefined },
    groupProperties: new Map(
      [...query.groupProperties].map(([type, fromRequest]) => [type, { fromRequest, stored: undefined }]),
    ),
    identifiers: undefined,
    now,
  };
}

function toResults(
  { flags, reasons, payloads, failed, undecided }: FlagDecisions,
  flagMetadata: ReadonlyMap<string, FlagMetadata>,
): FlagResults {
  return { flags, reasons, flagMetadata, payloads, isIncomplete: failed.size > 0 || undecided.size > 0 };
}
