import { writeFile } from "node:fs/promises";
import { MAX_LINES_BYTES } from "../../answers/history/write-batch.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { EventFilter, Events, EventToken, StoredEvent } from "../../store/ports/events.ts";
import { CommandFailure } from "../cli-context.ts";
import type { ExportTarget } from "./export-target.ts";
import type { Format, PartFiles } from "./part-file.ts";

/** What an export is of: a folder has files of one only. */
export interface ExportSubject {
  readonly store: string;
  readonly project: ProjectId;
  readonly format: Format;
  /** The options that select events, as they were given. */
  readonly filter: Readonly<Record<string, string>>;
}

/** What the folder says of itself, in `export.json`. */
export interface ExportState extends ExportSubject {
  /** Whether the last run came to its end. */
  readonly finished: boolean;
  /** All events up to here, in the order in which they were stored, are in the files. */
  readonly upTo: EventToken | null;
  readonly files: readonly { readonly name: string; readonly events: number }[];
}

export interface ExportPorts {
  readonly events: Pick<Events, "settled" | "stored">;
  readonly target: ExportTarget;
  readonly parts: PartFiles;
  /** Returns a token after which no event has left the store. */
  readonly leftUpTo: () => Promise<EventToken | null>;
  readonly now: () => Millis;
  /** Called with the number of further events. */
  readonly onProgress: (events: number) => void;
}

const STATE_FILE = "export.json";
const DATA_FILE = /^events-\d{6,}\.\w+$/;
/** How many stored events are read as one step: a file has whole steps. */
const STEP_EVENTS = 2000;

/**
 * Returns what the target has of an earlier export, or a new state. Throws if the earlier one is of something else, or
 * if there are files that no state knows.
 */
export async function readState(target: ExportTarget, subject: ExportSubject): Promise<ExportState> {
  const text = await target.read(STATE_FILE);
  if (text === null) {
    const file = (await target.list()).find((name) => DATA_FILE.test(name));
    if (file === undefined) return { ...subject, finished: false, upTo: null, files: [] };
    throw new CommandFailure(`There is ${file}, but no ${STATE_FILE}: choose another folder.`);
  }
  const state = JSON.parse(text) as ExportState;
  const names = ["store", "project", "format", "filter"] as const;
  const other = names.find((name) => JSON.stringify(state[name]) !== JSON.stringify(subject[name]));
  if (other === undefined) return state;
  throw new CommandFailure(`There is an export with another ${other} in this folder: choose another one.`);
}

/**
 * Writes the events that are stored now, and are in no file yet, to files in the order in which they were stored.
 * Returns the state after that.
 *
 * A file gets its name when it is complete. Only then the state, which is replaced at once, names it and says up to
 * where events are in files. So a file that no state names is removed by the next run, which writes its events again.
 */
export async function exportEvents(start: ExportState, filter: EventFilter, ports: ExportPorts): Promise<ExportState> {
  const { target, parts } = ports;
  const known = new Set(start.files.map(({ name }) => name));
  const others = (await target.list()).filter((name) => DATA_FILE.test(name) && !known.has(name));
  let state: ExportState = { ...start, finished: false };
  await writeState(state, ports);
  await target.delete(others);
  const end = ports.now();
  while (!state.finished) {
    const part = await parts.open();
    const { upTo, finished } = await fill(part, { state, filter, end }, ports);
    const name = `events-${String(state.files.length + 1).padStart(6, "0")}.${state.format}`;
    const { events } = part;
    if (events === 0) await part.discard();
    else await target.put(await part.complete(), name);
    state = { ...state, upTo, finished, files: events === 0 ? state.files : [...state.files, { name, events }] };
    await writeState(state, ports);
  }
  return state;
}

interface PartRange {
  readonly state: ExportState;
  readonly filter: EventFilter;
  /** Events that are received later may be left out, so that the export ends. */
  readonly end: Millis;
}

/** Adds events until the file is large. Returns where it ends, and whether nothing is left. */
async function fill(
  part: Awaited<ReturnType<PartFiles["open"]>>,
  { state: { project, upTo: start }, filter, end }: PartRange,
  { events, leftUpTo, onProgress }: ExportPorts,
): Promise<Pick<ExportState, "upTo" | "finished">> {
  let upTo = start;
  while (part.bytes < MAX_LINES_BYTES) {
    const step = await events.settled(upTo, STEP_EVENTS, project);
    if (step === null) {
      await requireStored(upTo, leftUpTo);
      return { upTo, finished: true };
    }
    const before = part.events;
    let isLate = false;
    for await (const event of events.stored({ projectId: project, after: upTo, until: step.until })) {
      isLate ||= event.receivedAt > end;
      if (matches(event, filter)) await part.add(event);
    }
    await requireStored(upTo, leftUpTo); // else some may have left before they were read
    onProgress(part.events - before);
    upTo = step.until;
    if (isLate) return { upTo, finished: true };
  }
  return { upTo, finished: false };
}

/** Throws if events after the token have left the store: files do not say in which order events were stored. */
async function requireStored(after: EventToken | null, leftUpTo: () => Promise<EventToken | null>): Promise<void> {
  const left = await leftUpTo();
  if (left === null || (after !== null && !isBefore(after, left))) return;
  throw new CommandFailure(
    "Events that this export does not have left the store for history files. Export without --out, which prints all, " +
      "or read the files.",
  );
}

/** Compares tokens of one store: longer ones are later. */
function isBefore(a: EventToken, b: EventToken): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

function matches({ event, distinctId, timestamp }: StoredEvent, filter: EventFilter): boolean {
  if (filter.event !== undefined && event !== filter.event) return false;
  if (filter.distinctIds !== undefined && !filter.distinctIds.includes(distinctId)) return false;
  return timestamp >= (filter.from ?? -Infinity) && timestamp < (filter.to ?? Infinity);
}

async function writeState(state: ExportState, { target, parts }: ExportPorts): Promise<void> {
  const path = parts.newPath();
  await writeFile(path, `${JSON.stringify(state, null, 1)}\n`, { flag: "wx", mode: 0o600 });
  await target.put(path, STATE_FILE);
}
