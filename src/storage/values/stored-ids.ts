import type { ProjectId } from "../ports/common.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PROJECT_ID = /^[1-9]\d{0,14}$/;

/** The 16 bytes of a UUID. Throws for text that is none: to keep it as something else would make different ids equal. */
export function uuidToBlob(uuid: string): Uint8Array {
  if (!UUID.test(uuid)) throw new Error(`"${uuid}" is not a UUID in lower case.`);
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

/** The 16 bytes of what may be a UUID; null, which equals nothing, where it is none. */
export function uuidBlobForQuery(uuid: string): Uint8Array | null {
  return UUID.test(uuid) ? uuidToBlob(uuid) : null;
}

export function blobToUuid(blob: ArrayBuffer | Uint8Array): string {
  const hex = Buffer.from(blob as Uint8Array).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A project's id as engines keep it; null, which equals nothing and cannot be stored, for text that is no project's id. */
export function projectNumber(id: ProjectId): number | null {
  return PROJECT_ID.test(id) ? Number(id) : null;
}
