import { randomInt } from "node:crypto";
import { Readable } from "node:stream";
import type { FlagDecider } from "../flags/decide/flag-decider.ts";
import { newLruCache } from "../lib/lru-cache.ts";
import { problem } from "../lib/problem.ts";
import { type PeriodicTask, startPeriodic } from "../lib/threads/retry.ts";
import type { Config } from "../settings/config.ts";
import { type Changes, REMOVALS, type Watcher, watchTopic } from "../store/changes.ts";
import { type OrganizationId, type ProjectId, StoreUnavailable } from "../store/ports/common.ts";
import type { ProjectRemovals } from "../store/records/removed-projects.ts";
import type { Tenants } from "../store/records/tenants.ts";

const CHECK_INTERVAL_MS = 500;
/** Proxies end connections that are silent for 30 to 60 seconds. */
const HEARTBEAT_MS = 15_000;
/** Clients then connect again, perhaps to another node, and need a key that is still valid. */
const MAX_STREAM_MS = 3_600_000;
const RETRY_AFTER_SECONDS = 30;
const INACTIVITY_SECONDS = 120;
/** Clients that read slower than events arrive are disconnected. */
const MAX_UNREAD_BYTES = 4096;
/** Clients connect again at spread times, because a restart disconnects all. */
const [MIN_RETRY_MS, MAX_RETRY_MS] = [1000, 5000];

const MAX_CACHED_PROJECTS = 10_000;

type StreamSettings = Pick<
  Config,
  "PUBLIC_URL" | "FLAG_STREAMS_MAX" | "FLAG_STREAMS_PER_PROJECT" | "FLAG_STREAMS_PER_ORGANIZATION"
>;

interface FlagStreamPorts {
  readonly flags: Pick<FlagDecider, "version">;
  readonly removals: Pick<ProjectRemovals, "removedOf">;
  readonly tenants: Pick<Tenants, "findProject">;
  readonly changes: Changes;
}

interface OpenStream {
  readonly projectId: ProjectId;
  readonly organizationId: OrganizationId;
  readonly readable: Readable;
  endsAt: number;
  /** Version of the flags that the client knows. */
  version: string;
  writtenAt: number;
}

/** Announces changes of flags to clients, whichever node has made them. */
export class FlagStreams {
  readonly #ports: FlagStreamPorts;
  readonly #settings: StreamSettings;
  readonly #streams = new Map<ProjectId, Set<OpenStream>>();
  readonly #ofOrganizations = new Map<OrganizationId, Set<OpenStream>>();
  /** A project never changes its organization. */
  readonly #organizations = newLruCache<ProjectId, OrganizationId>(MAX_CACHED_PROJECTS);
  readonly #removals: Watcher;
  readonly #checking: PeriodicTask;
  #count = 0;
  #isClosed = false;

  constructor(ports: FlagStreamPorts, settings: StreamSettings) {
    this.#ports = ports;
    this.#settings = settings;
    this.#removals = watchTopic(ports.changes, REMOVALS);
    this.#checking = startPeriodic(
      () => this.#checkAll(),
      CHECK_INTERVAL_MS,
      () => undefined,
    );
  }

  get count(): number {
    return this.#count;
  }

  /** Returns the member `eventStreams` of an evaluation, behind a comma. */
  describe(projectApiKey: string, version: string): string {
    const { origin, pathname } = new URL(this.#settings.PUBLIC_URL || "http://localhost");
    const path = `${pathname.replace(/\/$/, "")}/ofrep/v1/event_stream`;
    const requestUri = `${path}?api_key=${encodeURIComponent(projectApiKey)}&flagConfigEtag=${version}`;
    const endpoint = { ...(this.#settings.PUBLIC_URL !== "" && { origin }), requestUri };
    const streams = [{ type: "sse", endpoint, inactivityDelaySec: INACTIVITY_SECONDS }];
    return `,"eventStreams":${JSON.stringify(streams)}`;
  }

  /** Throws `throttled` if too many streams are open, and `service_unavailable` if the node stops. */
  async open(projectId: ProjectId, version: string): Promise<Readable> {
    const organizationId = await this.#organizationOf(projectId);
    if (this.#isClosed) throw problem("service_unavailable");
    const ofProject = this.#streams.get(projectId)?.size ?? 0;
    const others = this.#ofOrganizations.get(organizationId)?.size ?? 0;
    const { FLAG_STREAMS_MAX, FLAG_STREAMS_PER_PROJECT, FLAG_STREAMS_PER_ORGANIZATION } = this.#settings;
    const mayOpen = ofProject < FLAG_STREAMS_PER_PROJECT && others < FLAG_STREAMS_PER_ORGANIZATION;
    if (!mayOpen || !(this.#count < FLAG_STREAMS_MAX || this.#endOneOfMore(others + 1))) {
      throw problem("throttled", { detail: "Too many event streams are open.", retryAfter: RETRY_AFTER_SECONDS });
    }
    const readable = new Readable({
      highWaterMark: MAX_UNREAD_BYTES,
      read() {},
      destroy: (error, done) => {
        this.#remove(stream);
        done(error);
      },
    });
    const now = Date.now();
    const owner = { projectId, organizationId };
    const stream: OpenStream = { ...owner, readable, version, writtenAt: now, endsAt: now + MAX_STREAM_MS };
    add(this.#streams, projectId, stream);
    add(this.#ofOrganizations, organizationId, stream);
    this.#count += 1;
    write(stream, `retry: ${randomInt(MIN_RETRY_MS, MAX_RETRY_MS)}\nid: ${oneLine(version)}\n\n`, now);
    return readable;
  }

  /** Ends all streams, so that clients connect to other nodes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const streams of this.#streams.values()) for (const { readable } of streams) readable.push(null);
    await this.#checking.stop();
  }

  /** Counts an unknown project as an organization of its own while the store is unavailable. */
  async #organizationOf(projectId: ProjectId): Promise<OrganizationId> {
    const known = this.#organizations.get(projectId);
    if (known !== undefined) return known;
    const project = await this.#ports.tenants.findProject(projectId).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      return null;
    });
    if (project) this.#organizations.set(projectId, project.organizationId);
    return project?.organizationId ?? projectId;
  }

  /** Ends the oldest stream of the organization with most, if it has more than `count`. Its client connects again. */
  #endOneOfMore(count: number): boolean {
    let most: Set<OpenStream> | undefined;
    for (const streams of this.#ofOrganizations.values()) if (streams.size > (most?.size ?? count)) most = streams;
    const [oldest] = most ?? [];
    if (oldest === undefined) return false;
    this.#remove(oldest);
    oldest.readable.push(null);
    return true;
  }

  #remove(stream: OpenStream): void {
    if (!remove(this.#streams, stream.projectId, stream)) return;
    remove(this.#ofOrganizations, stream.organizationId, stream);
    this.#count -= 1;
  }

  async #checkAll(): Promise<void> {
    if (this.#count === 0) return;
    const readRemoved = () => this.#ports.removals.removedOf([...this.#streams.keys()]);
    const removed = await this.#removals.ifChanged(readRemoved).catch(() => undefined); // tried again
    for (const projectId of removed ?? []) for (const stream of this.#streams.get(projectId) ?? []) stream.endsAt = 0;
    for (const [projectId, streams] of this.#streams) {
      const version = await this.#ports.flags.version(projectId).catch(() => undefined); // tried again
      if (this.#isClosed) return;
      const now = Date.now();
      for (const stream of streams) this.#check(stream, version, now);
    }
  }

  #check(stream: OpenStream, version: string | undefined, now: number): void {
    if (now >= stream.endsAt) stream.readable.push(null);
    else if (version !== undefined && version !== stream.version) {
      stream.version = version;
      const data = JSON.stringify({ type: "refetchEvaluation", etag: version });
      write(stream, `id: ${version}\nevent: message\ndata: ${data}\n\n`, now);
    } else if (now - stream.writtenAt >= HEARTBEAT_MS) write(stream, ":\n\n", now);
  }
}

function add<Key>(sets: Map<Key, Set<OpenStream>>, key: Key, stream: OpenStream): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(stream));
}

function remove<Key>(sets: Map<Key, Set<OpenStream>>, key: Key, stream: OpenStream): boolean {
  const streams = sets.get(key);
  if (!streams?.delete(stream)) return false;
  if (streams.size === 0) sets.delete(key);
  return true;
}

function write(stream: OpenStream, text: string, now: number): void {
  stream.writtenAt = now;
  if (!stream.readable.push(text)) stream.readable.destroy();
}

/** Removes what would add lines to the stream: the version comes from a client. */
function oneLine(version: string): string {
  return version.replaceAll(/[^\w-]/g, "").slice(0, 100);
}
