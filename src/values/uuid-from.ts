import { createHash } from "node:crypto";

/** Returns a UUID derived from a text: always the same for the same text. Version 8 (RFC 9562), with custom bits. */
export function uuidFrom(text: string): string {
  const hex = createHash("sha1").update(text).digest("hex");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const [low, mid, node] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(20, 32)];
  return `${low}-${mid}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${node}`;
}
