import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { dateOfFilter } from "../../flags/define/dates.ts";
import { eventToJsonLine } from "../../ingest/json-lines.ts";
import { toIdentifier } from "../../lib/identifier.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import type { ProjectEvents } from "../../questions/history/project-events.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { EventFilter, StoredEvent } from "../../store/ports/events.ts";
import { PROJECT_OPTION, type ProjectOption, withProject, withProjectEvents } from "../choose-project.ts";
import { type CliContext, UsageError } from "../cli-context.ts";
import type { FileExportOptions } from "../events/export-events.ts";
import type { ImportOptions } from "../events/import-command.ts";
import { examples, exportLines } from "../output.ts";
import { readCount } from "../read-input.ts";

interface FilterOptions extends ProjectOption {
  readonly event?: string;
  readonly distinctId?: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

type ExportOptions = FilterOptions & Partial<FileExportOptions>;

const MAX_LINES = 1000;
const MORE = `; use \`${PROGRAM} events export\` for more`;
const POLL_MS = 500;
const NO_EVENTS = "There are no such events.\n";

export function addEventsCommands(program: Command, context: CliContext): void {
  const events = program
    .command("events")
    .summary("show, count, export and import stored events")
    .description(
      "Read and import events, whether or not the service is running. " +
        "An event is stored about 50 ms after the response.",
    )
    .addHelpText("after", examples("events tail --follow"));
  for (const add of [addTail, addCount, addExport, addImport]) add(events, context);
}

function addTail(events: Command, context: CliContext): void {
  const tail = events
    .command("tail")
    .summary("show the newest events and follow new ones")
    .description(
      "Show the events with the newest timestamps as JSON lines, oldest first. " +
        "With --follow, go on to show each event as it is stored, whatever its timestamp.",
    )
    .option("-n, --lines <count>", `number of events, up to ${MAX_LINES}`, "10")
    .option("-f, --follow", "show new events until interrupted");
  addFilter(tail)
    .addHelpText("after", examples("events tail --follow --event '$identify' --distinct-id ada"))
    .action(async (options: FilterOptions & { lines: string; follow?: true }) => {
      const filter = readFilter(options, context.now());
      const lines = readCount("--lines", options.lines, MAX_LINES, 0, MORE);
      await withProjectEvents(options.project, context, async (projectId, { events: store }) => {
        // Start to follow before reading the newest events, so that no event is missed in between.
        const next = options.follow ? await store.follow(projectId, filter) : null;
        const newest = await store.latest(projectId, filter, lines);
        const text = newest.toReversed().map(eventToJsonLine).join("");
        if (text === "" && !next) context.err(NO_EVENTS);
        if ((await context.write(text)) && next) await followEvents(next, newest, context);
      });
    });
}

function addCount(events: Command, context: CliContext): void {
  addFilter(
    events.command("count").summary("count events").description("Print the number of events, and nothing else."),
  )
    .addHelpText("after", examples("events count --event 'signed up' --from 7d"))
    .action(async (options: FilterOptions) => {
      const filter = readFilter(options, context.now());
      await readEvents(options, context, async (read) => context.out(`${await read.count(filter)}\n`));
    });
}

function addExport(events: Command, context: CliContext): void {
  addFilter(
    events
      .command("export")
      .summary("print all events as JSON lines, or write them to files")
      .description(
        "Print events as JSON lines, oldest timestamp first. " +
          "You can send each line again in the `batch` of a request. Progress is shown on a terminal. " +
          "With --out, write them to files of one UTC day each, each event in exactly one file; " +
          "the same command continues an interrupted one.",
      )
      .option("--out <place>", "write files to this folder, or to s3://bucket/prefix")
      .option("--format <format>", "format of the files: jsonl (default), csv or parquet")
      .option("--since <last>", "`last`: add the events that are stored since the last export to this place"),
  )
    .addHelpText(
      "after",
      examples(
        "events export --from 2026-01-01 --to 2026-02-01 | gzip > january.jsonl.gz",
        "events export --format parquet --out s3://archive/events --since last",
      ),
    )
    .action(async (options: ExportOptions) => {
      const filter = readFilter(options, context.now());
      const { out, format, since } = options;
      if (out !== undefined) {
        const { exportToFiles } = await import("../events/export-events.ts");
        return exportToFiles({ ...options, out }, filter, givenFilter(options), context);
      }
      if (format !== undefined || since !== undefined) throw new UsageError("--format and --since need --out.");
      await readEvents(options, context, async (read) => {
        const isAny = await exportLines(context, () => read.count(filter), read.scan(filter), eventToJsonLine);
        if (!isAny) context.err(NO_EVENTS);
      });
    });
}

function readEvents({ project }: ProjectOption, context: CliContext, work: (events: ProjectEvents) => Promise<void>) {
  return withProject(project, context, async (projectId, store) => {
    const { withEventFiles } = await import("../events/command-answers.ts");
    await withEventFiles(projectId, store, context, null, work);
  });
}

function givenFilter({ event, distinctId, from, to }: FilterOptions): Record<string, string> {
  const options = Object.entries({ event, distinctId, from, to });
  return Object.fromEntries(options.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

function addImport(events: Command, context: CliContext): void {
  events
    .command("import")
    .summary("store the events of an export")
    .description(
      "Store events from JSON lines (*.jsonl, also .gz and .br) and Parquet files, as PostHog's batch exports and " +
        "events export write them. uuids and times stay; persons follow from distinct ids, $identify and $set, as " +
        "if the events arrived now. Events whose uuid is stored are left out, so the same command continues an " +
        "interrupted one. A running service stores them; if none runs here, this command does.",
    )
    .argument("<path>", "a file, or a folder with files")
    .option(...PROJECT_OPTION)
    .option("--json", "print the report as JSON")
    .addHelpText("after", examples("events import posthog-export/ --project 1"))
    .action(async (path: string, options: ImportOptions) => {
      const { importFiles } = await import("../events/import-command.ts");
      await importFiles(path, options, context);
    });
}

function addFilter(command: Command): Command {
  const collect = (value: string, previous: readonly string[] = []) => [...previous, value];
  return command
    .option(...PROJECT_OPTION)
    .option("--event <name>", "only events with this name")
    .option("--distinct-id <id>", "only events with this distinct id; repeatable", collect)
    .option("--from <time>", "only events from this time on: 2026-05-01, 2026-05-01T12:30Z, or 2h, 7d (ago)")
    .option("--to <time>", "only events before this time");
}

function readFilter({ event, distinctId, from, to }: FilterOptions, now: Millis): EventFilter {
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
    `${option} must be a date such as 2026-05-01 or 2026-05-01T12:30Z (in UTC), or a time ago such as 2h or 7d.`,
  );
}

/** Prints new events, except those already printed, until the reader closes the pipe. */
async function followEvents(
  next: () => Promise<StoredEvent[]>,
  printed: readonly StoredEvent[],
  { write }: CliContext,
): Promise<void> {
  const printedIds = new Set(printed.map(({ uuid }) => uuid));
  for (let isOpen = true; isOpen; ) {
    const events = (await next()).filter(({ uuid }) => !printedIds.has(uuid));
    if (events.length > 0) isOpen = await write(events.map(eventToJsonLine).join(""));
    else await sleep(POLL_MS);
  }
}
