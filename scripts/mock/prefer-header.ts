import { problem } from "../../src/problem.ts";

/** The response that the caller asks for. */
export interface Preferences {
  readonly code?: number;
  readonly exampleKey?: string;
  readonly dynamic?: boolean;
}

/**
 * Parses a header such as `Prefer: code=503, example=journal_full`. Throws a `Problem` for an invalid code or dynamic.
 */
export function readPreferences(header: string): Preferences {
  const preferences = new Map(header.split(/[,;]/).map((part) => parsePair(part.trim())));
  const code = preferences.get("code");
  const exampleKey = preferences.get("example");
  const dynamic = preferences.get("dynamic");
  if (code !== undefined && !/^\d{3}$/.test(code)) throw unusablePreference("code is a status such as 503");
  if (dynamic !== undefined && dynamic !== "true" && dynamic !== "false")
    throw unusablePreference("dynamic is true or false");
  return {
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(exampleKey === undefined ? {} : { exampleKey }),
    ...(dynamic === undefined ? {} : { dynamic: dynamic === "true" }),
  };
}

/** Returns the error for a `Prefer` header that matches no response of the contract. */
export function unusablePreference(detail: string): Error {
  return problem("invalid_input", { attr: "Prefer", detail });
}

function parsePair(part: string): [string, string] {
  const at = part.indexOf("=");
  if (at === -1) return [part.toLowerCase(), "true"];
  return [
    part.slice(0, at).trim().toLowerCase(),
    part
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, "$1"),
  ];
}
