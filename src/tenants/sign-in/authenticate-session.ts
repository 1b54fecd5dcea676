import { problem } from "../../values/problem.ts";
import type { Caller } from "../keyring.ts";
import type { Sessions } from "./sessions.ts";

/** Returns the caller whose session has this secret. Throws `not_authenticated`, and `StoreUnavailable`. */
export async function authenticateSession(secret: string, sessions: Pick<Sessions, "find">): Promise<Caller> {
  const session = await sessions.find(secret);
  if (session === null) throw problem("not_authenticated", { detail: "The session has ended: sign in again." });
  // All sessions of a user count together, as one key.
  return { userId: session.userId, keyId: `user ${session.userId}`, readOnly: false, sessionId: session.id };
}
