import { hash } from "node:crypto";
import type { ByteRange } from "../store/ports/files.ts";

export function etagOf(text: string): string {
  return `"${hash("sha1", text, "base64url")}"`;
}

export function etagMatches(ifNoneMatch: string, etag: string): boolean {
  const known = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag);
}

/** Compares only entity tags. Dates never match, because replies have none. */
export function ifRangeMatches(ifRange: string, etag: string): boolean {
  return ifRange === "" || ifRange === etag;
}

/** Returns "none" if the range is outside the content, and null if it is to be ignored. */
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
