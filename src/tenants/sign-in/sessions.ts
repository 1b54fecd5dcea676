import { randomUUID } from "node:crypto";
import { problem } from "../../lib/problem.ts";
import { lookupCache } from "../../store/lookup-cache.ts";
import type { UserId } from "../../store/ports/common.ts";
import type { StorePorts } from "../../store/ports/stores.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import { SESSIONS, type Session } from "../../store/records/sign-in-kinds.ts";
import type { LogPorts } from "../access-changes.ts";
import { newSecret } from "../api-keys.ts";
import { type Caller, hashSecret, KEY_CACHE_TTL_MS } from "../keyring.ts";
import { removeExpired } from "./refused.ts";

const SECRET_PREFIX = "ses_";
const HOUR_MS = 3_600_000;
const NEW_MS = 10 * 60_000;
const MAX_CACHED_SESSIONS = 10_000;
const MAX_USER_AGENT_CHARACTERS = 300;

export interface SessionPorts extends LogPorts, Pick<StorePorts, "tenants"> {
  /** How long a session lasts that is not used. */
  readonly idleSeconds: number;
}

export type SignInDetails = { readonly userAgent: string; readonly signedInWith: string };

export type Sessions = ReturnType<typeof sessionsOf>;

/** Begins, finds and ends sessions, whose rights are looked up again after at most `KEY_CACHE_TTL_MS`. */
export function sessionsOf({ records, tenants, now, idleSeconds }: SessionPorts) {
  const idleMs = idleSeconds * 1000;
  const look = async (hash: string): Promise<Session | null> => {
    const session = await records.find(SESSIONS, { hash });
    if (session === null || session.expiresAt <= now()) return null;
    if ((await tenants.organizationsOf(session.userId)).length === 0) {
      await records.delete(SESSIONS, session);
      return null;
    }
    if (now() - session.lastUsedAt < Math.min(HOUR_MS, idleMs / 4)) return session;
    const prolong = (present: Session | null) =>
      present && { ...present, lastUsedAt: now(), expiresAt: now() + idleMs };
    return records.change(SESSIONS, session, prolong);
  };
  const cache = lookupCache(look, { now, ttlMs: KEY_CACHE_TTL_MS, max: MAX_CACHED_SESSIONS });
  const listOfUser = async (userId: UserId): Promise<Session[]> => {
    const sessions = await scanAll(records, SESSIONS, { where: { userId } });
    const at = now();
    return sessions.filter(({ expiresAt }) => expiresAt > at).sort((a, b) => b.createdAt - a.createdAt);
  };
  const findOfUser = async (userId: UserId, id: string) => (await listOfUser(userId)).find((one) => one.id === id);
  const end = async (session: Session): Promise<boolean> => {
    if (!(await records.delete(SESSIONS, session))) return false;
    await cache.refresh(session.hash);
    return true;
  };
  return {
    listOfUser,

    /** Begins a session with a new secret, which is stored nowhere; null if the user belongs to no organization. */
    async begin(userId: UserId, { userAgent, signedInWith }: SignInDetails) {
      if ((await tenants.organizationsOf(userId)).length === 0) return null;
      const createdAt = now();
      await removeExpired(records, createdAt);
      const secret = newSecret(SECRET_PREFIX);
      const session = {
        hash: hashSecret(secret),
        id: randomUUID(),
        userId,
        userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
        signedInWith,
        createdAt,
        lastUsedAt: createdAt,
        expiresAt: createdAt + idleMs,
      };
      await records.insert(SESSIONS, session);
      return { secret, session };
    },

    /** Returns the session, or null if it has ended. Using it makes it last longer. */
    async find(secret: string): Promise<Session | null> {
      const session = await cache.get(hashSecret(secret));
      return session !== null && session.expiresAt > now() ? session : null;
    },

    /** Ends a session: here at once, on other nodes soon. Returns false if the user has none with this id. */
    async end(userId: UserId, id: string): Promise<boolean> {
      const session = await findOfUser(userId, id);
      return session !== undefined && end(session);
    },

    /** Ends all sessions of the user but this one: here at once, on other nodes soon. */
    async endOthers(userId: UserId, id: string): Promise<void> {
      for (const session of await listOfUser(userId)) if (session.id !== id) await end(session);
    },

    /** Returns whether the session began in the last few minutes, so that it is surely the user's. */
    async isNew(userId: UserId, id: string): Promise<boolean> {
      const session = await findOfUser(userId, id);
      return session !== undefined && now() - session.createdAt < NEW_MS;
    },
  };
}

/** Throws `not_authenticated` and `StoreUnavailable`. */
export async function authenticateSession(secret: string, sessions: Pick<Sessions, "find">): Promise<Caller> {
  const session = await sessions.find(secret);
  if (session === null) throw problem("not_authenticated", { detail: "The session has ended: sign in again." });
  // All sessions of a user count together, as one key.
  return { userId: session.userId, keyId: `user ${session.userId}`, readOnly: false, sessionId: session.id };
}
