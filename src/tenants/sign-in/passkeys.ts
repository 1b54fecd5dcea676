import { randomUUID } from "node:crypto";
import { problem } from "../../lib/problem.ts";
import type { Millis, UserId } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import { PASSKEYS, type Passkey } from "../../store/records/sign-in-kinds.ts";
import { beginSignIn, takeSignIn } from "./begun-sign-ins.ts";
import { SignInRefused } from "./refused.ts";
import { type AuthenticatorReply, isSignedBy, parsePublicKey, readReply } from "./webauthn.ts";

interface PasskeyPorts {
  readonly records: Records;
  readonly now: () => Millis;
}

/** A name of no provider. Its challenges are not bound to a browser: a signature is worth nothing elsewhere. */
const NO_PROVIDER = { provider: "(passkey)", browser: "" };
const MAX_PASSKEYS = 20;

/** Creates a challenge, to sign once within ten minutes. Their number for one client address is bounded. */
export async function newChallenge(address: string, { records, now }: PasskeyPorts): Promise<string> {
  return (await beginSignIn({ ...NO_PROVIDER, address }, now(), records)).state;
}

/** Lists passkeys, oldest first. */
export async function listPasskeys(userId: UserId, records: Records): Promise<Passkey[]> {
  const passkeys = await scanAll(records, PASSKEYS, { where: { userId } });
  return passkeys.sort((a, b) => a.createdAt - b.createdAt);
}

/** Adds a passkey. Throws `invalid_input`, also for a late reply, and `max_length`. */
export async function addPasskey(
  userId: UserId,
  present: readonly Passkey[],
  { name, publicKey, ...reply }: AuthenticatorReply & { readonly name: string; readonly publicKey: string },
  baseUrl: string,
  { records, now }: PasskeyPorts,
): Promise<Passkey> {
  const vouched = readReply(reply, "webauthn.create", baseUrl);
  if (vouched === null || vouched.credentialId === "" || parsePublicKey(publicKey) === null) throw unusable();
  await takeChallenge(vouched.challenge, { records, now });
  if (present.length >= MAX_PASSKEYS) {
    throw problem("max_length", { detail: `A user has at most ${MAX_PASSKEYS} passkeys: remove one first.` });
  }
  const { credentialId, counter } = vouched;
  const passkey = { id: randomUUID(), credentialId, userId, name, publicKey, counter, createdAt: now() };
  const stored = await records.insert(PASSKEYS, { ...passkey, lastUsedAt: null });
  if (stored === null) throw unusable();
  return stored;
}

/** Returns the user whose passkey has signed a challenge; null if there is none. */
export async function userOfPasskey(
  { credentialId, signature, ...reply }: AuthenticatorReply & Record<"credentialId" | "signature", string>,
  baseUrl: string,
  { records, now }: PasskeyPorts,
): Promise<UserId | null> {
  const passkey = await records.find(PASSKEYS, { credentialId });
  const vouched = readReply(reply, "webauthn.get", baseUrl);
  if (vouched === null) return null;
  await takeChallenge(vouched.challenge, { records, now });
  if (passkey === null || !isSignedBy(passkey.publicKey, reply, signature)) return null;
  const { counter } = vouched;
  let isCopy = false; // whose counter does not grow
  const used = await records.change(PASSKEYS, { credentialId }, (present) => {
    isCopy = present !== null && counter <= present.counter && counter + present.counter > 0;
    return present && !isCopy ? { ...present, counter, lastUsedAt: now() } : null;
  });
  return isCopy || used === null ? null : used.userId;
}

/** Returns null if the user has no such passkey. */
export async function renamePasskey(userId: UserId, id: string, name: string, records: Records) {
  const passkey = await findPasskey(userId, id, records);
  return passkey === undefined ? null : records.change(PASSKEYS, passkey, (present) => present && { ...present, name });
}

/** Returns false if the user has no such passkey. */
export async function removePasskey(userId: UserId, id: string, records: Records): Promise<boolean> {
  const passkey = await findPasskey(userId, id, records);
  return passkey !== undefined && records.delete(PASSKEYS, passkey);
}

async function findPasskey(userId: UserId, id: string, records: Records): Promise<Passkey | undefined> {
  return (await listPasskeys(userId, records)).find((one) => one.id === id);
}

async function takeChallenge(challenge: string, { records, now }: PasskeyPorts): Promise<void> {
  try {
    await takeSignIn(challenge, NO_PROVIDER, now(), records);
  } catch (error) {
    throw error instanceof SignInRefused ? unusable() : error;
  }
}

function unusable() {
  return problem("invalid_input", {
    attr: "client_data",
    detail: "This took more than ten minutes, or is no passkey.",
  });
}
