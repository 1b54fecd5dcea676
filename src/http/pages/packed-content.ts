import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { CODE_FOLDER } from "../../lib/version.ts";
import { etagMatches } from "../conditional-request.ts";

type Variant = { readonly bytes: Buffer; readonly etag: string };

/** Stays the same while the process runs. All responses share its buffers. */
export type PackedContent = { readonly plain: Variant; readonly gzipped: Variant };

const gzipAsync = promisify(gzip);

export async function packContent(content: string | Buffer): Promise<PackedContent> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const tag = hash("sha1", bytes, "base64url");
  const gzipped = await gzipAsync(bytes, { level: 9 });
  return { plain: { bytes, etag: `"${tag}"` }, gzipped: { bytes: gzipped, etag: `"${tag}-gzip"` } };
}

/** Returns the headers that depend on the client, and its variant: null if the client has it already. */
export function chooseVariant(
  { plain, gzipped }: PackedContent,
  acceptsGzip: boolean,
  ifNoneMatch: string,
): { readonly headers: Record<string, string>; readonly bytes: Buffer | null } {
  const { bytes, etag } = acceptsGzip ? gzipped : plain;
  const headers = { ETag: etag, Vary: "Accept-Encoding" };
  if (etagMatches(ifNoneMatch, etag)) return { headers, bytes: null };
  return { headers: { ...headers, ...(acceptsGzip && { "Content-Encoding": "gzip" }) }, bytes };
}

/** Reads a file that the build makes for browsers, if run from source from `dist/`. Rejects if absent. */
export function readBuilt(name: string): Promise<Buffer> {
  const read = (folder: string) => readFile(new URL(`${folder}http/pages/${name}`, CODE_FOLDER));
  return read("").catch(() => read("../dist/"));
}
