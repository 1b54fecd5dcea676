import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** Adds the settings of a file to an environment, whose own values win. Throws one line if it cannot be read. */
export function loadEnvFile(path: string, environment: Record<string, string | undefined>): void {
  const settings = parseEnv(readFileSync(path, "utf8"));
  for (const [name, value] of Object.entries(settings)) environment[name] ??= value;
}
