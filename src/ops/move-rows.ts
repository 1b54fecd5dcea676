import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type AnyRow,
  DEPENDENT,
  GROUPED,
  ROW_FIELDS,
  ROW_KINDS,
  type RowKind,
  type RowReader,
  type RowWriter,
  SEQUENCES,
} from "../store/ports/neutral-rows.ts";
import type { RunWithProgress } from "./create-backup.ts";

/** What changed in the source after an interrupted move is copied again. */
const MAX_ATTEMPTS = 3;
const CHECKSUM_BITS = 128;

type MovePorts = { readonly progress: MoveProgress; readonly runWithProgress: RunWithProgress };

/** Equal if two stores have the same rows, and the same order in each sequence. */
export type RowsDigest = { readonly rows: number; readonly checksum: string };

export type MovedRows = Readonly<Record<RowKind, RowsDigest>>;

/** Copies all rows, then compares both stores. Throws if they differ. */
export async function moveRows(source: RowReader, target: RowWriter, ports: MovePorts): Promise<MovedRows> {
  const { progress } = ports;
  if (!progress.isResumed) await target.clear(ROW_KINDS);
  for (let attempt = 1; ; attempt++) {
    await copyRows(source, target, ports);
    const { moved, different } = await compareRows(source, target, ports);
    const [first] = different;
    if (!first) return moved;
    if (attempt === MAX_ATTEMPTS) {
      throw new Error(`The ${first} of both stores differ after ${attempt} attempts: the source must not change.`);
    }
    const again = new Set(different.flatMap((kind) => DEPENDENT.find((kinds) => kinds.includes(kind)) ?? [kind]));
    progress.forget([...again]);
    await target.clear([...again]);
  }
}

export async function countRows(reader: RowReader): Promise<Readonly<Record<RowKind, number>>> {
  const counts: [RowKind, number][] = [];
  for (const kind of ROW_KINDS) counts.push([kind, await reader.count(kind)]);
  return Object.fromEntries(counts) as Record<RowKind, number>;
}

async function sumOf(reader: RowReader): Promise<number> {
  return Object.values(await countRows(reader)).reduce((sum, count) => sum + count, 0);
}

function copyRows(source: RowReader, target: RowWriter, { progress, runWithProgress }: MovePorts): Promise<void> {
  return runWithProgress(
    "rows copied",
    () => sumOf(source),
    async (advance) => {
      for (const kind of ROW_KINDS) {
        let { cursor, rows } = progress.of(kind);
        advance(rows);
        for await (const batch of source.read(kind, cursor)) {
          await target.write(kind, batch.rows, rows);
          rows += batch.rows.length;
          cursor = batch.cursor;
          progress.set(kind, { cursor, rows });
          advance(batch.rows.length);
        }
      }
    },
  );
}

function compareRows(source: RowReader, target: RowWriter, { runWithProgress }: MovePorts) {
  return runWithProgress(
    "rows compared",
    async () => 2 * (await sumOf(source)),
    async (advance) => {
      const found: [RowKind, RowsDigest][] = [];
      const different: RowKind[] = [];
      for (const kind of ROW_KINDS) {
        const expected = await digestRows(source, kind, advance);
        const { rows, checksum } = await digestRows(target, kind, advance);
        found.push([kind, expected]);
        if (rows !== expected.rows || checksum !== expected.checksum) different.push(kind);
      }
      return { moved: Object.fromEntries(found) as MovedRows, different };
    },
  );
}

async function digestRows(reader: RowReader, kind: RowKind, advance: (by: number) => void): Promise<RowsDigest> {
  const sequence = SEQUENCES[kind];
  const last = new Map<string, string>();
  let [rows, sum] = [0, 0n];
  for await (const batch of reader.read(kind, null)) {
    for (const row of batch.rows) {
      const name = sequence?.map((field) => row[field]).join("\0");
      const hash = createHash("sha256").update(textOf(kind, row));
      if (name !== undefined) hash.update(last.get(name) ?? "");
      const digest = hash.digest("hex").slice(0, 32);
      sum = BigInt.asUintN(CHECKSUM_BITS, sum + BigInt(`0x${digest}`));
      if (name === undefined) continue;
      if (GROUPED.has(kind) && !last.has(name)) last.clear();
      last.set(name, digest);
    }
    rows += batch.rows.length;
    advance(batch.rows.length);
  }
  return { rows, checksum: sum.toString(16).padStart(32, "0") };
}

function textOf(kind: RowKind, row: AnyRow): string {
  const values = ROW_FIELDS[kind].map((field) => {
    const value = (row as Record<string, unknown>)[field];
    return field === "value" && typeof value === "string" ? JSON.parse(value) : value; // engines may format JSON
  });
  return JSON.stringify(values);
}

const FILE = "progress.json";

interface State {
  readonly source: string;
  readonly target: string;
  /** See `RowReader.eventOrder`; absent in earlier versions. */
  readonly eventOrder?: string;
  readonly kinds: Partial<Record<RowKind, KindProgress>>;
}

type KindProgress = { readonly cursor: string | null; readonly rows: number };

export type MoveProgress = ReturnType<typeof openProgress>;

/**
 * Keeps the progress of a move in a file: what it says was written, was. Throws, with one line, if a move of another
 * source was begun there.
 */
export function openProgress(directory: string, source: string, target: string, eventOrder: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, FILE);
  const found = readState(path);
  if (found && found.source !== source) {
    throw new Error(`A move of another store was begun in ${directory}: delete that directory, or choose another one.`);
  }
  const isResumed = found?.target === target && found.eventOrder === eventOrder;
  let kinds: State["kinds"] = found && isResumed ? found.kinds : {};
  const write = (changed: State["kinds"]) => {
    kinds = changed;
    const state: State = { source, target, eventOrder, kinds };
    writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  };
  write(kinds);
  return {
    isResumed,
    of: (kind: RowKind): KindProgress => kinds[kind] ?? { cursor: null, rows: 0 },
    set: (kind: RowKind, progress: KindProgress) => write({ ...kinds, [kind]: progress }),
    forget(forgotten: readonly RowKind[]) {
      write(Object.fromEntries(Object.entries(kinds).filter(([kind]) => !forgotten.includes(kind as RowKind))));
    },
  };
}

function readState(path: string): State | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as State;
  } catch {
    return null; // absent, or the disk has lost it: then all is written again
  }
}
