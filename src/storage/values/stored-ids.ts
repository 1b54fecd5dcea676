import type { ProjectId } from "../ports/common.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PROJECT_ID = /^[1-9]\d{0,14}$/;

/** Returns the 16 bytes of a UUID. Throws for any other text, because shortening it could make different ids equal. */
export function uuidToBlob(uuid: string): Uint8Array {
  if (!UUID.test(uuid)) throw new Error(`"${uuid}" is not a UUID in lower case.`);
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
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
