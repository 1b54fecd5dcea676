import { createHash } from "node:crypto";
import type { SessionKey } from "../storage/ports/recordings.ts";

/** How long a part of a key may be: a folder engine's file names end at 255 bytes. */
const MAX_PART_LENGTH = 200;

/** What the keys of a session's files begin with, in the object store. */
export function filePrefix({ projectId, sessionId }: SessionKey): string {
  return `session_recordings/project_id/${keyPart(projectId)}/session_id/${keyPart(sessionId)}/data/`;
}

/** The session that a file's key names; null where an id was too long for that. */
export function sessionOfKey(key: string): SessionKey | null {
  const parts = /^session_recordings\/project_id\/([^/~]+)\/session_id\/([^/~]+)\/data\//.exec(key);
  if (!parts) return null;
  const [projectId = "", sessionId = ""] = parts.slice(1).map(decodeURIComponent);
  return { projectId, sessionId };
}

/** The part of a file's key that tells it from the session's other files, such as `1700000000000-1700000300000`. */
export function fileName(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}

/** The id as one part of a key: letters, digits, `-` and `_` stand for themselves, so that `..` and `/` lead nowhere. Different ids, different parts. */
function keyPart(id: string): string {
  const safe = Buffer.from(id, "utf8")
    .toString("latin1")
    .replace(/[^A-Za-z0-9_-]/g, percentEncoded);
  return safe.length <= MAX_PART_LENGTH ? safe : `~${createHash("sha256").update(id).digest("hex")}`;
}

function percentEncoded(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
