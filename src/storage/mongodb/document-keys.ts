import { createHash } from "node:crypto";
import { Binary } from "mongodb";
import type { ProjectId } from "../ports/common.ts";
import { escapeText } from "../values/escape-text.ts";
import { blobToUuid, projectNumber, uuidBlobForQuery, uuidToBlob } from "../values/stored-ids.ts";

/** Some servers refuse keys of about 3 KB; and a key that is indexed several times should be short. */
const MAX_KEY_BYTES = 512;
const PROJECT_BYTES = 8;

/** The project's id as fields hold it. Throws for text that is no project's id. */
export function requireProjectNumber(id: ProjectId): number {
  const number = projectNumber(id);
  if (number === null) throw new Error(`"${id}" is not a project's id.`);
  return number;
}

/** The same to look for: a number that no project has, for text that is no project's id. */
export function projectNumberForQuery(id: ProjectId): number {
  return projectNumber(id) ?? -1;
}

/** The key of something of a project that these texts name; other texts have another key, also where they are divided otherwise. */
export function projectKey(id: ProjectId, ...texts: readonly string[]): string {
  const last = texts.length - 1;
  const parts = texts.map((text, index) => (index === last ? escapeText(text) : `${text.length}:${escapeText(text)}:`));
  const key = parts.join("");
  if (Buffer.byteLength(key) <= MAX_KEY_BYTES) return `${projectNumberForQuery(id)}/${key}`;
  return `${projectNumberForQuery(id)}#${createHash("sha256").update(key).digest("base64url")}`;
}

/** The key of an event: 8 bytes of its project's id, 16 of its uuid. Throws for text that is neither. */
export function eventKey(projectId: ProjectId, uuid: string): Binary {
  const bytes = Buffer.alloc(PROJECT_BYTES + 16);
  bytes.writeBigUInt64BE(BigInt(requireProjectNumber(projectId)));
  bytes.set(uuidToBlob(uuid), PROJECT_BYTES);
  return new Binary(bytes);
}

/** The same to look for; null where there cannot be such an event. */
export function eventKeyForQuery(projectId: ProjectId, uuid: string): Binary | null {
  return projectNumber(projectId) === null || uuidBlobForQuery(uuid) === null ? null : eventKey(projectId, uuid);
}

export function uuidOfEvent(key: Binary): string {
  return blobToUuid(key.value().subarray(PROJECT_BYTES));
}
