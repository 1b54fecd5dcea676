import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { runInTurns, type Steps } from "../../lib/threads/loop-turns.ts";
import { type Changes, flagsOf } from "../../store/changes.ts";
import { type LookupCache, lookupCache, type MaybePromise, mapMaybe } from "../../store/lookup-cache.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Groups } from "../../store/ports/persons.ts";
import type { Records } from "../../store/ports/records.ts";
import type { FlagRecords, StoredFlag } from "../../store/records/flags.ts";
import { type FlagDefinition, parseStoredFlag } from "../define/flag-definition.ts";
import { type CohortsById, readCohorts } from "./cohort-rules.ts";
import { type FlagSet, flagSetSteps } from "./flag-set.ts";

export interface FlagMetadata {
  readonly name: string;
  readonly number: number;
  /** Incremented with each change of the flag. */
  readonly version: number;
}

export interface PreparedFlags {
  readonly set: FlagSet;
  readonly flagMetadata: ReadonlyMap<string, FlagMetadata>;
  readonly groupTypes: readonly string[];
  /** Differs after each change, and is the same on all nodes. */
  readonly version: string;
  readonly stored: readonly StoredFlag[];
  readonly cohorts: CohortsById;
}

interface ProjectFlagsPorts {
  readonly flags: Pick<FlagRecords, "list">;
  readonly groups: Pick<Groups, "types">;
  readonly records: Records;
  readonly changes: Pick<Changes, "position" | "hasChanged" | "now">;
  readonly now: () => Millis;
}

interface KnownFlags {
  readonly flags: PreparedFlags;
  /** Changes up to this position are in the flags. */
  readonly position: number;
  /** Time by the clock of changes. */
  readonly readAt: number;
}

/** Upper bound, with the age of the known changes, of the delay after which a change of flags takes effect. */
const FLAGS_TTL_MS = 500;
/** Flags are read again after this time: an older program may have changed some without saying so. */
const MAX_AGE_MS = 60_000;
const MAX_CACHED_PROJECTS = 1000;
/** Versions that a node does not have may be invented: at most one read follows in this time. */
const CATCH_UP_MS = 100;

/** Reads the flags of projects, and prepares them again only if they have changed. */
export class ProjectFlags {
  readonly #ports: ProjectFlagsPorts;
  readonly #cache: LookupCache<KnownFlags>;
  readonly #catchingUp = new Map<ProjectId, Promise<unknown>>();

  constructor(ports: ProjectFlagsPorts) {
    this.#ports = ports;
    this.#cache = lookupCache((projectId, known) => this.#load(projectId, known), {
      now: ports.now,
      ttlMs: FLAGS_TTL_MS,
      max: MAX_CACHED_PROJECTS,
    });
  }

  /** Returns the flags, at once if fresh. Rejects with `StoreUnavailable` if they are neither cached nor readable. */
  get(projectId: ProjectId): MaybePromise<PreparedFlags> {
    return mapMaybe(this.#cache.get(projectId), (known) => {
      if (!known) throw new Error(`the flags of project ${projectId} were not read`);
      return known.flags;
    });
  }

  /** Reads the flags again, within a short time, unless they have this version. Throws as `get` does. */
  async catchUp(projectId: ProjectId, version: string): Promise<void> {
    if ((await this.get(projectId)).version === version) return;
    const reading =
      this.#catchingUp.get(projectId) ??
      sleep(CATCH_UP_MS)
        .then(() => this.#cache.refresh(projectId))
        .finally(() => this.#catchingUp.delete(projectId));
    this.#catchingUp.set(projectId, reading);
    await reading;
  }

  async #load(projectId: ProjectId, known: KnownFlags | null): Promise<KnownFlags> {
    const { flags, groups, records, changes } = this.#ports;
    const position = await changes.position();
    const readAt = changes.now();
    const isRecent = known && readAt - known.readAt < MAX_AGE_MS && !this.#catchingUp.has(projectId);
    if (isRecent && !changes.hasChanged(flagsOf(projectId), known.position)) return { ...known, position };
    const [stored, groupTypes] = await Promise.all([flags.list(projectId), groups.types(projectId)]);
    const cohorts = await readCohorts(projectId, stored, records, known?.flags.cohorts);
    const isSame = known && isUnchanged(known.flags, stored, groupTypes, cohorts);
    const prepared = isSame
      ? known.flags
      : await runInTurns(preparationSteps(stored, groupTypes, cohorts, known?.flags ?? null));
    return { flags: prepared, position, readAt };
  }
}

const revisionsOf = (cohorts: CohortsById) =>
  [...cohorts.values()].map(({ id, revision, persons }) => [id, revision, persons?.digest]);
const agesOf = (cohorts: CohortsById) => [...cohorts.values()].map(({ persons }) => persons?.at);

function isUnchanged(
  known: PreparedFlags,
  stored: readonly StoredFlag[],
  groupTypes: readonly string[],
  cohorts: CohortsById,
): boolean {
  return (
    JSON.stringify(revisionsOf(known.cohorts)) === JSON.stringify(revisionsOf(cohorts)) &&
    JSON.stringify(agesOf(known.cohorts)) === JSON.stringify(agesOf(cohorts)) &&
    known.stored.length === stored.length &&
    known.groupTypes.length === groupTypes.length &&
    known.groupTypes.every((type, index) => type === groupTypes[index]) &&
    known.stored.every((flag, index) => {
      const { number, version, definition } = stored[index] as StoredFlag;
      return flag.number === number && flag.version === version && flag.definition === definition;
    })
  );
}

function* preparationSteps(
  stored: readonly StoredFlag[],
  groupTypes: readonly string[],
  cohorts: CohortsById,
  stale: PreparedFlags | null,
): Steps<PreparedFlags> {
  const known = new Map(stale?.stored.map((flag, index) => [flag.key, { ...flag, parsed: stale.set.flags[index] }]));
  const definitions: FlagDefinition[] = [];
  for (const { key, definition } of stored) {
    const same = known.get(key);
    definitions.push((same?.definition === definition && same.parsed) || parseStoredFlag(definition));
    yield;
  }
  const flagMetadata = new Map(
    stored.map(({ key, number, version }, index) => {
      return [key, { name: definitions[index]?.name ?? "", number, version }];
    }),
  );
  const versions = stored.map(({ number, version }) => [number, version]);
  const version = hash("sha1", JSON.stringify([versions, groupTypes, revisionsOf(cohorts)]), "base64url");
  const set = yield* flagSetSteps(definitions, groupTypes, cohorts);
  return { set, flagMetadata, groupTypes, version, stored, cohorts };
}
