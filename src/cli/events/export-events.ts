import { writeFile } from "node:fs/promises";
import { MAX_LINES_BYTES } from "../../questions/history/write-batch.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { EventFilter, Events, EventToken, StoredEvent } from "../../store/ports/events.ts";
import { CommandFailure } from "../cli-context.ts";
import type { ExportTarget } from "./export-target.ts";
import type { FiledEvents } from "./filed-events.ts";
import type { Format, PartFile, PartFiles } from "./part-file.ts";

/** Subject of an export: a folder has files of one only. */
export interface ExportSubject {
  readonly store: string;
  readonly project: ProjectId;
  readonly format: Format;
  readonly filter: Readonly<Record<string, string>>;
}

/** State of an export, in the folder's `export.json`. */
export interface ExportState extends ExportSubject {
  readonly finished: boolean;
  /** All events up to this token, in the order of storing, are in the files. */
  readonly upTo: EventToken | null;
  /** Whether the files may lack events up to that token, because these have left the store. */
  readonly lacksLeft?: boolean;
  readonly files: readonly { readonly name: string; readonly events: number }[];
}

export interface ExportPorts {
  readonly events: Pick<Events, "settled" | "stored">;
  readonly target: ExportTarget;
  readonly parts: PartFiles;
  /** Returns a token after which no event has left the store; null if none has left. */
  readonly leftUpTo: () => Promise<EventToken | null>;
  readonly openFiled: () => Promise<FiledEvents>;
  readonly now: () => Millis;
  readonly onProgress: (events: number) => void;
}

const STATE_FILE = "export.json";
const DATA_FILE = /^events-\d{6,}\.\w+$/;
/** How many stored events are read as one step: a file has whole steps. */
const STEP_EVENTS = 2000;

/** Returns the state of an earlier export, or a new one. Throws for another subject or files that no state knows. */
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
 * Writes stored events that are in no file yet, in the order of storing; then those of history files, by time.
 * The state names only complete files. The next run removes files that no state names, and writes their events again.
 */
export async function exportEvents(start: ExportState, filter: EventFilter, ports: ExportPorts): Promise<ExportState> {
  const { target, leftUpTo, now, onProgress } = ports;
  const known = new Set(start.files.map(({ name }) => name));
  const others = (await target.list()).filter((name) => DATA_FILE.test(name) && !known.has(name));
  let state: ExportState = { ...start, finished: false };
  await writeState(state, ports);
  await target.delete(others);
  state = await writeFiles(state, ports, fillFromStore({ filter, end: now(), least: null }, ports));
  while (state.lacksLeft) {
    const filed = await ports.openFiled();
    try {
      // No event of these files is then still to be read from the store.
      state = await writeFiles(state, ports, fillFromStore({ filter, end: now(), least: filed.upTo }, ports));
      if (isBefore(filed.upTo, await leftUpTo())) continue; // what left since is in other files
      const names = state.files.map(({ name }) => name);
      state = await writeFiles(state, ports, fillFrom(filed.except(names, filter), onProgress));
    } finally {
      filed.close();
    }
  }
  return state;
}

/** Adds events until the file is large. Returns how far the export is then, and whether nothing is left to add. */
type Fill = (
  part: PartFile,
  state: ExportState,
) => Promise<Pick<ExportState, "upTo" | "lacksLeft"> & { readonly isLast: boolean }>;

async function writeFiles(start: ExportState, ports: ExportPorts, fill: Fill): Promise<ExportState> {
  const { target, parts } = ports;
  let state = start;
  for (let isDone = false; !isDone; ) {
    const part = await parts.open();
    const { isLast, ...position } = await fill(part, state);
    const name = `events-${String(state.files.length + 1).padStart(6, "0")}.${state.format}`;
    const { events } = part;
    if (events === 0) await part.discard();
    else await target.put(await part.complete(), name);
    const files = events === 0 ? state.files : [...state.files, { name, events }];
    state = { ...state, ...position, finished: isLast && !position.lacksLeft, files };
    await writeState(state, ports);
    isDone = isLast;
  }
  return state;
}

interface StoredPart {
  readonly filter: EventFilter;
  /** Events received later may be left out, so that the export ends. */
  readonly end: Millis;
  /** All events up to this token must be included. */
  readonly least: EventToken | null;
}

function fillFromStore({ filter, end, least }: StoredPart, { events, leftUpTo, onProgress }: ExportPorts): Fill {
  return async (part, { project, upTo: start, lacksLeft: lackedLeft = false }) => {
    let [upTo, lacksLeft] = [start, lackedLeft];
    while (part.bytes < MAX_LINES_BYTES) {
      const step = await events.settled(upTo, STEP_EVENTS, project);
      const before = part.events;
      let isLate = step === null;
      if (step) {
        for await (const event of events.stored({ projectId: project, after: upTo, until: step.until })) {
          isLate ||= event.receivedAt > end;
          if (matches(event, filter)) await part.add(event);
        }
      }
      lacksLeft ||= isBefore(upTo, await leftUpTo()); // some may have left before they were read
      onProgress(part.events - before);
      if (!step) return { upTo, lacksLeft, isLast: true };
      upTo = step.until;
      if (isLate && !isBefore(upTo, least)) return { upTo, lacksLeft, isLast: true };
    }
    return { upTo, lacksLeft, isLast: false };
  };
}

function fillFrom(events: AsyncGenerator<StoredEvent>, onProgress: ExportPorts["onProgress"]): Fill {
  return async (part, { upTo }) => {
    while (part.bytes < MAX_LINES_BYTES) {
      const next = await events.next();
      if (next.done) return { upTo, lacksLeft: false, isLast: true };
      await part.add(next.value);
      onProgress(1);
    }
    return { upTo, lacksLeft: true, isLast: false };
  };
}

/** Compares tokens of one store: null is before all, and longer ones are later. */
function isBefore(a: EventToken | null, b: EventToken | null): boolean {
  if (a === null || b === null) return a === null && b !== null;
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
