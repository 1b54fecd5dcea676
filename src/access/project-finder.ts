import { problem } from "../problem.ts";
import { LookupCache } from "../storage/lookup-cache.ts";
import { type ProjectId, StoreUnavailable, type UserId } from "../storage/ports/common.ts";
import type { Project, Tenants } from "../storage/ports/tenants.ts";
import { isPersonalKey, PROJECT_KEY_PREFIX } from "./api-keys.ts";
import { KEY_CACHE_TTL_MS, type Keyring } from "./keyring.ts";
import { parseProjectId } from "./parse-ids.ts";

/** What a request to a public endpoint shows to say which project it is for. Empty texts count as absent. */
export interface Credentials {
  /** The token of the header `Authorization: Bearer`. */
  readonly bearer?: string | undefined;
  readonly personalApiKey?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Needed with a personal key, ignored with a project key. */
  readonly projectId?: number | string | undefined;
}

/** The project that a public request is for, and the key that says so. */
export interface ProjectAccess {
  readonly projectId: ProjectId;
  readonly keyId: string;
}

const MAX_CACHED_PROJECTS = 10_000;

/** Finds the projects that public requests are for, from memory where it can. */
export class ProjectFinder {
  readonly #keyring: Keyring;
  readonly #projects: LookupCache<Project>;

  constructor(keyring: Keyring, tenants: Pick<Tenants, "projectOfMember">, now: () => number = Date.now) {
    this.#keyring = keyring;
    const find = (name: string) => {
      const [userId, projectId] = name.split(":") as [string, string];
      return tenants.projectOfMember(Number(userId), projectId);
    };
    this.#projects = new LookupCache(find, { now, ttlMs: KEY_CACHE_TTL_MS, max: MAX_CACHED_PROJECTS });
  }

  /**
   * The project of these credentials. The header wins over `personalApiKey`, which wins over `apiKey`; what wins decides alone.
   * Throws `invalid_api_key`, `invalid_personal_api_key`, `invalid_project`, and `fetch_team_fail` where nobody can tell.
   */
  async find(credentials: Credentials): Promise<ProjectAccess> {
    try {
      return await this.#find(credentials);
    } catch (error) {
      throw error instanceof StoreUnavailable ? problem("fetch_team_fail", { retryAfter: 1 }) : error;
    }
  }

  async #find({ bearer, personalApiKey, apiKey, projectId }: Credentials): Promise<ProjectAccess> {
    if (bearer && !bearer.startsWith(PROJECT_KEY_PREFIX)) return this.#findByPersonalKey(bearer, projectId);
    if (bearer) return this.#findByProjectKey(bearer);
    if (personalApiKey) return this.#findByPersonalKey(personalApiKey, projectId);
    if (!apiKey) throw problem("invalid_api_key");
    return isPersonalKey(apiKey) ? this.#findByPersonalKey(apiKey, projectId) : this.#findByProjectKey(apiKey);
  }

  async #findByProjectKey(presented: string): Promise<ProjectAccess> {
    const key = await this.#keyring.findProjectKey(presented);
    if (key === null) throw problem("invalid_api_key");
    return { projectId: key.projectId, keyId: key.id };
  }

  async #findByPersonalKey(presented: string, wanted: Credentials["projectId"]): Promise<ProjectAccess> {
    const key = await this.#keyring.findPersonalKey(presented);
    if (key === null) throw problem("invalid_personal_api_key");
    const projectId = wanted === undefined ? null : parseProjectId(wanted);
    if (projectId === null || !(await this.#isMember(key.userId, projectId))) {
      throw problem("invalid_project", { attr: "project_id" });
    }
    return { projectId, keyId: key.id };
  }

  async #isMember(userId: UserId, projectId: ProjectId): Promise<boolean> {
    return (await this.#projects.get(`${userId}:${projectId}`)) !== null;
  }
}
