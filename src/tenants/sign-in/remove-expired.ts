import type { Millis } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { OIDC_SIGN_INS, SESSIONS, SIGN_IN_LINKS } from "../../store/records/sign-in-kinds.ts";

const MAX_REMOVED = 100;

/** Removes links, sessions and begun sign-ins that have expired. Each new one removes more than it adds. */
export async function removeExpired(records: Pick<Records, "scan" | "delete">, now: Millis): Promise<void> {
  const expired = { orderBy: "expiresAt", before: now } as const;
  const page = { limit: MAX_REMOVED };
  for (const link of await records.scan(SIGN_IN_LINKS, expired, page)) await records.delete(SIGN_IN_LINKS, link);
  for (const begun of await records.scan(OIDC_SIGN_INS, expired, page)) await records.delete(OIDC_SIGN_INS, begun);
  for (const session of await records.scan(SESSIONS, expired, page)) {
    await records.delete(SESSIONS, session, session.version);
  }
}
