import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";

/** Reply of an authenticator, in Base64url. */
export interface AuthenticatorReply {
  readonly clientData: string;
  readonly authenticatorData: string;
}

/** Statements of an authenticator. */
interface Vouched {
  readonly challenge: string;
  /** Number of signatures; 0 if the authenticator does not count. */
  readonly counter: number;
  /** New credential, in Base64url; empty in a sign-in. */
  readonly credentialId: string;
}

type Ceremony = "webauthn.create" | "webauthn.get";

const [PRESENT, VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40];
/** Lengths of the host's hash, the flags, the counter and the model's id. */
const [HASH, FLAGS, COUNTER, MODEL] = [32, 1, 4, 16];
const HEAD = HASH + FLAGS + COUNTER;
const MIN_RSA_BITS = 2048;

/**
 * Reads a reply requested by a page at `baseUrl` with a verified user, or null; ignores attestations, which name the
 * model. See https://www.w3.org/TR/webauthn-3/#sctn-rp-operations.
 */
export function readReply(reply: AuthenticatorReply, ceremony: Ceremony, baseUrl: string): Vouched | null {
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

/** Returns whether the owner of the public key has signed the reply. */
export function isSignedBy(publicKey: string, reply: AuthenticatorReply, signature: string): boolean {
  const key = parsePublicKey(publicKey);
  if (key === null) return false;
  const [data, client] = [reply.authenticatorData, reply.clientData].map((text) => Buffer.from(text, "base64url"));
  const signed = Buffer.concat([data ?? Buffer.alloc(0), sha256(client ?? Buffer.alloc(0))]);
  return verify(
    key.asymmetricKeyType === "ed25519" ? null : "sha256",
    signed,
    key,
    Buffer.from(signature, "base64url"),
  );
}

/** Reads a DER key in Base64url, if the console's `CREDENTIAL_ALGORITHMS` names its kind. */
export function parsePublicKey(text: string): KeyObject | null {
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
