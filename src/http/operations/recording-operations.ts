import { finished, Readable } from "node:stream";
import { contractOperations } from "../../../generated/operations.ts";
import { problem } from "../../lib/problem.ts";
import {
  eraseRecording,
  listRecordings,
  pinRecording,
  type RecordingQuery,
  retrieveProperties,
  retrieveRecording,
  retrieveWithSources,
} from "../../recordings/recording-library.ts";
import {
  type PlayedFile,
  type PlayerPorts,
  playFile,
  playSource,
  playWhole,
} from "../../recordings/recording-player.ts";
import { gunzipStream } from "../../recordings/snapshot-lines.ts";
import type { UserId } from "../../store/ports/common.ts";
import type { SessionKey } from "../../store/ports/recordings.ts";
import { etagMatches, ifRangeMatches, parseRange } from "../conditional-request.ts";
import type { HandlersOf, OperationRequest, Reply } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { paginate, parseTime } from "./pagination.ts";
import { parseSessionIds, recordingToWire, sourceToWire } from "./recording-wire.ts";

type Id = "session_recordings_snapshots_retrieve";

type Query = OperationRequest<"session_recordings_list">["query"];

/** Limit of sessions that a query names, in all its notations. */
const MAX_SESSION_IDS = contractOperations.session_recordings_list.query.session_ids.maxItems;
const DAY_MS = 24 * 3600 * 1000;

const NDJSON_TYPE = "application/x-ndjson";
/** Caches must ask before they reuse a recording, because it may be erased. */
const SNAPSHOT_HEADERS = { Vary: "Accept, Accept-Encoding", "Cache-Control": "private, no-cache" };

async function snapshotsReply(
  session: SessionKey,
  request: OperationRequest<Id>,
  ports: PlayerPorts,
  { redirectsToFiles, now }: ServicePorts,
): Promise<Reply<Id>> {
  const { source, key, redirect = true } = request.query;
  const viewing = { userId: request.caller.userId, at: now() };
  if (source === undefined) {
    if (key !== undefined) throw problem("required", { attr: "source" });
    return linesReply(await playWhole(session, viewing, ports));
  }
  if (key === undefined) return linesReply(await playSource(session, source, viewing, ports));
  const file = await playFile(session, { source, key }, viewing, ports);
  return fileReply(file, request, redirectsToFiles && redirect);
}

function linesReply(stream: Readable): Reply<Id> {
  return { status: 200, type: "application/x-ndjson", stream, headers: SNAPSHOT_HEADERS };
}

export function recordingOperations(ports: ServicePorts): HandlersOf<"session_recordings"> {
  const { store, fileStore, memory, legacy, now } = ports;
  const { recordings, persons } = store;
  const library = { ...recordings, persons, legacy };
  const player = () => ({ ...recordings, files: fileStore.files, memory, legacy });
  const countStream = newStreamLimit();
  const sessionOf = ({ project, params }: Pick<OperationRequest<Id>, "project" | "params">) => {
    return { projectId: project.id, sessionId: params.id };
  };
  return {
    session_recordings_list: async ({ project, caller, query, url }) =>
      paginate(
        await listRecordings(project.id, readRecordingFilter(query), query, caller.userId, library),
        { query, url },
        recordingToWire,
      ),
    session_recordings_retrieve: async (request) => {
      const recording = await retrieveRecording(sessionOf(request), request.caller.userId, library);
      return recordingToWire(recording);
    },
    session_recordings_outline_retrieve: async (request) => {
      const session = sessionOf(request);
      const { outlineRecording } = await import("../../recordings/outline-recording.ts");
      const outline = () => playWhole(session, null, player()).then(outlineRecording);
      const { startMs, entries, isComplete } = await countStream(request.caller.userId, outline);
      const start = startMs ?? 0;
      return {
        id: session.sessionId,
        start_time: startMs === null ? null : new Date(startMs).toISOString(),
        entries: entries.map(({ at, windowId, kind, text }) => {
          return { seconds: (at - start) / 1000, window_id: windowId, kind, text };
        }),
        is_complete: isComplete,
      };
    },
    session_recordings_destroy: (request) =>
      eraseRecording(sessionOf(request), now(), { ...recordings, files: fileStore.files, memory }),
    session_recordings_pin: async (request) => {
      const session = sessionOf(request);
      await pinRecording(session, request.caller.userId, true, recordings.library);
      return recordingToWire(await retrieveRecording(session, request.caller.userId, library));
    },
    session_recordings_unpin: (request) =>
      pinRecording(sessionOf(request), request.caller.userId, false, recordings.library),
    session_recordings_snapshots_retrieve: async (request) => {
      const session = sessionOf(request);
      if (
        request.query.source !== undefined ||
        request.query.key !== undefined ||
        !request.prefers("application/json")
      ) {
        return countStream(request.caller.userId, () => snapshotsReply(session, request, player(), ports));
      }
      const found = await retrieveWithSources(session, request.caller.userId, library);
      const sources = found.sources.map(sourceToWire);
      return { status: 200, body: { ...recordingToWire(found.recording), sources }, headers: SNAPSHOT_HEADERS };
    },
    session_recordings_properties_retrieve: async ({ project, caller, query }) => {
      const wanted = query.session_ids ? parseSessionIds(query.session_ids, MAX_SESSION_IDS) : null;
      const { recording, results } = await retrieveProperties(project.id, wanted, caller.userId, library);
      return {
        ...recordingToWire(recording),
        results: results.map(({ sessionId, properties }) => ({ id: sessionId, properties })),
      };
    },
  };
}

/** Throws `invalid_input` for a date that does not exist. */
export function readRecordingFilter(query: Query): RecordingQuery {
  return {
    from: parseTime(query.date_from, "date_from"),
    to: parseTime(query.date_to, "date_to", DAY_MS - 1),
    personUuid: query.person_uuid?.toLowerCase(),
    personEmail: query.person_email,
    distinctIds: query.distinct_id === undefined ? undefined : [query.distinct_id],
    sessionIds: query.session_ids && parseSessionIds(query.session_ids, MAX_SESSION_IDS),
    minDuration: query.min_duration,
  };
}

/** Returns a recording's file, unpacked unless the client accepts gzip. Throws `range_not_satisfiable`. */
async function fileReply(
  file: PlayedFile,
  { acceptsGzip: clientAcceptsGzip, header }: Pick<OperationRequest<Id>, "acceptsGzip" | "header">,
  redirects: boolean,
): Promise<Reply<Id>> {
  const acceptsGzip = clientAcceptsGzip();
  const etag = acceptsGzip ? `"${file.tag}-gzip"` : `"${file.tag}"`;
  const hasParts = acceptsGzip && file.bytes !== null;
  const headers = { ...SNAPSHOT_HEADERS, ETag: etag, "Accept-Ranges": hasParts ? "bytes" : "none" };
  if (etagMatches(header("If-None-Match"), etag)) return { status: 304, headers };
  if (!acceptsGzip)
    return { status: 200, type: NDJSON_TYPE, stream: gunzipStream((await file.open()).stream), headers };

  const address = redirects ? await file.link() : null;
  if (address !== null) return { status: 302, headers: { ...SNAPSHOT_HEADERS, Location: address } };
  const part =
    file.bytes !== null && ifRangeMatches(header("If-Range"), etag) ? parseRange(header("Range"), file.bytes) : null;
  if (part === "none") throw problem("range_not_satisfiable", { size: file.bytes ?? undefined });
  const { stream, bytes } = await file.open(part ?? undefined);
  const packed = { ...headers, "Content-Encoding": "gzip", ...(bytes !== null && { "Content-Length": String(bytes) }) };
  if (part === null) return { status: 200, type: NDJSON_TYPE, stream, headers: packed };
  const range = `bytes ${part.first}-${part.last}/${file.bytes}`;
  return { status: 206, type: NDJSON_TYPE, stream, headers: { ...packed, "Content-Range": range } };
}

/** A stream whose client stalls holds some snapshots in memory. */
export const MAX_STREAMS_PER_USER = 50;
const RETRY_AFTER_SECONDS = 5;

/** Counts a reply's stream until it ends. Throws `throttled` if the user reads too many already. */
export function newStreamLimit() {
  const open = new Map<UserId, number>();
  const release = (user: UserId) => {
    const count = (open.get(user) ?? 0) - 1;
    if (count > 0) open.set(user, count);
    else open.delete(user);
  };
  return async <Reply extends object>(user: UserId, reply: () => Promise<Reply>): Promise<Reply> => {
    const count = open.get(user) ?? 0;
    if (count >= MAX_STREAMS_PER_USER) {
      const detail = `A user may read ${MAX_STREAMS_PER_USER} recordings at a time.`;
      throw problem("throttled", { detail, retryAfter: RETRY_AFTER_SECONDS });
    }
    open.set(user, count + 1);
    let stream: unknown;
    try {
      const answered = await reply();
      stream = "stream" in answered ? answered.stream : undefined;
      return answered;
    } finally {
      if (stream instanceof Readable) finished(stream, () => release(user));
      else release(user);
    }
  };
}
