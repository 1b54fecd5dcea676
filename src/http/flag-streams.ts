import { randomInt } from "node:crypto";
import { Readable } from "node:stream";
import type { Config } from "../config.ts";
import type { FlagDecider } from "../flags/flag-decider.ts";
import { problem } from "../problem.ts";
import { type PeriodicTask, startPeriodic } from "../retry.ts";
import type { ProjectId } from "../storage/ports/common.ts";
import type { ProjectRemovals } from "../storage/ports/project-removals.ts";

const CHECK_INTERVAL_MS = 500;
/** Proxies end connections that are silent for 30 to 60 seconds. */
const HEARTBEAT_MS = 15_000;
/** Then clients connect again, perhaps to another node, and with a key that is still valid. */
const MAX_STREAM_MS = 3_600_000;
const RETRY_AFTER_SECONDS = 30;
const INACTIVITY_SECONDS = 120;
/** A client that reads slower than events arrive is disconnected. */
const MAX_UNREAD_BYTES = 4096;
/** When clients connect again after a disconnection. They are spread, because a restart disconnects all. */
const [MIN_RETRY_MS, MAX_RETRY_MS] = [1000, 5000];

type StreamSettings = Pick<Config, "PUBLIC_URL" | "FLAG_STREAMS_MAX" | "FLAG_STREAMS_PER_PROJECT">;

interface OpenStream {
  readonly readable: Readable;
  endsAt: number;
  /** The version of the flags that the client knows. */
  version: string;
  writtenAt: number;
}

/** The open event streams of this node: they announce changes of flags, whichever node has made them. */
export class FlagStreams {
  readonly #flags: Pick<FlagDecider, "version">;
  readonly #removals: Pick<ProjectRemovals, "removedOf">;
  readonly #settings: StreamSettings;
  readonly #streams = new Map<ProjectId, Set<OpenStream>>();
  readonly #checking: PeriodicTask;
  #count = 0;
  #isClosed = false;

  constructor(
    flags: Pick<FlagDecider, "version">,
    removals: Pick<ProjectRemovals, "removedOf">,
    settings: StreamSettings,
  ) {
    this.#flags = flags;
    this.#removals = removals;
    this.#settings = settings;
    this.#checking = startPeriodic(
      () => this.#checkAll(),
      CHECK_INTERVAL_MS,
      () => undefined,
    );
  }

  /** How many streams are open. */
  get count(): number {
    return this.#count;
  }

  /** Returns the member of an evaluation that says where the stream is, behind a comma. */
  describe(projectApiKey: string, version: string): string {
    const { origin, pathname } = new URL(this.#settings.PUBLIC_URL || "http://localhost");
    const path = `${pathname.replace(/\/$/, "")}/ofrep/v1/event_stream`;
    const requestUri = `${path}?api_key=${encodeURIComponent(projectApiKey)}&flagConfigEtag=${version}`;
    const endpoint = { ...(this.#settings.PUBLIC_URL !== "" && { origin }), requestUri };
    const streams = [{ type: "sse", endpoint, inactivityDelaySec: INACTIVITY_SECONDS }];
    return `,"eventStreams":${JSON.stringify(streams)}`;
  }

  /**
   * Opens a stream to a client that knows this version of the project's flags. Throws `throttled` if too many are open,
   * and `service_unavailable` if the node stops.
   */
  open(projectId: ProjectId, version: string): Readable {
    if (this.#isClosed) throw problem("service_unavailable");
    const others = this.#streams.get(projectId) ?? new Set<OpenStream>();
    const { FLAG_STREAMS_MAX, FLAG_STREAMS_PER_PROJECT } = this.#settings;
    if (this.#count >= FLAG_STREAMS_MAX || others.size >= FLAG_STREAMS_PER_PROJECT) {
      throw problem("throttled", { detail: "Too many event streams are open.", retryAfter: RETRY_AFTER_SECONDS });
    }
    const readable = new Readable({
      highWaterMark: MAX_UNREAD_BYTES,
      read() {},
      destroy: (error, done) => {
        this.#remove(projectId, stream);
        done(error);
      },
    });
    const now = Date.now();
    const stream: OpenStream = { readable, version, writtenAt: now, endsAt: now + MAX_STREAM_MS };
    this.#streams.set(projectId, others.add(stream));
    this.#count += 1;
    write(stream, `retry: ${randomInt(MIN_RETRY_MS, MAX_RETRY_MS)}\nid: ${oneLine(version)}\n\n`, now);
    return readable;
  }

  /** Ends all streams, so that clients connect to other nodes, and opens no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const streams of this.#streams.values()) for (const { readable } of streams) readable.push(null);
    await this.#checking.stop();
  }

  #remove(projectId: ProjectId, stream: OpenStream): void {
    const streams = this.#streams.get(projectId);
    if (!streams?.delete(stream)) return;
    this.#count -= 1;
    if (streams.size === 0) this.#streams.delete(projectId);
  }

  async #checkAll(): Promise<void> {
    if (this.#count === 0) return;
    const removed = await this.#removals.removedOf([...this.#streams.keys()]).catch(() => []); // tried again
    for (const projectId of removed) for (const stream of this.#streams.get(projectId) ?? []) stream.endsAt = 0;
    for (const [projectId, streams] of this.#streams) {
      const version = await this.#flags.version(projectId).catch(() => undefined); // tried again
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

function write(stream: OpenStream, text: string, now: number): void {
  stream.writtenAt = now;
  if (!stream.readable.push(text)) stream.readable.destroy();
}

/** A version that a client has sent must not add lines to the stream. */
function oneLine(version: string): string {
  return version.replaceAll(/[^\w-]/g, "").slice(0, 100);
}
