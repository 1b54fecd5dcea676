import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { Binary } from "mongodb";
import { escapeText, unescapeText } from "../escape-text.ts";
import type { ProjectId } from "../ports/common.ts";
import { blobToUuid, projectNumber, requireProjectNumber, uuidBlobForQuery, uuidToBlob } from "../stored-ids.ts";

/** Some servers reject keys of about 3 KB, and keys are in several indexes. */
const MAX_KEY_BYTES = 512;
const PROJECT_BYTES = 8;

/** Returns a number that matches nothing if the text is no project id. */
export function projectNumberForQuery(id: ProjectId): number {
  return projectNumber(id) ?? -1;
}

/** Makes a key of a project's document from the texts that identify it. Different lists have different keys. */
export function projectKey(id: ProjectId, ...texts: readonly string[]): string {
  const last = texts.length - 1;
  const parts = texts.map((text, index) => (index === last ? escapeText(text) : `${text.length}:${escapeText(text)}:`));
  const key = parts.join("");
  if (Buffer.byteLength(key) <= MAX_KEY_BYTES) return `${projectNumberForQuery(id)}/${key}`;
  return `${projectNumberForQuery(id)}#${createHash("sha256").update(key).digest("base64url")}`;
}

/** Makes the key of an event: 8 bytes for the project's id, 16 for the uuid. Throws if either is invalid. */
export function eventKey(projectId: ProjectId, uuid: string): Binary {
  const bytes = Buffer.alloc(PROJECT_BYTES + 16);
  bytes.writeBigUInt64BE(BigInt(requireProjectNumber(projectId)));
  bytes.set(uuidToBlob(uuid), PROJECT_BYTES);
  return new Binary(bytes);
}

export function eventKeyRange(project: number): { readonly $gte: Binary; readonly $lte: Binary } {
  const bound = (fill: number) => {
    const bytes = Buffer.alloc(PROJECT_BYTES + 16, fill);
    bytes.writeBigInt64BE(BigInt(project));
    return new Binary(bytes);
  };
  return { $gte: bound(0), $lte: bound(0xff) };
}

/** Returns null if either is invalid. */
export function eventKeyForQuery(projectId: ProjectId, uuid: string): Binary | null {
  return projectNumber(projectId) === null || uuidBlobForQuery(uuid) === null ? null : eventKey(projectId, uuid);
}

export function uuidOfEvent(key: Binary): string {
  return blobToUuid(key.value().subarray(PROJECT_BYTES));
}

/** Takes up to 12 MB in UTF-8; a document may have 16 MB. */
const COMPRESS_FROM_CHARACTERS = 4 * 1024 * 1024;
/** Leaves 64 KB for the other fields of a document. */
const MAX_BYTES = 16 * 1024 * 1024 - 64 * 1024;

export class TextTooLong extends Error {
  constructor(bytes: number) {
    super(`The text has ${(bytes / 1e6).toFixed(1)} MB compressed; the limit is ${(MAX_BYTES / 1e6).toFixed(1)} MB.`);
    this.name = "TextTooLong";
  }
}

/** Escaped, and compressed if long. */
export type StoredText = string | Binary;

export function toStoredText(text: string): StoredText {
  const safe = escapeText(text);
  if (safe.length < COMPRESS_FROM_CHARACTERS) return safe;
  const compressed = deflateSync(safe);
  if (compressed.byteLength > MAX_BYTES) throw new TextTooLong(compressed.byteLength);
  return new Binary(compressed);
}

export function fromStoredText(stored: StoredText): string {
  return unescapeText(typeof stored === "string" ? stored : inflateSync(stored.value()).toString());
}
