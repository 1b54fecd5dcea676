import type { ProjectId } from "./ports/common.ts";

const PROJECT_ID = /^[1-9][0-9]{0,15}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UUID_CHARACTERS = 36;

/** Returns the project id for a number or text of a client, or null if it cannot be one. */
export function parseProjectId(value: number | string): ProjectId | null {
  const text = String(value);
  return PROJECT_ID.test(text) && Number.isSafeInteger(Number(text)) ? text : null;
}

/** Returns the UUID in lower case, as it is stored, or null for any other text. */
export function parseUuid(value: string): string | null {
  if (value.length !== UUID_CHARACTERS) return null;
  const lower = value.toLowerCase();
  return UUID.test(lower) ? lower : null;
}
