import type { Millis } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { SESSIONS, SIGN_IN_LINKS } from "../../store/records/sign-in-kinds.ts";

const MAX_REMOVED = 100;

/** Removes links and sessions that have expired. Each new one removes more than it adds, so that they stay few. */
export async function removeExpired(records: Pick<Records, "scan" | "delete">, now: Millis): Promise<void> {
  const expired = { orderBy: "expiresAt", before: now } as const;
  const page = { limit: MAX_REMOVED };
  for (const link of await records.scan(SIGN_IN_LINKS, expired, page)) await records.delete(SIGN_IN_LINKS, link);
  for (const session of await records.scan(SESSIONS, expired, page)) {
    await records.delete(SESSIONS, session, session.version);
  }
}
