import type { SessionKey } from "../../storage/ports/recordings.ts";
import { filePrefix, sessionOfKey } from "../file-keys.ts";

const MARK = "columnar-";

/** What the key of a file begins with that stands for a session's rows in the columnar database. */
export function columnarPrefix(session: SessionKey): string {
  return `${filePrefix(session)}${MARK}`;
}

/** The session whose rows the file stands for; null where it is a file like others. */
export function columnarSession(key: string): SessionKey | null {
  return key.slice(key.lastIndexOf("/") + 1).startsWith(MARK) ? sessionOfKey(key) : null;
}
