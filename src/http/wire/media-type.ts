import type { IncomingMessage } from "node:http";
import { problem } from "../../problem.ts";

/** Throws `unsupported_media_type` for a body that does not say it is plain JSON. */
export function requireJson({ headers }: IncomingMessage): void {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") throw problem("unsupported_media_type");
  const encoding = headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding !== "identity") {
    throw problem("unsupported_media_type", { detail: `The content encoding ${encoding} is not supported.` });
  }
}
