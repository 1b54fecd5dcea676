import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** Matches a value that systemd, which reads such files too, takes as it is: here the rest would be a comment. */
const AMBIGUOUS = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*[^"'`\s#][^\n]*#/m;

/** Adds a file's settings to an environment, whose values win. Throws if unreadable or if systemd would read others. */
export function loadEnvFile(path: string, environment: Record<string, string | undefined>): void {
  const text = readFileSync(path, "utf8");
  const name = AMBIGUOUS.exec(text)?.[1];
  if (name !== undefined) throw new Error(`${path}: put the value of ${name}, which has a #, into double quotes.`);
  for (const [setting, value] of Object.entries(parseEnv(text))) environment[setting] ??= value;
}
