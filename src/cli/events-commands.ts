import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import type { StoredEvent } from "../storage/ports/events.ts";
import { withProject } from "./choose-project.ts";
import { type CliContext, UsageError } from "./cli-context.ts";
import { addEventFilter, type EventFilterOptions, readEventFilter } from "./event-filter.ts";
import { eventToJsonLine } from "./event-line.ts";
import { printLines } from "./print-lines.ts";
import { withProgress } from "./progress.ts";

interface TailOptions extends EventFilterOptions {
  readonly lines: string;
  readonly follow?: true;
}

const MAX_LINES = 1000;
const POLL_MS = 500;

/** Adds `events tail`, `events count` and `events export` to the program. */
export function addEventsCommands(program: Command, context: CliContext): void {
  const events = program
    .command("events")
    .summary("see what arrived")
    .description(
      "Read the stored events, while the service runs or not. An event is stored some 50 ms after its answer.",
    )
    .addHelpText("after", "\nExample:\n  sightline events tail --follow");
  addTail(events, context);
  addCount(events, context);
  addExport(events, context);
}

function addTail(events: Command, context: CliContext): void {
  const tail = events
    .command("tail")
    .summary("show the newest events, and those that come")
    .description(
      "Show the newest events by their own time, oldest first, as JSON lines; with --follow then each event that is stored, whatever its time.",
    )
    .option("-n, --lines <count>", `how many, up to ${MAX_LINES}`, "10")
    .option("-f, --follow", "go on until interrupted");
  addEventFilter(tail)
    .addHelpText("after", "\nExample:\n  sightline events tail --follow --event '$identify' --distinct-id ada")
    .action(async (options: TailOptions) => {
      const filter = readEventFilter(options, context.now());
      const lines = readLines(options.lines);
      await withProject(options.project, context, async (projectId, { events: store }) => {
        // Begun before the newest are read, so that none falls between the two.
        const next = options.follow ? await store.follow(projectId, filter) : null;
        const newest = await store.latest(projectId, filter, lines);
        const text = newest.toReversed().map(eventToJsonLine).join("");
        if (text === "" && !next) context.err(NO_EVENTS);
        if ((await context.write(text)) && next) await followEvents(next, newest, context);
      });
    });
}

function addCount(events: Command, context: CliContext): void {
  addEventFilter(
    events
      .command("count")
      .summary("count events")
      .description("Print how many events there are: a number, and nothing else."),
  )
    .addHelpText("after", "\nExample:\n  sightline events count --event 'signed up' --from 7d")
    .action(async (options: EventFilterOptions) => {
      const filter = readEventFilter(options, context.now());
      const count = await withProject(options.project, context, (id, { events: store }) => store.count(id, filter));
      context.out(`${count}\n`);
    });
}

function addExport(events: Command, context: CliContext): void {
  addEventFilter(
    events
      .command("export")
      .summary("print all events")
      .description(
        "Print events as JSON lines, oldest first by their own time. Each line may be sent again in the `batch` of a request. " +
          "On a terminal, standard error shows how far it is.",
      ),
  )
    .addHelpText(
      "after",
      "\nExample:\n  sightline events export --from 2026-01-01 --to 2026-02-01 | gzip > january.jsonl.gz",
    )
    .action(async (options: EventFilterOptions) => {
      const filter = readEventFilter(options, context.now());
      await withProject(options.project, context, async (projectId, { events: store }) => {
        const total = () => store.count(projectId, filter);
        const any = await withProgress(context.printingProgress, "exported", total, (advance) =>
          printLines(context, store.scan(projectId, filter), eventToJsonLine, advance),
        );
        if (!any) context.err(NO_EVENTS);
      });
    });
}

const NO_EVENTS = "There are no such events.\n";

function readLines(text: string): number {
  const lines = Number(text);
  if (/^\d+$/.test(text) && lines <= MAX_LINES) return lines;
  throw new UsageError(
    `--lines must be a whole number from 0 to ${MAX_LINES}; for more there is \`sightline events export\`.`,
  );
}

/** Prints what is stored, without those that were printed already, until the reader leaves. */
async function followEvents(
  next: () => Promise<StoredEvent[]>,
  printed: readonly StoredEvent[],
  { write }: CliContext,
): Promise<void> {
  const known = new Set(printed.map(({ uuid }) => uuid));
  for (let goesOn = true; goesOn; ) {
    const events = (await next()).filter(({ uuid }) => !known.has(uuid));
    if (events.length > 0) goesOn = await write(events.map(eventToJsonLine).join(""));
    else await sleep(POLL_MS);
  }
}
