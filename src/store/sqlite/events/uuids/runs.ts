import type { Sql } from "../../sqlite-connection.ts";
import type { Entries } from "./entries.ts";
import type { Filter } from "./filter.ts";
import type { Fingerprint } from "./fingerprint.ts";

/** One more than the highest high half of a fingerprint. */
export const END = 2 ** 32;
/** So many fill a page of 4 KB. */
const CHUNK_ENTRIES = 336;
const FILTER_CHUNKS = 500;

export interface RunRow {
  readonly run: number;
  /** 0 when sealed; one more after each merge. */
  readonly level: number;
  /** Entries' ids are counted from this one. */
  readonly first_id: number;
  readonly entries: number;
  /** High halves of its fingerprints are at least `low` and less than `high`. */
  readonly low: number;
  readonly high: number;
  readonly target: number | null;
  /** Random: numbers of runs are given again. */
  readonly nonce: number;
}

/** A part of the index, sorted by fingerprint, with its filter in memory. */
export interface Run extends RunRow {
  filter?: Filter | undefined;
}

interface Chunk {
  readonly id: number;
  readonly data: ArrayBuffer | Uint8Array;
}

const INSERT_RUN = `INSERT INTO uuid_runs (run, level, first_id, entries, low, high, target, nonce)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const SELECT_CHUNK = "SELECT data FROM uuid_chunks WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1";
/** The first one may begin before the range. */
const SELECT_CHUNKS = `SELECT id, data FROM uuid_chunks
  WHERE id >= coalesce((SELECT max(id) FROM uuid_chunks WHERE id BETWEEN ?1 AND ?2), ?1) AND id < ?3 ORDER BY id`;

export function selectRuns(sql: Sql): Run[] {
  return sql.all<RunRow>("SELECT * FROM uuid_runs ORDER BY run").map((row) => ({ ...row }));
}

/** Inserts the row of a run with the lowest free number. `runs` are all others. */
export function insertRun(sql: Sql, runs: readonly Run[], values: Pick<Run, "level" | "first_id" | "entries">): Run {
  const taken = new Set(runs.map(({ run }) => run));
  let run = 1;
  while (taken.has(run)) run += 1;
  const nonce = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  const row: Run = { ...values, run, low: 0, high: 0, target: null, nonce };
  sql.run(INSERT_RUN, run, row.level, row.first_id, row.entries, 0, 0, null, nonce);
  return row;
}

/** Appends sorted entries, whose high halves are at least `high` of the run, and then sets that to `until`. */
export function appendEntries(sql: Sql, { run, first_id }: Run, entries: Entries, until: number): void {
  for (let from = 0; from < entries.size; ) {
    let to = Math.min(from + CHUNK_ENTRIES, entries.size);
    while (to < entries.size && entries.highs[to] === entries.highs[to - 1]) to += 1; // equal ones share a chunk
    const count = to - from;
    const chunk = new Uint32Array(count * 3);
    chunk.set(entries.highs.subarray(from, to));
    chunk.set(entries.lows.subarray(from, to), count);
    for (let index = 0; index < count; index++) chunk[2 * count + index] = (entries.ids[from + index] ?? 0) - first_id;
    const id = run * END + (chunk[0] ?? 0);
    sql.run("INSERT INTO uuid_chunks (id, data) VALUES (?, ?)", id, new Uint8Array(chunk.buffer));
    from = to;
  }
  sql.run("UPDATE uuid_runs SET high = ? WHERE run = ?", until, run);
}

export function findInRun(
  sql: Sql,
  { run, first_id }: Run,
  { high, low }: Fingerprint,
  isSought: (id: number) => boolean,
): number | undefined {
  const [row] = sql.all<Pick<Chunk, "data">>(SELECT_CHUNK, run * END, run * END + high);
  if (!row) return undefined;
  const chunk = wordsOf(row.data);
  const count = chunk.length / 3;
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((chunk[middle] ?? 0) < high) from = middle + 1;
    else to = middle;
  }
  for (let index = from; index < count && chunk[index] === high; index++) {
    const id = first_id + (chunk[2 * count + index] ?? 0);
    if (chunk[count + index] === low && isSought(id)) return id;
  }
  return undefined;
}

/** Moves the entries with high halves of at least `from`, less than `to`, from the run to `taken`. */
export function takeEntries(sql: Sql, { run, first_id }: Run, from: number, to: number, taken: Entries): void {
  const chunks = sql.all<Chunk>(SELECT_CHUNKS, run * END, run * END + from, run * END + to);
  for (const { data } of chunks) {
    const chunk = wordsOf(data);
    const count = chunk.length / 3;
    for (let index = 0; index < count; index++) {
      const high = chunk[index] ?? 0;
      if (high < from || high >= to) continue;
      taken.push(high, chunk[count + index] ?? 0, first_id + (chunk[2 * count + index] ?? 0));
    }
  }
  // The last chunk may have entries beyond the range.
  const last = to === END ? run * END + END : (chunks.at(-1)?.id ?? 0);
  sql.run("DELETE FROM uuid_chunks WHERE id >= ? AND id < ?", run * END, last);
}

/** Adds to the filter what it lacks of some chunks. Returns how many entries it added. */
export function extendFilter(sql: Sql, { run, high }: Run, filter: Filter): number {
  const select = `${SELECT_CHUNKS} LIMIT ${FILTER_CHUNKS}`;
  const chunks = sql.all<Chunk>(select, run * END, run * END + filter.until, run * END + high);
  let added = 0;
  let last = 0;
  for (const { data } of chunks) {
    const chunk = wordsOf(data);
    const count = chunk.length / 3;
    for (let index = 0; index < count; index++) filter.add(chunk[index] ?? 0, chunk[count + index] ?? 0);
    added += count;
    last = chunk[count - 1] ?? 0;
  }
  filter.until = chunks.length < FILTER_CHUNKS ? high : last + 1;
  return added;
}

/** Copies: for a single row, the driver returns a buffer that may begin anywhere in memory. */
function wordsOf(data: ArrayBuffer | Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(data).buffer);
}
