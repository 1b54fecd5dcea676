import type { ProjectId } from "./ports/common.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PROJECT_ID = /^[1-9]\d{0,14}$/;
const UUID_CHARACTERS = 36;

/** Returns the project id for a client's number or text; null if it cannot be one. */
export function parseProjectId(value: number | string): ProjectId | null {
  const text = String(value);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? text : null;
}

/** Returns the UUID in lower case, as it is stored, or null for any other text. */
export function parseUuid(value: string): string | null {
  if (value.length !== UUID_CHARACTERS) return null;
  const lower = value.toLowerCase();
  return UUID.test(lower) ? lower : null;
}

/** The values of hexadecimal digits in lower case, by their code; 255 for other characters. */
const DIGITS = new Uint8Array(256).fill(255);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

/** Returns the 16 bytes of a UUID. Throws for any other text, because shortening it could make different ids equal. */
export function uuidToBlob(uuid: string): Uint8Array {
  const blob = new Uint8Array(16);
  writeUuid(uuid, blob, 0);
  return blob;
}

/** Writes the 16 bytes of a UUID. Throws as `uuidToBlob` does. */
export function writeUuid(uuid: string, bytes: Uint8Array, offset: number): void {
  let isValid = uuid.length === UUID_CHARACTERS;
  for (let index = 0, at = 0; index < 16; index++, at += 2) {
    if (index === 4 || index === 6 || index === 8 || index === 10) isValid &&= uuid.charCodeAt(at++) === 0x2d;
    const high = DIGITS[uuid.charCodeAt(at)] ?? 255;
    const low = DIGITS[uuid.charCodeAt(at + 1)] ?? 255;
    isValid &&= high < 16 && low < 16;
    bytes[offset + index] = high * 16 + low;
  }
  if (!isValid) throw new Error(`"${uuid}" is not a UUID in lower case.`);
}

/** Returns the 16 bytes of a UUID; null, which equals nothing in a query, for any other text. */
export function uuidBlobForQuery(uuid: string): Uint8Array | null {
  return UUID.test(uuid) ? uuidToBlob(uuid) : null;
}

export function blobToUuid(blob: ArrayBuffer | Uint8Array): string {
  const hex = Buffer.from(blob as Uint8Array).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns a project's id as engines store it; null, which equals nothing and cannot be stored, for any other text. */
export function projectNumber(id: ProjectId): number | null {
  return PROJECT_ID.test(id) ? Number(id) : null;
}

export function requireProjectNumber(id: ProjectId): number {
  const number = projectNumber(id);
  if (number === null) throw new Error(`"${id}" is not a project's id.`);
  return number;
}
