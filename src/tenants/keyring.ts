import { createHash } from "node:crypto";
import { problem } from "../lib/problem.ts";
import type { Closer } from "../lib/threads/closers.ts";
import { startPeriodic } from "../lib/threads/retry.ts";
import { type LookupCache, lookupCache, type MaybePromise, mapMaybe } from "../store/lookup-cache.ts";
import { type Millis, type ProjectId, StoreUnavailable, type UserId } from "../store/ports/common.ts";
import type { Key, Keys, PersonalKey, ProjectKey } from "../store/records/keys.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { parseProjectId } from "../store/stored-ids.ts";

export const PROJECT_KEY_PREFIX = "phc_";
export const PERSONAL_KEY_PREFIX = "phx_";
const KEY_SHAPE = /^ph[cx]_[A-Za-z0-9_-]{1,100}$/;

/** Returns the text by which the store finds a key; null if it cannot be one. */
export function computeKeyLookup(presented: string): string | null {
  if (!KEY_SHAPE.test(presented)) return null;
  return isPersonalKey(presented) ? hashSecret(presented) : presented;
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

function isProjectKey(presented: string): boolean {
  return presented.startsWith(PROJECT_KEY_PREFIX);
}

/** Checks the prefix; the key may still be invalid. */
export function isPersonalKey(presented: string): boolean {
  return presented.startsWith(PERSONAL_KEY_PREFIX);
}

/** Longest delay until a new or revoked key takes effect. */
export const KEY_CACHE_TTL_MS = 2000;
const MAX_CACHED_KEYS = 10_000;
const MAX_CACHED_PROJECTS = 10_000;

export class Keyring {
  readonly #cache: LookupCache<PersonalKey | ProjectKey>;

  /** Notes every key found in `uses`: up to `KEY_CACHE_TTL_MS` late, because a cached key is not found again. */
  constructor(keys: Pick<Keys, "find">, now: () => number = Date.now, uses?: Pick<KeyUses, "note">) {
    const find = async (lookup: string) => {
      const key = await keys.find(lookup);
      if (key) uses?.note(key);
      return key;
    };
    this.#cache = lookupCache(find, { now, ttlMs: KEY_CACHE_TTL_MS, max: MAX_CACHED_KEYS });
  }

  /** Returns null for an invalid key. Throws `StoreUnavailable` if neither store nor cache can tell. */
  findProjectKey(presented: string): MaybePromise<ProjectKey | null> {
    return mapMaybe(this.#find(presented), (key) => (key?.kind === "project" ? key : null));
  }

  /** Returns null for an invalid key. Throws `StoreUnavailable` if neither store nor cache can tell. */
  findPersonalKey(presented: string): MaybePromise<PersonalKey | null> {
    return mapMaybe(this.#find(presented), (key) => (key?.kind === "personal" ? key : null));
  }

  forget(): void {
    this.#cache.clear();
  }

  #find(presented: string): MaybePromise<PersonalKey | ProjectKey | null> {
    const lookup = computeKeyLookup(presented);
    return lookup === null ? null : this.#cache.get(lookup);
  }
}

export interface Caller {
  readonly userId: UserId;
  /** Id of the key, or what counts as one. */
  readonly keyId: string;
  readonly readOnly: boolean;
  /** Session of the request; absent if a key is used. */
  readonly sessionId?: string;
}

/** Throws `not_authenticated` without a key, `invalid_personal_api_key`, and `StoreUnavailable`. */
export async function authenticate(presented: string | undefined, keyring: Keyring): Promise<Caller> {
  if (presented === undefined || presented === "") throw problem("not_authenticated");
  const key = await keyring.findPersonalKey(presented);
  if (key === null) throw problem("invalid_personal_api_key");
  return { userId: key.userId, keyId: key.id, readOnly: key.readOnly };
}

/** Throws `invalid_api_key`, `invalid_personal_api_key`, and `fetch_team_fail` if neither store nor cache can tell. */
export async function requireValidKey(bearer: string, keyring: Keyring): Promise<void> {
  try {
    const isForProject = isProjectKey(bearer);
    const key = await (isForProject ? keyring.findProjectKey(bearer) : keyring.findPersonalKey(bearer));
    if (key === null) throw problem(isForProject ? "invalid_api_key" : "invalid_personal_api_key");
  } catch (error) {
    throw error instanceof StoreUnavailable ? projectUnavailable(error) : error;
  }
}

/** Throws as `ProjectFinder.find` does if the key is absent or invalid. */
export async function requireValidCredentials(
  { personalApiKey, apiKey = "" }: Pick<Credentials, "apiKey" | "personalApiKey">,
  keyring: Keyring,
): Promise<void> {
  const key = personalApiKey || apiKey;
  if (!personalApiKey && !isPersonalKey(key) && !isProjectKey(key)) throw problem("invalid_api_key");
  await requireValidKey(key, keyring);
}

function projectUnavailable(cause: StoreUnavailable): Error {
  const refusal = problem("fetch_team_fail", { retryAfter: 1 });
  refusal.cause = cause;
  return refusal;
}

/** Credentials of a public request. Empty strings count as absent. */
export interface Credentials {
  /** The token of the header `Authorization: Bearer`. */
  readonly bearer?: string | undefined;
  readonly personalApiKey?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Required with a personal key, ignored with a project key. */
  readonly projectId?: number | string | undefined;
}

interface ProjectAccess {
  readonly projectId: ProjectId;
  readonly keyId: string;
  readonly readOnly: boolean;
}

export type ProjectFinder = ReturnType<typeof projectFinder>;

export function projectFinder(keyring: Keyring, tenants: Tenants, now: () => number = Date.now) {
  const findMembership = (membership: string) => {
    const [userId, projectId] = membership.split(":") as [string, string];
    return tenants.projectOfMember(Number(userId), projectId);
  };
  const projects = lookupCache(findMembership, { now, ttlMs: KEY_CACHE_TTL_MS, max: MAX_CACHED_PROJECTS });
  const isMember = async (userId: UserId, projectId: ProjectId) =>
    (await projects.get(`${userId}:${projectId}`)) !== null;

  const findByProjectKey = (presented: string): MaybePromise<ProjectAccess> =>
    mapMaybe(keyring.findProjectKey(presented), (key) => {
      if (key === null) throw problem("invalid_api_key");
      return { projectId: key.projectId, keyId: key.id, readOnly: false };
    });
  const findByUser = async (personalApiKey: string, requestedId: Credentials["projectId"]): Promise<ProjectAccess> => {
    const key = await keyring.findPersonalKey(personalApiKey);
    if (key === null) throw problem("invalid_personal_api_key");
    const projectId = requestedId === undefined ? null : parseProjectId(requestedId);
    if (projectId === null || !(await isMember(key.userId, projectId))) throw problem("invalid_project");
    return { projectId, keyId: key.id, readOnly: key.readOnly };
  };
  const findAny = ({ bearer, personalApiKey, apiKey, projectId }: Credentials): MaybePromise<ProjectAccess> => {
    const isForUser = bearer && !isProjectKey(bearer);
    if (isForUser && projectId === undefined && apiKey && isProjectKey(apiKey)) return findByProjectKey(apiKey);
    if (bearer) return isForUser ? findByUser(bearer, projectId) : findByProjectKey(bearer);
    if (personalApiKey) return findByUser(personalApiKey, projectId);
    if (!apiKey) throw problem("invalid_api_key");
    return isPersonalKey(apiKey) ? findByUser(apiKey, projectId) : findByProjectKey(apiKey);
  };
  return {
    /**
     * Prefers `bearer` over `personalApiKey` over `apiKey`; tries no other if that is invalid. Without a project id, a
     * project key in `apiKey` wins over a personal `bearer`, which some clients always send. Throws `invalid_api_key`,
     * `invalid_personal_api_key`, `invalid_project`, and `fetch_team_fail` if neither store nor cache can tell.
     * Returns and throws at once if the key is cached.
     */
    find(credentials: Credentials): MaybePromise<ProjectAccess> {
      const found = findAny(credentials);
      if (!(found instanceof Promise)) return found;
      return found.catch((error) => {
        throw error instanceof StoreUnavailable ? projectUnavailable(error) : error;
      });
    },
  };
}

const HOUR_MS = 3_600_000;
/** Exceeds the keys used in an interval by any installation; further uses are noted when those keys are found again. */
const MAX_NOTED_KEYS = 10_000;

export type KeyUses = ReturnType<typeof keyUsesOf>;

/** Notes the hours in which keys are used, off the path of requests. A use lost in a crash is noted with the next. */
export function keyUsesOf(keys: Pick<Keys, "recordUses">, now: () => Millis = Date.now) {
  const noted = new Map<string, Millis>();
  return {
    /** Called with a key just read from the store because of a request. */
    note({ id, lastUsedAt }: Key): void {
      const at = now();
      const hour = at - (at % HOUR_MS);
      if (lastUsedAt !== null && lastUsedAt >= hour) return;
      if (noted.has(id) || noted.size < MAX_NOTED_KEYS) noted.set(id, hour);
    },

    /** Stores noted uses. After an error, the next call does. */
    async store(): Promise<void> {
      const uses = [...noted].map(([id, at]) => ({ id, at }));
      if (uses.length === 0) return;
      await keys.recordUses(uses);
      for (const { id, at } of uses) if (noted.get(id) === at) noted.delete(id);
    },
  };
}

const INTERVAL_MS = 10_000;

/** Stores periodically while keys are used, and at the end. Reports failures to `onLate`. */
export function startKeyUses(keys: Keys, closers: Closer[], onLate: (error: unknown) => void): KeyUses {
  const keyUses = keyUsesOf(keys);
  const storing = startPeriodic(() => keyUses.store(), INTERVAL_MS, onLate);
  closers.push(async () => {
    await storing.stop();
    await keyUses.store().catch(() => undefined); // a missing use does no harm
  });
  return keyUses;
}
