import { problem } from "../../problem.ts";
import type { PlayedFile } from "../../recordings/player.ts";
import { gunzipped } from "../../recordings/streams.ts";
import { hasContent, partOf, wantsPart } from "../conditional.ts";
import type { OperationRequest, Reply } from "../contract/operation.ts";

type Id = "session_recordings_snapshots_retrieve";

const type = "application/x-ndjson";
/** A recording may be erased: so no cache gives its content without asking us. */
const COMMON = { Vary: "Accept, Accept-Encoding", "Cache-Control": "private, no-cache" };

/** A file of a recording: as it is kept where its client accepts gzip, and as much of it as the client does not have. */
export async function fileReply(
  file: PlayedFile,
  { acceptsGzip, header }: Pick<OperationRequest<Id>, "acceptsGzip" | "header">,
  redirects: boolean,
): Promise<Reply<Id>> {
  const etag = acceptsGzip ? `"${file.tag}-gzip"` : `"${file.tag}"`;
  const headers = { ...COMMON, ETag: etag, "Accept-Ranges": acceptsGzip ? "bytes" : "none" };
  if (hasContent(header("If-None-Match"), etag)) return { status: 304, headers };
  if (!acceptsGzip) return { status: 200, type, stream: gunzipped(await file.open()), headers };

  const address = redirects ? await file.link() : null;
  if (address !== null) return { status: 302, headers: { ...COMMON, Location: address } };
  const part = wantsPart(header("If-Range"), etag) ? partOf(header("Range"), file.bytes) : null;
  if (part === "none") throw problem("range_not_satisfiable", { size: file.bytes });
  const packed = { ...headers, "Content-Encoding": "gzip" };
  if (part === null) {
    const stream = await file.open();
    return { status: 200, type, stream, headers: { ...packed, "Content-Length": String(file.bytes) } };
  }
  const { first, last } = part;
  const range = { "Content-Range": `bytes ${first}-${last}/${file.bytes}`, "Content-Length": String(last - first + 1) };
  return { status: 206, type, stream: await file.open(part), headers: { ...packed, ...range } };
}
