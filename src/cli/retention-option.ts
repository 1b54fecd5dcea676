import { MAX_RETENTION_SECONDS } from "../settings/units.ts";
import { UsageError } from "./cli-context.ts";

/** Returns the retention that an option names, in seconds: 0 is forever, null the default. Throws `UsageError`. */
export function parseRetention(text: string): number | null {
  if (text === "default") return null;
  if (text === "forever") return 0;
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds <= MAX_RETENTION_SECONDS) return seconds;
  throw new UsageError(
    `--event-retention must be seconds from 1 to ${MAX_RETENTION_SECONDS}, or \`forever\`, or \`default\`.`,
  );
}

/** Returns a retention as the option names it. */
export function formatRetention(seconds: number | null): string {
  if (seconds === null) return "default";
  return seconds === 0 ? "forever" : String(seconds);
}
