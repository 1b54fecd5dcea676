import { createHash, randomInt } from "node:crypto";
import type { ProjectId, UserId } from "../storage/ports/common.ts";
import type { Key, PersonalKey, ProjectKey } from "../storage/ports/keys.ts";

const PROJECT_KEY_PREFIX = "phc_";
const PERSONAL_KEY_PREFIX = "phx_";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Without letters and digits that are easily confused when read aloud. */
const UNAMBIGUOUS_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
/** 43 characters of an alphabet of 62 hold 256 bits. */
const SECRET_CHARACTERS = 43;
const KEY_SHAPE = /^ph[cx]_[A-Za-z0-9_-]{1,100}$/;

/** A key as stored, and its secret, which is shown once. */
export interface NewKey<K extends Key> {
  readonly key: K;
  readonly secret: string;
}

/**
 * Returns a new key for sending events to a project and reading its flags. It is stored unhashed because every web page
 * that uses it shows it.
 */
export function newProjectKey(
  projectId: ProjectId,
  { label, now }: { label: string; now: number },
): NewKey<ProjectKey> {
  const secret = PROJECT_KEY_PREFIX + randomText(BASE62, SECRET_CHARACTERS);
  return { secret, key: { kind: "project", projectId, ...commonParts(secret, label, now) } };
}

/** Returns a new key that acts for a user. Only its SHA-256 is stored. */
export function newPersonalKey(
  userId: UserId,
  { label, readOnly, now }: { label: string; readOnly: boolean; now: number },
): NewKey<PersonalKey> {
  const secret = PERSONAL_KEY_PREFIX + randomText(BASE62, SECRET_CHARACTERS);
  return { secret, key: { kind: "personal", userId, readOnly, ...commonParts(secret, label, now) } };
}

/** Returns the text by which the store finds a presented key, or null for a text that cannot be a key. */
export function computeKeyLookup(presented: string): string | null {
  if (!KEY_SHAPE.test(presented)) return null;
  return isPersonalKey(presented) ? createHash("sha256").update(presented).digest("hex") : presented;
}

/** Returns true if the text has the prefix of project keys. It may still be invalid. */
export function isProjectKey(presented: string): boolean {
  return presented.startsWith(PROJECT_KEY_PREFIX);
}

/** Returns true if the text has the prefix of personal keys. It may still be invalid. */
export function isPersonalKey(presented: string): boolean {
  return presented.startsWith(PERSONAL_KEY_PREFIX);
}

function commonParts(secret: string, label: string, now: number) {
  const id = `${randomText(UNAMBIGUOUS_ALPHABET, 4)}-${randomText(UNAMBIGUOUS_ALPHABET, 4)}`;
  const lookup = isPersonalKey(secret) ? createHash("sha256").update(secret).digest("hex") : secret;
  return { id, lookup, hint: `${secret.slice(0, 8)}…${secret.slice(-4)}`, label, createdAt: now };
}

function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
