import type { Readable } from "node:stream";
import { problem } from "../../lib/problem.ts";
import { eraseRecording } from "../../recordings/play/erase-recording.ts";
import {
  listRecordings,
  pinRecording,
  retrieveProperties,
  retrieveRecording,
  retrieveWithSources,
} from "../../recordings/play/recording-library.ts";
import { type PlayerPorts, playFile, playSource, playWhole } from "../../recordings/play/recording-player.ts";
import type { SessionKey } from "../../store/ports/recordings.ts";
import { authorizeProject, requireWriteAccess } from "../../tenants/authorize.ts";
import type { OperationHandlers, OperationRequest, Reply } from "../contract/operation-types.ts";
import { fileReply, SNAPSHOT_HEADERS } from "../file-reply.ts";
import type { ServicePorts } from "../service-ports.ts";
import { StreamLimit } from "../stream-limit.ts";
import { paginate } from "./pagination.ts";
import { parseSessionIds } from "./parse-session-ids.ts";
import { MAX_SESSION_IDS, readRecordingFilter } from "./recording-filter.ts";
import { recordingToWire, sourceToWire } from "./recording-wire.ts";

type Id = "session_recordings_snapshots_retrieve";

/** Returns JSON lines of one file, of one source, or of the whole recording. */
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

type RecordingOperationId =
  | "session_recordings_retrieve"
  | "session_recordings_outline_retrieve"
  | "session_recordings_destroy"
  | "session_recordings_pin"
  | "session_recordings_unpin"
  | "session_recordings_snapshots_retrieve";

export function recordingOperations(
  ports: ServicePorts,
): OperationHandlers<RecordingOperationId | "session_recordings_list" | "session_recordings_properties_retrieve"> {
  const { store, fileStore, memory, legacy, now } = ports;
  const { tenants, recordings, persons } = store;
  const library = { ...recordings, persons, legacy };
  const player = () => ({ ...recordings, files: fileStore.files, memory, legacy });
  const streams = new StreamLimit();
  const sessionOf = async ({ caller, params }: OperationRequest<RecordingOperationId>) => {
    const project = await authorizeProject(caller, params.project_id, tenants);
    return { projectId: project.id, sessionId: params.id };
  };
  return {
    session_recordings_list: async ({ caller, params, query, url }) => {
      const project = await authorizeProject(caller, params.project_id, tenants);
      const listed = await listRecordings(project.id, readRecordingFilter(query), query, caller.userId, library);
      return { status: 200, body: paginate(listed, query, url, recordingToWire) };
    },
    session_recordings_retrieve: async (request) => {
      const recording = await retrieveRecording(await sessionOf(request), request.caller.userId, library);
      return { status: 200, body: recordingToWire(recording) };
    },
    session_recordings_outline_retrieve: async (request) => {
      const session = await sessionOf(request);
      const { outlineRecording } = await import("../../recordings/play/outline-recording.ts");
      const outline = () => playWhole(session, null, player()).then(outlineRecording);
      const { startMs, entries, isComplete } = await streams.run(request.caller.userId, outline);
      const start = startMs ?? 0;
      const body = {
        id: session.sessionId,
        start_time: startMs === null ? null : new Date(startMs).toISOString(),
        entries: entries.map(({ at, windowId, kind, text }) => {
          return { seconds: (at - start) / 1000, window_id: windowId, kind, text };
        }),
        is_complete: isComplete,
      };
      return { status: 200, body };
    },
    session_recordings_destroy: async (request) => {
      const session = await sessionOf(request);
      requireWriteAccess(request.caller);
      await eraseRecording(session, now(), { ...recordings, files: fileStore.files, memory });
      return { status: 204 };
    },
    session_recordings_pin: async (request) => {
      const session = await sessionOf(request);
      requireWriteAccess(request.caller);
      await pinRecording(session, request.caller.userId, true, recordings.library);
      return { status: 200, body: recordingToWire(await retrieveRecording(session, request.caller.userId, library)) };
    },
    session_recordings_unpin: async (request) => {
      const session = await sessionOf(request);
      requireWriteAccess(request.caller);
      await pinRecording(session, request.caller.userId, false, recordings.library);
      return { status: 204 };
    },
    session_recordings_snapshots_retrieve: async (request) => {
      const session = await sessionOf(request);
      if (
        request.query.source !== undefined ||
        request.query.key !== undefined ||
        !request.prefers("application/json")
      ) {
        return streams.run(request.caller.userId, () => snapshotsReply(session, request, player(), ports));
      }
      const found = await retrieveWithSources(session, request.caller.userId, library);
      const sources = found.sources.map(sourceToWire);
      return { status: 200, body: { ...recordingToWire(found.recording), sources }, headers: SNAPSHOT_HEADERS };
    },
    session_recordings_properties_retrieve: async ({ caller, params, query }) => {
      const project = await authorizeProject(caller, params.project_id, tenants);
      const wanted = query.session_ids ? parseSessionIds(query.session_ids, MAX_SESSION_IDS) : null;
      const { recording, results } = await retrieveProperties(project.id, wanted, caller.userId, library);
      const body = {
        ...recordingToWire(recording),
        results: results.map(({ sessionId, properties }) => ({ id: sessionId, properties })),
      };
      return { status: 200, body };
    },
  };
}
