import { randomInt } from "node:crypto";
import { Readable } from "node:stream";
import type { FlagDecider } from "../flags/decide/flag-decider.ts";
import { newLruCache } from "../lib/lru-cache.ts";
import { problem } from "../lib/problem.ts";
import { startPeriodic } from "../lib/threads/retry.ts";
import type { Config } from "../settings/config.ts";
import { type Changes, REMOVALS, watchTopic } from "../store/changes.ts";
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

export type FlagStreams = ReturnType<typeof newFlagStreams>;

/** Announces changes of flags to clients, whichever node has made them. */
export function newFlagStreams(ports: FlagStreamPorts, settings: StreamSettings) {
  const ofProjects = new Map<ProjectId, Set<OpenStream>>();
  const ofOrganizations = new Map<OrganizationId, Set<OpenStream>>();
  /** A project never changes its organization. */
  const organizations = newLruCache<ProjectId, OrganizationId>(MAX_CACHED_PROJECTS);
  const removals = watchTopic(ports.changes, REMOVALS);
  let count = 0;
  let isClosed = false;
  const checking = startPeriodic(checkAll, CHECK_INTERVAL_MS, () => undefined);
  /** Counts an unknown project as an organization of its own while the store is unavailable. */
  async function organizationOf(projectId: ProjectId): Promise<OrganizationId> {
    const known = organizations.get(projectId);
    if (known !== undefined) return known;
    const project = await ports.tenants.findProject(projectId).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      return null;
    });
    if (project) organizations.set(projectId, project.organizationId);
    return project?.organizationId ?? projectId;
  }
  /** Ends the oldest stream of the organization with most, if it has more than `least`. Its client connects again. */
  function endOneOfMore(least: number): boolean {
    let most: Set<OpenStream> | undefined;
    for (const streams of ofOrganizations.values()) if (streams.size > (most?.size ?? least)) most = streams;
    const [oldest] = most ?? [];
    if (oldest === undefined) return false;
    remove(oldest);
    oldest.readable.push(null);
    return true;
  }
  function remove(stream: OpenStream): void {
    if (!removeFrom(ofProjects, stream.projectId, stream)) return;
    removeFrom(ofOrganizations, stream.organizationId, stream);
    count -= 1;
  }
  async function checkAll(): Promise<void> {
    if (count === 0) return;
    const readRemoved = () => ports.removals.removedOf([...ofProjects.keys()]);
    const removed = await removals.ifChanged(readRemoved).catch(() => undefined); // tried again
    for (const projectId of removed ?? []) for (const stream of ofProjects.get(projectId) ?? []) stream.endsAt = 0;
    for (const [projectId, streams] of ofProjects) {
      const version = await ports.flags.version(projectId).catch(() => undefined); // tried again
      if (isClosed) return;
      const now = Date.now();
      for (const stream of streams) check(stream, version, now);
    }
  }
  function check(stream: OpenStream, version: string | undefined, now: number): void {
    if (now >= stream.endsAt) stream.readable.push(null);
    else if (version !== undefined && version !== stream.version) {
      stream.version = version;
      const data = JSON.stringify({ type: "refetchEvaluation", etag: version });
      write(stream, `id: ${version}\nevent: message\ndata: ${data}\n\n`, now);
    } else if (now - stream.writtenAt >= HEARTBEAT_MS) write(stream, ":\n\n", now);
  }
  return {
    get count(): number {
      return count;
    },
    /** Returns the member `eventStreams` of an evaluation, behind a comma. */
    describe(projectApiKey: string, version: string): string {
      const { origin, pathname } = new URL(settings.PUBLIC_URL || "http://localhost");
      const path = `${pathname.replace(/\/$/, "")}/ofrep/v1/event_stream`;
      const requestUri = `${path}?api_key=${encodeURIComponent(projectApiKey)}&flagConfigEtag=${version}`;
      const endpoint = { ...(settings.PUBLIC_URL !== "" && { origin }), requestUri };
      const streams = [{ type: "sse", endpoint, inactivityDelaySec: INACTIVITY_SECONDS }];
      return `,"eventStreams":${JSON.stringify(streams)}`;
    },
    /** Throws `throttled` if too many streams are open, and `service_unavailable` if the node stops. */
    async open(projectId: ProjectId, version: string): Promise<Readable> {
      const organizationId = await organizationOf(projectId);
      if (isClosed) throw problem("service_unavailable");
      const ofProject = ofProjects.get(projectId)?.size ?? 0;
      const others = ofOrganizations.get(organizationId)?.size ?? 0;
      const { FLAG_STREAMS_MAX, FLAG_STREAMS_PER_PROJECT, FLAG_STREAMS_PER_ORGANIZATION } = settings;
      const mayOpen = ofProject < FLAG_STREAMS_PER_PROJECT && others < FLAG_STREAMS_PER_ORGANIZATION;
      if (!mayOpen || !(count < FLAG_STREAMS_MAX || endOneOfMore(others + 1))) {
        throw problem("throttled", { detail: "Too many event streams are open.", retryAfter: RETRY_AFTER_SECONDS });
      }
      const readable = new Readable({
        highWaterMark: MAX_UNREAD_BYTES,
        read() {},
        destroy: (error, done) => {
          remove(stream);
          done(error);
        },
      });
      const now = Date.now();
      const owner = { projectId, organizationId };
      const stream: OpenStream = { ...owner, readable, version, writtenAt: now, endsAt: now + MAX_STREAM_MS };
      add(ofProjects, projectId, stream);
      add(ofOrganizations, organizationId, stream);
      count += 1;
      write(stream, `retry: ${randomInt(MIN_RETRY_MS, MAX_RETRY_MS)}\nid: ${oneLine(version)}\n\n`, now);
      return readable;
    },
    /** Ends all streams, so that clients connect to other nodes. */
    async close(): Promise<void> {
      isClosed = true;
      for (const streams of ofProjects.values()) for (const { readable } of streams) readable.push(null);
      await checking.stop();
    },
  };
}

function add<Key>(sets: Map<Key, Set<OpenStream>>, key: Key, stream: OpenStream): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(stream));
}

function removeFrom<Key>(sets: Map<Key, Set<OpenStream>>, key: Key, stream: OpenStream): boolean {
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
