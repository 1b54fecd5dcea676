import { problem } from "../../src/problem.ts";

/** What the caller wants to be answered. */
export interface Preferences {
  readonly code?: number;
  readonly exampleKey?: string;
  readonly dynamic?: boolean;
}

/** Reads a header such as `Prefer: code=503, example=journal_full`. Throws a `Problem` for a code or a dynamic that is none. */
export function readPreferences(header: string): Preferences {
  const wanted = new Map(header.split(/[,;]/).map((part) => parsePair(part.trim())));
  const code = wanted.get("code");
  const exampleKey = wanted.get("example");
  const dynamic = wanted.get("dynamic");
  if (code !== undefined && !/^\d{3}$/.test(code)) throw unusablePreference("code is a status such as 503");
  if (dynamic !== undefined && dynamic !== "true" && dynamic !== "false")
    throw unusablePreference("dynamic is true or false");
  return {
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(exampleKey === undefined ? {} : { exampleKey }),
    ...(dynamic === undefined ? {} : { dynamic: dynamic === "true" }),
  };
}

/** The refusal of a `Prefer` that the contract has no answer for. */
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
