import type { Command } from "commander";
import { dateOfFilter } from "../flags/dates.ts";
import type { Millis } from "../storage/ports/common.ts";
import type { EventFilter } from "../storage/ports/events.ts";
import { toIdentifier } from "../values/identifier.ts";
import { PROJECT_OPTION, type ProjectOption } from "./choose-project.ts";
import { UsageError } from "./cli-context.ts";

export interface EventFilterOptions extends ProjectOption {
  readonly event?: string;
  readonly distinctId?: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

/** Adds the options that choose events. */
export function addEventFilter(command: Command): Command {
  const several = (value: string, before: readonly string[] = []) => [...before, value];
  return command
    .option(...PROJECT_OPTION)
    .option("--event <name>", "only events of this name")
    .option("--distinct-id <id>", "only events of this distinct id; may be repeated", several)
    .option("--from <time>", "only events that happened then or later: 2026-05-01, 2026-05-01T12:30Z, or 2h, 7d ago")
    .option("--to <time>", "only events that happened before");
}

/** What the options choose; undefined where they choose all. Throws `WrongUse` for a time that is none. */
export function readEventFilter(options: EventFilterOptions, now: Millis): EventFilter {
  const { event, distinctId, from, to } = options;
  return {
    event: event === undefined ? undefined : toIdentifier(event),
    distinctIds: distinctId?.map(toIdentifier),
    from: readTime("--from", from, now),
    to: readTime("--to", to, now),
  };
}

function readTime(option: string, text: string | undefined, now: Millis): Millis | undefined {
  if (text === undefined) return undefined;
  const time = dateOfFilter(text, now);
  if (time !== undefined) return time;
  throw new UsageError(
    `${option} must be a date such as 2026-05-01 or 2026-05-01T12:30Z (in UTC), or 2h, 7d for so long ago.`,
  );
}
