import type { IncomingMessage } from "node:http";
import { problem } from "../../src/problem.ts";

const MAX_BODY_BYTES = 20 * 1024 * 1024;
// The content type that sendBeacon of browsers uses for JSON.
const BEACON_TYPE = "text/plain";

/**
 * Reads the JSON body of a request; null without a body. Throws a `Problem` if it is too large, of another type or not
 * JSON.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size < MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size === 0) return null;
  if (size >= MAX_BODY_BYTES) throw problem("request_too_large");
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? BEACON_TYPE;
  if (!/[/+]json$/.test(type) && type !== BEACON_TYPE) throw problem("unsupported_media_type");
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw problem("parse_error");
  }
}
