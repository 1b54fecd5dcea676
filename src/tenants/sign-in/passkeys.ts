import { createHash, createPublicKey, type KeyObject, randomUUID, verify } from "node:crypto";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import { invalidInput, problem } from "../../lib/problem.ts";
import type { UserId } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import { PASSKEYS, type Passkey } from "../../store/records/sign-in-kinds.ts";
import type { LogPorts } from "../access-changes.ts";
import { beginSignIn, takeSignIn } from "./begun-sign-ins.ts";
import { SignInRefused } from "./refused.ts";

/** A name of no provider. Its challenges are not bound to a browser: a signature is worth nothing elsewhere. */
const NO_PROVIDER = { provider: "(passkey)", browser: "" };
const MAX_PASSKEYS = 20;

/** Creates a challenge, to sign once within ten minutes. Their number for one client address is bounded. */
export async function newChallenge(address: string, { records, now }: LogPorts): Promise<string> {
  return (await beginSignIn({ ...NO_PROVIDER, address }, now(), records)).state;
}

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
  { records, now }: LogPorts,
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
  { records, now }: LogPorts,
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

export async function renamePasskey(userId: UserId, id: string, name: string, records: Records) {
  const passkey = await findPasskey(userId, id, records);
  return passkey === undefined ? null : records.change(PASSKEYS, passkey, (present) => present && { ...present, name });
}

export async function removePasskey(userId: UserId, id: string, records: Records): Promise<boolean> {
  const passkey = await findPasskey(userId, id, records);
  return passkey !== undefined && records.delete(PASSKEYS, passkey);
}

async function findPasskey(userId: UserId, id: string, records: Records): Promise<Passkey | undefined> {
  return (await listPasskeys(userId, records)).find((one) => one.id === id);
}

async function takeChallenge(challenge: string, { records, now }: LogPorts): Promise<void> {
  try {
    await takeSignIn(challenge, NO_PROVIDER, now(), records);
  } catch (error) {
    throw error instanceof SignInRefused ? unusable() : error;
  }
}

function unusable() {
  return invalidInput("client_data", "This took more than ten minutes, or is no passkey.");
}

type AuthenticatorReply = { readonly clientData: string; readonly authenticatorData: string };

type Ceremony = "webauthn.create" | "webauthn.get";

const [PRESENT, VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40];
/** Lengths of the host's hash, the flags, the counter and the model's id. */
const [HASH, FLAGS, COUNTER, MODEL] = [32, 1, 4, 16];
const HEAD = HASH + FLAGS + COUNTER;
const MIN_RSA_BITS = 2048;

/**
 * Reads a reply requested by a page at `baseUrl` with a verified user, or null; ignores attestations, which name the
 * model. The credential is empty in a sign-in, and the counter 0 if the authenticator counts no signatures. See
 * https://www.w3.org/TR/webauthn-3/#sctn-rp-operations.
 */
function readReply(reply: AuthenticatorReply, ceremony: Ceremony, baseUrl: string) {
  const { origin, hostname } = new URL(baseUrl);
  const client = parseClientData(reply.clientData);
  if (client?.type !== ceremony || client.origin !== origin || client.crossOrigin === true) return null;
  const data = Buffer.from(reply.authenticatorData, "base64url");
  if (data.length < HEAD || !data.subarray(0, HASH).equals(sha256(hostname))) return null;
  const flags = data.readUInt8(HASH);
  const isNew = ceremony === "webauthn.create";
  const needed = PRESENT | VERIFIED | (isNew ? HAS_CREDENTIAL : 0);
  if ((flags & needed) !== needed) return null;
  const at = HEAD + MODEL;
  const length = isNew && data.length >= at + 2 ? data.readUInt16BE(at) : 0;
  const credentialId = data.subarray(at + 2, at + 2 + length).toString("base64url");
  const challenge = Buffer.from(String(client.challenge), "base64url").toString();
  return { challenge, counter: data.readUInt32BE(HASH + FLAGS), credentialId };
}

function isSignedBy(publicKey: string, reply: AuthenticatorReply, signature: string): boolean {
  const key = parsePublicKey(publicKey);
  if (key === null) return false;
  const [data, client] = [reply.authenticatorData, reply.clientData].map((text) => Buffer.from(text, "base64url"));
  const signed = Buffer.concat([data ?? Buffer.alloc(0), sha256(client ?? Buffer.alloc(0))]);
  const algorithm = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return verify(algorithm, signed, key, Buffer.from(signature, "base64url"));
}

/** Reads a DER key in Base64url, if the console's `CREDENTIAL_ALGORITHMS` names its kind. */
function parsePublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64url"), format: "der", type: "spki" });
    const { asymmetricKeyType: type, asymmetricKeyDetails: { namedCurve, modulusLength = 0 } = {} } = key;
    const isKnown =
      type === "ed25519" ||
      (type === "ec" && namedCurve === "prime256v1") ||
      (type === "rsa" && modulusLength >= MIN_RSA_BITS);
    return isKnown ? key : null;
  } catch {
    return null;
  }
}

function parseClientData(text: string) {
  try {
    const value = parseJsonText(Buffer.from(text, "base64url").toString());
    return value as Readonly<Record<"type" | "challenge" | "origin" | "crossOrigin", unknown>> | null;
  } catch {
    return null;
  }
}

const sha256 = (value: string | Buffer) => createHash("sha256").update(value).digest();
