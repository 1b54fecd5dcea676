import { invalidInput, problem } from "../lib/problem.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import { deleteAll } from "../store/records/scan-all.ts";
import { SIGN_IN_LINKS } from "../store/records/sign-in-kinds.ts";
import type { LogPorts } from "./access-changes.ts";
import type { Caller } from "./keyring.ts";
import { claimAddress } from "./sign-in/claimed-addresses.ts";
import { checkPassword, hasPassword, isPassword, storePassword } from "./sign-in/passwords.ts";
import type { Sessions } from "./sign-in/sessions.ts";

interface OwnUserPorts extends LogPorts, Pick<StorePorts, "tenants"> {
  /** Null if there is no console. */
  readonly sessions: Sessions | null;
  readonly hasPasswords: boolean;
}

export interface OwnUserChange {
  readonly firstName: string | undefined;
  readonly email: string | undefined;
  /** Null removes it. */
  readonly password: string | null | undefined;
  readonly currentPassword: string | undefined;
}

export async function findOwnUser({ userId }: Caller, { tenants, records }: Pick<OwnUserPorts, "tenants" | "records">) {
  const [user] = await tenants.findUsers([userId]);
  if (user === undefined) throw new Error(`User ${userId}, who has a key, is missing.`);
  return { user, hasPassword: await hasPassword(userId, records) };
}

/**
 * Changes the user. A new password ends all other sessions and links. Throws `permission_denied`, `invalid_input`,
 * `unique`, and `throttled` for too many tries.
 */
export async function changeOwnUser(caller: Caller, change: OwnUserChange, ports: OwnUserPorts): Promise<void> {
  const { tenants, records, now } = ports;
  const { firstName, password } = change;
  const { user } = await findOwnUser(caller, ports);
  const email = change.email === user.email ? undefined : change.email;
  const sessions = password === undefined ? null : requireSession(caller, ports);
  if (typeof password === "string") checkPassword(password, email ?? user.email);
  if (password !== undefined || email !== undefined) await requireOwner(caller, change, ports);
  if (email !== undefined) await claimAddress(user, email, ports);
  if (firstName !== undefined) await tenants.renameUser(user.id, firstName);
  if (password === undefined || sessions === null) return;
  await storePassword(user.id, password, now(), records);
  await deleteAll(records, SIGN_IN_LINKS, { where: { userId: user.id } });
  await sessions.all.endOthers(user.id, sessions.own);
}

/** Requires a session: a stolen key must not become a way to sign in. */
function requireSession({ sessionId }: Caller, { sessions, hasPasswords }: OwnUserPorts) {
  if (sessionId === undefined || sessions === null) {
    throw problem("permission_denied", { detail: "A password is changed with a session of the console only." });
  }
  if (!hasPasswords) throw problem("permission_denied", { detail: "This service has no passwords." });
  return { all: sessions, own: sessionId };
}

/** Throws `permission_denied` unless the caller signed in just now: a stranger at an open browser did not. */
export async function requireNewSession({ userId, sessionId }: Caller, { sessions }: Pick<OwnUserPorts, "sessions">) {
  if (sessionId !== undefined && (await sessions?.isNew(userId, sessionId))) return;
  throw problem("permission_denied", { detail: "Sign in again, and do this within ten minutes." });
}

/** Requires a caller without a password, who knows it, or who signed in just now, as after forgetting it. */
async function requireOwner(
  { userId, sessionId }: Caller,
  { currentPassword }: OwnUserChange,
  { sessions, records }: OwnUserPorts,
): Promise<void> {
  if (sessionId !== undefined && (await sessions?.isNew(userId, sessionId))) return;
  if (!(await hasPassword(userId, records))) return;
  const attr = "current_password";
  if (currentPassword === undefined) throw problem("required", { attr, detail: "Enter your present password." });
  if (await isPassword(userId, currentPassword, `user ${userId}`, records)) return;
  throw invalidInput(attr, "This is not your present password.");
}
