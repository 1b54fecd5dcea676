import { problem } from "../../problem.ts";
import { type Playback, playSource, playWhole } from "../../recordings/player.ts";
import { gunzipped } from "../../recordings/streams.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import type { OperationRequest, Reply } from "../contract/operation.ts";
import type { ServicePorts } from "../ports.ts";

type Id = "session_recordings_snapshots_retrieve";

/** Snapshots as JSON lines: of one source, or of the whole recording. */
export async function snapshots(
  session: SessionKey,
  { query, caller, acceptsGzip }: OperationRequest<Id>,
  { documents, fileStore, memory, columnar, now }: ServicePorts,
): Promise<Reply<Id>> {
  const { source, key = null } = query;
  if (source === undefined && key !== null) throw problem("required", { attr: "source" });
  const ports = { recordings: documents.recordings, files: fileStore.files, memory, columnar };
  const viewing = { userId: caller.userId, at: now() };
  const playback =
    source === undefined
      ? await playWhole(session, viewing, ports)
      : await playSource(session, { source, key }, viewing, ports);
  return linesReply(playback, acceptsGzip);
}

function linesReply({ stream, gzip, bytes }: Playback, acceptsGzip: boolean): Reply<Id> {
  const type = "application/x-ndjson";
  const headers = { Vary: "Accept, Accept-Encoding" };
  if (!gzip) return { status: 200, type, stream, headers };
  if (!acceptsGzip) return { status: 200, type, stream: gunzipped(stream), headers };
  const packed = { ...headers, "Content-Encoding": "gzip" };
  const sized = bytes === null ? packed : { ...packed, "Content-Length": String(bytes) };
  return { status: 200, type, stream, headers: sized };
}
