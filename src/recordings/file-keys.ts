import { createHash } from "node:crypto";
import type { ProjectId } from "../store/ports/common.ts";
import type { SessionKey } from "../store/ports/recordings.ts";

/** File systems limit names to 255 bytes. */
const MAX_PART_LENGTH = 200;
const LEGACY_FILE_MARK = "columnar-";

export function filePrefix({ projectId, sessionId }: SessionKey): string {
  return `${projectFilePrefix(projectId)}session_id/${keyPart(sessionId)}/data/`;
}

export function projectFilePrefix(projectId: ProjectId): string {
  return `session_recordings/project_id/${keyPart(projectId)}/`;
}

/** Returns null if an id was too long to be part of the key. */
export function sessionOfKey(key: string): SessionKey | null {
  const parts = /^session_recordings\/project_id\/([^/~]+)\/session_id\/([^/~]+)\/data\//.exec(key);
  if (!parts) return null;
  const [projectId = "", sessionId = ""] = parts.slice(1).map(decodeURIComponent);
  return { projectId, sessionId };
}

/** Returns the key prefix of the file that stands for a session's legacy rows. */
export function legacyFilePrefix(session: SessionKey): string {
  return `${filePrefix(session)}${LEGACY_FILE_MARK}`;
}

/** Returns null for an ordinary file. */
export function legacySessionOfKey(key: string): SessionKey | null {
  return fileName(key).startsWith(LEGACY_FILE_MARK) ? sessionOfKey(key) : null;
}

/** Returns the last part, unique within its session, such as `1700000000000-1700000300000`. */
export function fileName(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}

/** Escapes all but letters, digits, `-` and `_`, so that an id cannot contain a path. Parts of different ids differ. */
function keyPart(id: string): string {
  const safe = Buffer.from(id, "utf8")
    .toString("latin1")
    .replace(/[^A-Za-z0-9_-]/g, percentEncoded);
  return safe.length <= MAX_PART_LENGTH ? safe : `~${createHash("sha256").update(id).digest("hex")}`;
}

function percentEncoded(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
