import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventToJsonLine } from "../../ingest/json-lines.ts";
import { closing } from "../../lib/threads/closers.ts";
import { isoTime } from "../../lib/wire-fields.ts";
import { sqlText } from "../../questions/history/duckdb-process.ts";
import type { EventDay, ProjectEvents } from "../../questions/history/project-events.ts";
import { writeLines } from "../../questions/history/write-batch.ts";
import { readConfig } from "../../settings/config.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { EventFilter, StoredEvent } from "../../store/ports/events.ts";
import { withProject } from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { csvLine } from "../output.ts";
import { withEventFiles } from "./command-answers.ts";
import { type ExportTarget, openTarget } from "./export-target.ts";

const FORMATS = ["jsonl", "csv", "parquet"] as const;
type Format = (typeof FORMATS)[number];

/** Subject of an export: a folder has files of one only. */
interface ExportSubject {
  readonly store: string;
  readonly project: ProjectId;
  readonly format: Format;
  readonly filter: Readonly<Record<string, string>>;
}

/** State of an export, in the folder's `export.json`. */
interface ExportState extends ExportSubject {
  readonly finished: boolean;
  /** Keys of the live history files, by day, whose events are all in the exported files. */
  readonly days?: Readonly<Record<string, readonly string[]>>;
  /** Those of earlier versions have events of any day. */
  readonly files: readonly { readonly name: string; readonly events: number; readonly day?: string }[];
}

interface ExportPorts {
  readonly events: ProjectEvents;
  readonly target: ExportTarget;
  readonly onProgress: (events: number) => void;
}

const STATE_FILE = "export.json";
const DATA_FILE = /^events-\d{6,}\.\w+$/;
const NOT_EXPORTED = "uuid NOT IN (SELECT uuid FROM exported)";

const CSV_COLUMNS = ["uuid", "event", "distinct_id", "timestamp", "received_at", "properties"];
const LINE_OF: Readonly<Record<Exclude<Format, "parquet">, (event: StoredEvent) => string>> = {
  jsonl: eventToJsonLine,
  csv: ({ uuid, event, distinctId, timestamp, receivedAt, properties }) =>
    csvLine([uuid, event, distinctId, isoTime(timestamp), isoTime(receivedAt), properties]),
};

/** DuckDB reserves more memory for longer lines. */
const LINE_BYTES = { min: 1024 * 1024, max: 64 * 1024 * 1024 };

const READERS: Readonly<Record<Format, (path: string, bytes: number) => string>> = {
  parquet: (path) => `read_parquet(${sqlText(path)})`,
  jsonl: (path, bytes) =>
    `read_json(${sqlText(path)}, format = 'newline_delimited', columns = {uuid: 'UUID'},
      maximum_object_size = ${lineLimit(bytes)})`,
  csv: (path, bytes) =>
    `read_csv(${sqlText(path)}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"',
      columns = {${CSV_COLUMNS.map((name) => `${name}: '${name === "uuid" ? "UUID" : "VARCHAR"}'`).join()}},
      max_line_size = ${lineLimit(bytes)}, buffer_size = ${lineLimit(bytes)}, parallel = false)`,
};

/** Returns the state of an earlier export, or a new one. Throws for another subject or files that no state knows. */
export async function readState(target: ExportTarget, subject: ExportSubject): Promise<ExportState> {
  const text = await target.read(STATE_FILE);
  if (text === null) {
    const file = (await target.list()).find((name) => DATA_FILE.test(name));
    if (file === undefined) return { ...subject, finished: false, files: [] };
    throw new CommandFailure(`There is ${file}, but no ${STATE_FILE}: choose another folder.`);
  }
  const state = JSON.parse(text) as ExportState;
  const names = ["store", "project", "format", "filter"] as const;
  const other = names.find((name) => JSON.stringify(state[name]) !== JSON.stringify(subject[name]));
  if (other === undefined) return state;
  throw new CommandFailure(`There is an export with another ${other} in this folder: choose another one.`);
}

/**
 * Writes files with the events, day by day, that exported files of the day do not have. Leaves out days whose history
 * files were exported whole. The state names only complete files. The next run removes files that no state names.
 */
export async function exportEvents(start: ExportState, filter: EventFilter, ports: ExportPorts): Promise<ExportState> {
  const { events, target, onProgress } = ports;
  const known = new Set(start.files.map(({ name }) => name));
  let state: ExportState = { ...start, finished: false };
  const change = async (changes: Partial<ExportState>) => {
    state = { ...state, ...changes };
    const path = events.workshop.newPath("json");
    await writeFile(path, `${JSON.stringify(state, null, 1)}\n`, { mode: 0o600 });
    await target.put(path, STATE_FILE);
  };
  await change({});
  await target.delete((await target.list()).filter((name) => DATA_FILE.test(name) && !known.has(name)));
  for (const day of events.days(filter)) {
    const done = state.days?.[day.day];
    if (!day.hasUnfiled && day.files.every((key) => done?.includes(key))) continue;
    await readExported(day, state, ports);
    for await (const { path, count } of partsOf(day, state.format, filter, events)) {
      const name = `events-${String(state.files.length + 1).padStart(6, "0")}.${state.format}`;
      await target.put(path, name);
      await change({ files: [...state.files, { name, events: count, day: day.day }] });
      onProgress(count);
    }
    await change({ days: { ...state.days, [day.day]: day.files } });
  }
  await change({ finished: true });
  return state;
}

async function readExported({ day }: EventDay, { files, format }: ExportState, { events, target }: ExportPorts) {
  const { duckdb } = events.workshop;
  await duckdb.run("CREATE OR REPLACE TABLE exported (uuid UUID)");
  for (const file of files) {
    if ((file.day ?? day) !== day) continue;
    const copy = events.workshop.newPath(format);
    await target.copyTo(file.name, copy);
    await duckdb.run(`INSERT INTO exported SELECT uuid FROM ${READERS[format](copy, (await stat(copy)).size)}`);
    await rm(copy);
  }
}

async function* partsOf(day: EventDay, format: Format, filter: EventFilter, events: ProjectEvents) {
  if (format === "parquet") {
    const path = events.workshop.newPath(format);
    const count = await events.copy(day, filter, NOT_EXPORTED, path);
    if (count > 0) yield { path, count };
    return;
  }
  const lines = linesOf(events.read(day, filter, NOT_EXPORTED), LINE_OF[format]);
  const head = format === "csv" ? csvLine(CSV_COLUMNS) : "";
  for (let isLast = false; !isLast; ) {
    const path = events.workshop.newPath(format);
    const written = await writeLines(path, lines, { head });
    if (written.count > 0) yield { path, count: written.count };
    isLast = written.isLast;
  }
}

async function* linesOf(events: AsyncIterable<StoredEvent>, lineOf: (event: StoredEvent) => string) {
  for await (const event of events) yield lineOf(event);
}

function lineLimit(bytes: number): number {
  return Math.min(Math.max(bytes + 1, LINE_BYTES.min), LINE_BYTES.max);
}

export interface FileExportOptions {
  readonly project?: string;
  readonly out: string;
  readonly format?: string;
  readonly since?: string;
}

export async function exportToFiles(
  { project, out, format = "jsonl", since }: FileExportOptions,
  filter: EventFilter,
  given: Readonly<Record<string, string>>,
  context: CliContext,
): Promise<void> {
  if (!isFormat(format)) throw new UsageError(`--format must be one of ${FORMATS.join(", ")}.`);
  if (since !== undefined && since !== "last") throw new UsageError("--since must be `last`.");
  await withProject(project, context, async (projectId, store) => {
    await using target = closing(await openTarget(out, readConfig(context.environment)));
    const state = await readState(target, { store: store.id, project: projectId, format, filter: given });
    if (state.finished && since === undefined) {
      throw new CommandFailure(`${out} has a complete export: add \`--since last\` for what is new, or another --out.`);
    }
    const folder = join(target.workFolder, "events");
    await withEventFiles(projectId, store, context, folder, async (events) => {
      const before = eventsOf(state.files);
      const total = async () => (await events.count(filter)) - before;
      const { files } = await context.progress("exported", total, (onProgress) =>
        exportEvents(state, filter, { events, target, onProgress }),
      );
      const added = (eventsOf(files) - before).toLocaleString("en");
      context.out(`Exported ${added} events in ${files.length - state.files.length} files.\n`);
    });
  });
}

function eventsOf(files: readonly { readonly events: number }[]): number {
  return files.reduce((sum, { events }) => sum + events, 0);
}

function isFormat(text: string): text is Format {
  return (FORMATS as readonly string[]).includes(text);
}
