import { createHash } from "node:crypto";

/** The UUID of a text: the same in every run, another for every other text. Version 8 (RFC 9562): the bits are ours. */
export function uuidFrom(text: string): string {
  const hex = createHash("sha1").update(text).digest("hex");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
