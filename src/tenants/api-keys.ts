import { randomInt } from "node:crypto";
import type { ProjectId, UserId } from "../store/ports/common.ts";
import type { Key, PersonalKey, ProjectKey } from "../store/records/keys.ts";
import { computeKeyLookup, PERSONAL_KEY_PREFIX, PROJECT_KEY_PREFIX } from "./keyring.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Excludes letters and digits that are easily confused when read aloud. */
const UNAMBIGUOUS_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
/** 43 characters of an alphabet of 62 hold 256 bits. */
const SECRET_CHARACTERS = 43;

/** A key as stored, and its secret, which is shown once. */
export type NewKey<K extends Key> = { readonly key: K; readonly secret: string };

/** Creates a key to send events and read flags. It is stored unhashed: every web page that uses it shows it. */
export function newProjectKey(
  projectId: ProjectId,
  { label, now, secret = newSecret(PROJECT_KEY_PREFIX) }: { label: string; now: number; secret?: string },
): NewKey<ProjectKey> {
  return { secret, key: { kind: "project", projectId, ...commonParts(secret, label, now) } };
}

/** Creates a key that acts for a user. Only its SHA-256 is stored. */
export function newPersonalKey(
  userId: UserId,
  options: { label: string; readOnly: boolean; now: number; secret?: string },
): NewKey<PersonalKey> {
  const { label, readOnly, now, secret = newSecret(PERSONAL_KEY_PREFIX) } = options;
  return { secret, key: { kind: "personal", userId, readOnly, ...commonParts(secret, label, now) } };
}

/** Returns a prefix followed by 256 random bits as letters and digits. */
export function newSecret(prefix: string): string {
  return prefix + randomText(BASE62, SECRET_CHARACTERS);
}

function commonParts(secret: string, label: string, now: number) {
  const id = `${randomText(UNAMBIGUOUS_ALPHABET, 4)}-${randomText(UNAMBIGUOUS_ALPHABET, 4)}`;
  const lookup = computeKeyLookup(secret) ?? secret;
  return { id, lookup, hint: `${secret.slice(0, 8)}…${secret.slice(-4)}`, label, createdAt: now, lastUsedAt: null };
}

function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
