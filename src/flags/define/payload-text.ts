import type { JsonValue } from "./flag-definition.ts";

/** Returns a payload as JSON text, which client libraries parse: a text that is JSON already verbatim. */
export function payloadText(payload: JsonValue): string {
  return typeof payload === "string" && isJson(payload) ? payload : JSON.stringify(payload);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
