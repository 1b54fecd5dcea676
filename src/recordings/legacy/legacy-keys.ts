import type { SessionKey } from "../../storage/ports/recordings.ts";
import { filePrefix, sessionOfKey } from "../file-keys.ts";

const LEGACY_FILE_MARK = "columnar-";

/** What the key of a file begins with that stands for a session's rows in the columnar database. */
export function legacyFilePrefix(session: SessionKey): string {
  return `${filePrefix(session)}${LEGACY_FILE_MARK}`;
}

/** The session whose rows the file stands for; null where it is a file like others. */
export function legacySessionOfKey(key: string): SessionKey | null {
  return key.slice(key.lastIndexOf("/") + 1).startsWith(LEGACY_FILE_MARK) ? sessionOfKey(key) : null;
}
