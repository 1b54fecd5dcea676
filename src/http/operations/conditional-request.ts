import type { ByteRange } from "../../storage/ports/files.ts";

/** Whether a client that sent this `If-None-Match` has the content of this `ETag`. */
export function etagMatches(ifNoneMatch: string, etag: string): boolean {
  const known = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag);
}

/** Whether a client that sent this `If-Range` still wants a part of the content of this `ETag`. We give no times, so that none of them is met. */
export function ifRangeMatches(ifRange: string, etag: string): boolean {
  return ifRange === "" || ifRange === etag;
}

/** The part of so many bytes that a `Range` asks for: "none" where the content has none of it, null where it is to be ignored. */
export function parseRange(range: string, bytes: number): ByteRange | "none" | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec(range.trim()) ?? [];
  if (from === "" && to === "") return null;
  if (from === "")
    return Number(to) === 0 || bytes === 0 ? "none" : { first: Math.max(0, bytes - Number(to)), last: bytes - 1 };
  const first = Number(from);
  if (to !== "" && Number(to) < first) return null;
  if (first >= bytes) return "none";
  return { first, last: to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}
