import type { Readable } from "node:stream";
import { problem } from "../../lib/problem.ts";
import { playFile, playSource, playWhole } from "../../recordings/play/recording-player.ts";
import type { SessionKey } from "../../store/ports/recordings.ts";
import type { OperationRequest, Reply } from "../contract/operation-types.ts";
import { fileReply, SNAPSHOT_HEADERS } from "../file-reply.ts";
import type { ServicePorts } from "../service-ports.ts";

type Id = "session_recordings_snapshots_retrieve";

/** Returns snapshots as JSON lines: those of one file, of one source, or of the whole recording. */
export async function snapshotsReply(
  session: SessionKey,
  request: OperationRequest<Id>,
  { store, fileStore, memory, legacy, redirectsToFiles, now }: ServicePorts,
): Promise<Reply<Id>> {
  const { source, key, redirect = true } = request.query;
  const ports = { ...store.recordings, files: fileStore.files, memory, legacy };
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
