import { setTimeout as sleep } from "node:timers/promises";
import { cleanText } from "../event-lines.ts";
import type { ProjectId } from "../ports/common.ts";
import type {
  EventFilter,
  EventPosition,
  Events,
  EventToken,
  LeavingEvent,
  SequencedEvent,
  SettledEvents,
  StoredRange,
} from "../ports/events.ts";
import { blobToUuid, projectNumber } from "../stored-ids.ts";
import { type EventRow, eventWhere, insertEvents, keepNewestId, newestId, toEvent } from "./event-row.ts";
import { indexOfFull, type Sql, type SqlValue } from "./sqlite-connection.ts";
import { methodsOf, type Transactions } from "./sqlite-database.ts";

/** A batch of this size takes about a millisecond; the driver's time for a row grows with their number. */
const BATCH_EVENTS = 100;

type LeavingRow = Pick<EventRow, "id" | "project_id" | "uuid" | "timestamp" | "received_at">;

const SELECT = `SELECT id, project_id, uuid, timestamp, received_at FROM events NOT INDEXED
  WHERE id > ? AND id <= ? AND project_id <> 0 ORDER BY id LIMIT ?`;

/** A batch of this size takes about 4 ms: deleted content is overwritten. */
const MAX_BATCH_EVENTS = 200;
const MAX_BATCH_BYTES = 512 * 1024;

export function sqliteEvents(database: Transactions): Events {
  const { read, write } = methodsOf(database);
  return {
    insert: write(insertEvents),

    latest: read((sql, projectId, filter, limit) => {
      const [where, values] = eventWhere(projectId, filter);
      const select = `SELECT * FROM events WHERE ${where} ORDER BY timestamp DESC, id DESC LIMIT ?`;
      return sql.all<EventRow>(select, ...values, limit).map(toEvent);
    }),

    /** Reads new events by row id: SQLite has one writer at a time, so ids grow in the order of storing. */
    async follow(projectId, filter) {
      const [where, values] = eventWhere(projectId, filter);
      // An index by project would be scanned from its beginning.
      const select = `SELECT * FROM events NOT INDEXED WHERE id > ? AND ${where} ORDER BY id LIMIT ?`;
      let last = await database.read(newestId);
      return () =>
        database.read((sql) => {
          const rows = sql.all<EventRow>(select, last, ...values, BATCH_EVENTS);
          last = rows.length < BATCH_EVENTS ? newestId(sql) : (rows.at(-1)?.id ?? last);
          return rows.map(toEvent);
        });
    },

    delete: write((sql, projectId, filter, limit) => {
      const [where, values] = eventWhere(projectId, filter);
      const oldest = sql.all<Place & { bytes: number }>(
        `SELECT timestamp, id, octet_length(properties) AS bytes FROM events WHERE ${where}
        ORDER BY timestamp, id LIMIT ?`,
        ...[...values, Math.min(limit, MAX_BATCH_EVENTS)],
      );
      const last = oldest.at(indexOfFull(oldest, MAX_BATCH_BYTES)); // the last one if they are not full
      if (!last) return 0;
      // `to` is left out: SQLite would choose it as the bound of the index, and visit all events before it.
      const [rest, restValues] = eventWhere(projectId, { ...filter, to: undefined });
      const remove = `DELETE FROM events WHERE ${rest} AND (timestamp, id) <= (?, ?)`;
      return keepNewestId(sql, () => sql.run(remove, ...restValues, last.timestamp, last.id));
    }),

    newest: read((sql, projectId, filter, before, limits) => {
      const start = before === null ? LAST : { timestamp: before.timestamp, id: idOfKey(before.key) };
      const end = findEnd(sql, projectId, filter, start);
      const [terms, values] = eventWhere(projectId, filter);
      const where = `${terms} AND (timestamp, id) < (?, ?)`;
      const bounds = [...values, start.timestamp, start.id];
      const [inWindow, all]: [string, SqlValue[]] = end
        ? [`${where} AND (timestamp, id) >= (?, ?)`, [...bounds, end.timestamp, end.id]]
        : [where, bounds];
      const places = sql.all<Place & { bytes: number }>(
        `SELECT timestamp, id, octet_length(properties) AS bytes FROM events WHERE ${inWindow} ${ORDER} LIMIT ?`,
        ...[...all, limits.events + 1],
      );
      const fullAt = indexOfFull(places, limits.bytes);
      const count = Math.min(limits.events, fullAt === -1 ? places.length : fullAt + 1);
      const rows = sql.all<EventRow>(`SELECT * FROM events WHERE ${inWindow} ${ORDER} LIMIT ?`, ...[...all, count]);
      const next = count < places.length ? places[count - 1] : end;
      const events = rows.map((row) => ({ ...toEvent(row), ...toPosition(row) }));
      return { events, next: next ? toPosition(next) : null };
    }),

    settled: read(settledEvents),
    stored: (range) => storedEvents(database, range),
    storedLines: (range) => storedLines(database, range),

    /** Implements `Events.leavable`: ids grow in the order of storing. */
    leavable: read((sql, { after, until }, before, limit) => {
      const rows = sql.all<LeavingRow>(SELECT, Number(after ?? 0), Number(until), limit);
      const young = rows.findIndex(({ received_at }) => received_at >= before);
      if (young === 0) return null;
      const events = (young === -1 ? rows : rows.slice(0, young)).map(toLeaving);
      const isLast = young === -1 && rows.length < limit;
      return { events, until: isLast ? until : (events.at(-1)?.token ?? until) };
    }),

    leave: write((sql, events) => {
      const ids = events.map(({ token }) => Number(token));
      const remove = "DELETE FROM events WHERE id IN (SELECT value FROM json_each(?)) AND project_id <> 0";
      return keepNewestId(sql, () => sql.run(remove, JSON.stringify(ids)));
    }),

    knownUuids: read((sql, projectId, uuids) => {
      const isKnown = (uuid: string) => {
        const [where, values] = eventWhere(projectId, { uuid });
        return sql.get(`SELECT 1 FROM events WHERE ${where}`, ...values) !== undefined;
      };
      return new Set(uuids.filter(isKnown));
    }),

    erase: write((sql, projectId, uuids) =>
      keepNewestId(sql, () => {
        for (const uuid of uuids) {
          const [where, values] = eventWhere(projectId, { uuid });
          sql.run(`DELETE FROM events WHERE ${where}`, ...values);
        }
      }),
    ),
  };
}

const toLeaving = (row: LeavingRow): LeavingEvent => ({
  projectId: String(row.project_id),
  uuid: blobToUuid(row.uuid),
  timestamp: row.timestamp,
  receivedAt: row.received_at,
  token: String(row.id),
});

type Place = { readonly timestamp: number; readonly id: number };

/** Reading so many takes about 5 ms: an index has what filters compare. */
const WINDOW_EVENTS = 10_000;
const ORDER = "ORDER BY timestamp DESC, id DESC";

const LAST: Place = { timestamp: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** Returns the last event to look at; undefined if these are all, or if each one in the bounds of time matches. */
function findEnd(sql: Sql, projectId: string, filter: EventFilter, start: Place): Place | undefined {
  const { from, to, ...conditions } = filter;
  if (Object.values(conditions).every((condition) => condition === undefined)) return undefined;
  const [where, values] = eventWhere(projectId, { from, to });
  return sql.get<Place>(
    `SELECT timestamp, id FROM events WHERE ${where} AND (timestamp, id) < (?, ?) ${ORDER} LIMIT 1 OFFSET ?`,
    ...[...values, start.timestamp, start.id, WINDOW_EVENTS - 1],
  );
}

const toPosition = ({ timestamp, id }: Place): EventPosition => ({ timestamp, key: id.toString(16) });

function idOfKey(key: string): number {
  return Math.min(Number.parseInt(key, 16), Number.MAX_SAFE_INTEGER);
}

const BATCH_LINES = 500;
/** Limits the ids that a batch passes, because other projects may have them all. */
const MAX_BATCH_IDS = 20_000;

/** Implements `Events.settled`: SQLite has one writer at a time, so ids grow in the order of storing. */
function settledEvents(sql: Sql, after: EventToken | null, limit: number, projectId?: ProjectId): SettledEvents | null {
  const first = sql.get<{ id: number }>("SELECT id FROM events WHERE id > ? ORDER BY id LIMIT 1", idOf(after))?.id;
  if (first === undefined) return null;
  const until = Math.min(first + limit - 1, newestId(sql));
  if (projectId !== undefined) return { until: String(until), projects: [projectId] };
  const select = "SELECT DISTINCT project_id AS project FROM events NOT INDEXED WHERE id BETWEEN ? AND ?";
  const projects = sql.all<{ project: number }>(select, first, until).map(({ project }) => project);
  return { until: String(until), projects: projects.filter((project) => project !== 0).map(String) };
}

async function* storedEvents(database: Transactions, range: StoredRange): AsyncGenerator<SequencedEvent> {
  for await (const events of inBatches(database, range, readEvents)) yield* events;
}

function storedLines(database: Transactions, range: StoredRange): AsyncGenerator<string> {
  return inBatches(database, range, readLines);
}

type Read<T> = { readonly items: T; readonly next: number };

type ReadBatch<T> = (sql: Sql, from: number, last: number, projectId: string | undefined) => Read<T>;

/** Pauses after each batch for as long as it took: requests are answered meanwhile. */
async function* inBatches<T>(
  database: Transactions,
  { after, until, projectId }: StoredRange,
  readBatch: ReadBatch<T>,
): AsyncGenerator<T> {
  const last = until === undefined ? await database.readOnce(newestId) : idOf(until);
  for (let from = idOf(after); from < last; ) {
    const begin = performance.now();
    const batch = await database.readOnce((sql) => readBatch(sql, from, last, projectId));
    const took = performance.now() - begin;
    yield batch.items;
    from = batch.next;
    if (from < last) await sleep(took);
  }
}

function readEvents(sql: Sql, from: number, last: number, projectId: string | undefined): Read<SequencedEvent[]> {
  const to = Math.min(last, from + MAX_BATCH_IDS);
  const terms = ["id > ? AND id <= ?", projectId === undefined ? "project_id <> 0" : "project_id = ?"];
  const values: SqlValue[] = [from, to, ...(projectId === undefined ? [] : [projectNumber(projectId)])];
  // An index by project would be scanned from its beginning.
  const where = `events NOT INDEXED WHERE ${terms.join(" AND ")} ORDER BY id`;
  const select = `SELECT id, octet_length(properties) AS bytes FROM ${where} LIMIT ${BATCH_EVENTS}`;
  const sizes = sql.all<{ id: number; bytes: number }>(select, ...values);
  const fullAt = indexOfFull(sizes, MAX_BATCH_BYTES);
  const isFull = fullAt !== -1 || sizes.length === BATCH_EVENTS;
  const next = (isFull ? sizes.at(fullAt)?.id : undefined) ?? to;
  const rows = sql.all<EventRow>(`SELECT * FROM ${where}`, from, next, ...values.slice(2));
  return { items: rows.map((row) => ({ ...toEvent(row), sequence: row.id })), next };
}

const SIZE = `SELECT max(id) AS next, sum(bytes) AS bytes FROM (
  SELECT id, octet_length(properties) AS bytes FROM events NOT INDEXED WHERE id > ? AND id <= ?
  ORDER BY id LIMIT ?)`;
/** SQLite makes all lines at once: reading a row with the driver takes longer than all else. */
const LINES = `SELECT group_concat(json_object('projectId', CAST(project_id AS TEXT), 'uuid', hex(uuid), 'event', event,
    'distinctId', distinct_id, 'timestamp', timestamp, 'receivedAt', received_at, 'properties', properties,
    'sequence', id), char(10))
    || char(10) AS lines
  FROM events NOT INDEXED WHERE id > ? AND id <= ? AND project_id <> 0`;

function readLines(sql: Sql, from: number, last: number): Read<string> {
  let size: { next: number | null; bytes: number | null };
  for (let limit = BATCH_LINES; ; limit = Math.max(1, Math.floor((limit * MAX_BATCH_BYTES) / (size.bytes ?? 1)))) {
    size = sql.one(SIZE, from, last, limit);
    if (limit === 1 || (size.bytes ?? 0) <= MAX_BATCH_BYTES) break;
  }
  const next = size.next ?? last;
  const { lines } = sql.one<{ lines: string | null }>(LINES, from, next);
  return { items: cleanText(lines ?? ""), next };
}

const idOf = (token: EventToken | null): number => (token === null ? 0 : Number(token));
