import type { OrganizationId, ProjectId } from "../storage/ports/common.ts";

const PROJECT_ID = /^[1-9][0-9]{0,15}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UUID_CHARACTERS = 36;

/** The project id that a client's number or text means, or null where it cannot be one. */
export function parseProjectId(given: number | string): ProjectId | null {
  const text = String(given);
  return PROJECT_ID.test(text) && Number.isSafeInteger(Number(text)) ? text : null;
}

/** The organization id that a client's text means, or null where it cannot be one. */
export function parseOrganizationId(given: string): OrganizationId | null {
  return parseUuid(given);
}

/** A UUID in the form in which it is stored, or null for any other text. */
export function parseUuid(given: string): string | null {
  if (given.length !== UUID_CHARACTERS) return null;
  const lower = given.toLowerCase();
  return UUID.test(lower) ? lower : null;
}
