import { problem } from "../lib/problem.ts";
import type { PlayedFile } from "../recordings/play/recording-player.ts";
import { gunzipStream } from "../recordings/play/streams.ts";
import { etagMatches, ifRangeMatches, parseRange } from "./conditional-request.ts";
import type { OperationRequest, Reply } from "./contract/operation-types.ts";

type Id = "session_recordings_snapshots_retrieve";

const NDJSON_TYPE = "application/x-ndjson";
/** Caches must ask before they reuse a recording, because it may be erased. */
export const SNAPSHOT_HEADERS = { Vary: "Accept, Accept-Encoding", "Cache-Control": "private, no-cache" };

/** Returns a recording's file, unpacked unless the client accepts gzip. Throws `range_not_satisfiable`. */
export async function fileReply(
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
