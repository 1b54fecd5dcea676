import type { StoredEvent } from "../../../ports/events.ts";
import { projectNumber, uuidBlobForQuery, writeUuid } from "../../../stored-ids.ts";
import type { Sql } from "../../sqlite-connection.ts";
import { keepId, newestId } from "../newest-id.ts";
import { RecentEntries } from "./entries.ts";
import { Filter, newBits, writeBits } from "./filter.ts";
import { type Fingerprint, Fingerprints } from "./fingerprint.ts";
import { type IdentityRow, isSame, readIdentity } from "./identity-row.ts";
import { mergeRuns } from "./merge-runs.ts";
import { extendFilters } from "./run-filters.ts";
import { appendEntries, END, findInRun, insertRun, type Run, selectRuns } from "./runs.ts";

interface Limits {
  /** So many rows without entries in a run are read in some milliseconds. */
  readonly sealedEntries: number;
  /** Parts of fewer entries are not worth reading the chunks that they begin and end in. */
  readonly mergedEntries: number;
  readonly maxFilterBytes: number;
}

const LIMITS: Limits = { sealedEntries: 4096, mergedEntries: 8192, maxFilterBytes: 64 * 1024 * 1024 };
const SLICE_EVENTS = 1000;
/** Entries that a merge moves for each new one: more than there are levels, so that merges end in time. */
const MERGED_PER_EVENT = 8;
/** Moving so many takes some 20 ms. */
const MAX_MERGED = 65_536;

interface State {
  readonly key_low: number;
  readonly key_high: number;
  readonly sealed: number;
  readonly left_until: number;
  readonly generation: number;
}

const SELECT_STATE = "SELECT key_low, key_high, sealed, left_until, generation FROM uuid_index";
const SELECT_NEW = "SELECT id, project_id, uuid FROM events WHERE id > ? AND project_id <> 0 ORDER BY id";

const indexes = new WeakMap<Sql, UuidIndex>();

export function uuidIndex(sql: Sql): UuidIndex {
  const index = indexes.get(sql) ?? new UuidIndex();
  indexes.set(sql, index);
  return index;
}

/**
 * Finds events by project and uuid. Entries of the newest are in memory, the others in sorted runs that are merged, so
 * that an event's cost does not grow with their number. An entry is a candidate: the event's row decides.
 */
export class UuidIndex {
  readonly #limits: Limits;
  #prints = new Fingerprints(0, 0);
  #state: State = { key_low: 0, key_high: 0, sealed: 0, left_until: 0, generation: -1 };
  readonly #recent = new RecentEntries();
  /** The highest id up to which `#recent` has all that runs lack. */
  #newest = 0;
  #runs: Run[] = [];
  #rollbacks = -1;
  #credit: number;
  readonly #bytes = new Uint8Array(16);
  readonly #bits = newBits();

  constructor(limits = LIMITS) {
    this.#limits = limits;
    this.#credit = limits.mergedEntries;
  }

  find(sql: Sql, projectId: string, uuid: string): number | undefined {
    return this.findAll(sql, projectId, [uuid])[0];
  }

  findAll(sql: Sql, projectId: string, uuids: readonly string[]): (number | undefined)[] {
    this.#catchUp(sql);
    const project = projectNumber(projectId);
    if (uuids.length > 1) extendFilters(sql, this.#runs, this.#limits.maxFilterBytes);
    return uuids.map((uuid) => {
      const bytes = uuidBlobForQuery(uuid);
      if (project === null || bytes === null) return undefined;
      const isSought = (id: number) => isSame(readIdentity(sql, id), project, bytes);
      return this.#lookUp(sql, this.#prints.of(project, bytes), isSought);
    });
  }

  /** Returns the uuids of those events that are stored, or have left the database, in a transaction. */
  known(sql: Sql, projectId: string, uuids: readonly string[]): string[] {
    this.#catchUp(sql);
    const project = projectNumber(projectId);
    return uuids.filter((uuid) => {
      const bytes = uuidBlobForQuery(uuid);
      if (project === null || bytes === null) return false;
      this.#bytes.set(bytes);
      return this.#lookUp(sql, this.#prints.of(project, bytes), (id) => this.#isStored(sql, id, project)) !== undefined;
    });
  }

  /** Keeps the events up to this id known without their rows, in a transaction that writes. */
  leave(sql: Sql, id: number): void {
    this.#catchUp(sql);
    if (id <= this.#state.left_until) return;
    try {
      if (id > this.#state.sealed && this.#recent.size > 0) this.#seal(sql); // a restart reads the others' rows
      sql.run("UPDATE uuid_index SET left_until = ?", id);
      this.#state = { ...this.#state, left_until: id };
    } catch (error) {
      this.#rollbacks = -1;
      throw error;
    }
  }

  /** Inserts new events by `write`, in a transaction that writes. Returns how many. Throws for invalid ids. */
  insert(sql: Sql, events: readonly StoredEvent[], write: (fresh: readonly StoredEvent[]) => void): number {
    this.#catchUp(sql);
    extendFilters(sql, this.#runs, this.#limits.maxFilterBytes);
    let inserted = 0;
    try {
      if (this.#newest < this.#state.sealed) this.#skipIds(sql);
      for (let from = 0; from < events.length; from += SLICE_EVENTS) {
        inserted += this.#insertSlice(sql, events.slice(from, from + SLICE_EVENTS), write);
      }
      this.#merge(sql, inserted);
    } catch (error) {
      this.#rollbacks = -1;
      throw error;
    }
    return inserted;
  }

  #insertSlice(sql: Sql, events: readonly StoredEvent[], write: (fresh: readonly StoredEvent[]) => void): number {
    const before = this.#newest;
    const fresh: StoredEvent[] = [];
    let project = 0;
    let event: StoredEvent | undefined;
    // One function for all events: making one for each takes longer than comparing fingerprints.
    const isKnown = (id: number) => {
      const other = fresh[id - before - 1];
      if (other) return other.uuid === event?.uuid && other.projectId === event.projectId;
      return this.#isStored(sql, id, project);
    };
    for (event of events) {
      project = projectNumber(event.projectId) ?? 0;
      if (project === 0) throw new TypeError(`A project cannot have the id ${event.projectId}.`);
      writeUuid(event.uuid, this.#bytes, 0);
      const print = this.#prints.of(project, this.#bytes);
      if (this.#lookUp(sql, print, isKnown) !== undefined) continue;
      fresh.push(event);
      this.#recent.push(print.high, print.low, before + fresh.length);
    }
    if (fresh.length === 0) return 0;
    write(fresh);
    this.#newest = before + fresh.length;
    if (newestId(sql) !== this.#newest) throw new Error("The database numbers events in another way than expected.");
    if (this.#recent.size >= this.#limits.sealedEntries) this.#seal(sql);
    return fresh.length;
  }

  /** Tells whether an entry's event is stored, or has left the database; its uuid is in `#bytes`. */
  #isStored(sql: Sql, id: number, project: number): boolean {
    const row = readIdentity(sql, id);
    const isGone = row === undefined || row.project_id === 0; // such a row keeps the id
    return isGone ? id <= this.#state.left_until : isSame(row, project, this.#bytes);
  }

  #lookUp(sql: Sql, print: Fingerprint, isSought: (id: number) => boolean): number | undefined {
    const recent = this.#recent.find(print, isSought);
    if (recent !== undefined) return recent;
    writeBits(print.low, this.#bits);
    for (const run of this.#runs) {
      if (run.filter?.mayHave(print.high, this.#bits) === false) continue;
      if (print.high < run.low || print.high >= run.high) continue;
      const id = findInRun(sql, run, print, isSought);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  #catchUp(sql: Sql): void {
    const state = sql.one<State>(SELECT_STATE);
    const newest = newestId(sql);
    const isLost = this.#rollbacks !== sql.rollbacks;
    if (isLost || state.key_low !== this.#state.key_low || state.key_high !== this.#state.key_high) {
      this.#prints = new Fingerprints(state.key_low, state.key_high);
    }
    if (isLost || state.sealed !== this.#state.sealed || newest < this.#newest) {
      this.#recent.clear();
      this.#newest = state.sealed;
    }
    if (isLost || state.generation !== this.#state.generation) this.#reload(sql);
    this.#state = state;
    this.#rollbacks = sql.rollbacks;
    if (newest <= this.#newest) {
      this.#newest = newest;
      return;
    }
    for (const { id, project_id, uuid } of sql.all<IdentityRow & { id: number }>(SELECT_NEW, this.#newest)) {
      const { high, low } = this.#prints.of(project_id, new Uint8Array(uuid));
      this.#recent.push(high, low, id);
    }
    this.#newest = newest;
  }

  #reload(sql: Sql): void {
    const filters = new Map(this.#runs.map(({ nonce, filter }) => [nonce, filter]));
    this.#runs = selectRuns(sql).map((run) => ({ ...run, filter: filters.get(run.nonce) }));
  }

  #seal(sql: Sql): void {
    const { size } = this.#recent;
    const run = insertRun(sql, this.#runs, { level: 0, first_id: this.#state.sealed + 1, entries: size });
    const sorted = this.#recent.sorted();
    appendEntries(sql, run, sorted, END);
    const filter = new Filter(size);
    for (let index = 0; index < size; index++) filter.add(sorted.highs[index] ?? 0, sorted.lows[index] ?? 0);
    filter.until = END;
    this.#runs.push({ ...run, high: END, filter });
    this.#recent.clear();
    this.#save(sql, this.#newest);
  }

  #merge(sql: Sql, inserted: number): void {
    this.#credit += inserted * MERGED_PER_EVENT;
    if (this.#credit < this.#limits.mergedEntries) return;
    const budget = Math.min(this.#credit, MAX_MERGED);
    this.#credit = 0;
    const { id: oldestId } = sql.one<{ id: number }>("SELECT min(id) AS id FROM events");
    const leftovers = { leftUntil: this.#state.left_until, oldestId };
    if (mergeRuns(sql, this.#runs, budget, leftovers)) this.#save(sql, this.#state.sealed);
  }

  #save(sql: Sql, sealed: number): void {
    const generation = this.#state.generation + 1;
    sql.run("UPDATE uuid_index SET sealed = ?, generation = ?", sealed, generation);
    this.#state = { ...this.#state, sealed, generation };
  }

  /** Makes the next ids follow those of runs, although the newest rows were removed. */
  #skipIds(sql: Sql): void {
    keepId(sql, this.#state.sealed);
    this.#newest = this.#state.sealed;
  }
}
