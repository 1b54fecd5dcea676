import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { PROGRAM } from "../../lib/program-name.ts";
import { type ProjectId, StoreUnavailable } from "../ports/common.ts";
import type { LegacyStore } from "../ports/legacy-store.ts";
import { type Advice, type Finding, faultOf } from "../probe.ts";

const SUBJECT = "ClickHouse";

const ADVICE: Advice = [
  [/AUTHENTICATION|REQUIRED_PASSWORD|UNKNOWN_USER/, "are user and password in CLICKHOUSE_URL right?"],
  [/ACCESS_DENIED/, "grant the user SELECT and ALTER DELETE on the table"],
  [/UNKNOWN_DATABASE|UNKNOWN_TABLE/, "is the database in CLICKHOUSE_URL right, and CLICKHOUSE_TABLE?"],
  [
    /UNKNOWN_IDENTIFIER|ILLEGAL_TYPE|NO_COMMON_TYPE/,
    "give the table the columns that docs/legacy-recordings.md names, or make a view of it",
  ],
  [/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH/, "is the host in CLICKHOUSE_URL right, and the server up?"],
];

/** Leaves URLs, queries and passwords out of the message. */
function storeError(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  return new StoreUnavailable(sentenceFor(error), { cause: error });
}

function sentenceFor(error: unknown): string {
  if (error instanceof ClickHouseError) return `ClickHouse refuses: ${error.type ?? "error"} (${error.code})`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (message === "Timeout error.") return "ClickHouse does not answer in time";
  return `ClickHouse cannot be reached: ${code ?? "the connection failed"}`;
}

export interface ClickHouseOptions {
  /** May contain user, password and database. */
  readonly url: string;
  /** Needs no quotes. */
  readonly table: string;
  /** How long the server may take to start its response. */
  readonly timeoutMs: number;
}

/** Opens the table. Throws `StoreUnavailable` if it cannot be read. */
export async function openClickHouse(options: ClickHouseOptions): Promise<LegacyStore> {
  const legacy = clickHouseLegacyStore(newClickHouseClient(options), options.table);
  try {
    await legacy.check();
    return legacy;
  } catch (error) {
    await legacy.close();
    throw error;
  }
}

export function newClickHouseClient({ url, timeoutMs }: ClickHouseOptions): ClickHouseClient {
  return createClient({
    url,
    request_timeout: timeoutMs,
    application: "sightline",
    log: { level: ClickHouseLogLevel.OFF },
  });
}

const SESSIONS_PER_QUERY = 500;
/** Few, because one event may contain a whole page. */
const EVENTS_PER_QUERY = 200;

interface SessionRow {
  readonly project: string;
  readonly session: string;
  readonly last: string;
}

interface EventRow {
  readonly window: string;
  readonly distinct: string;
  readonly data: string;
  readonly at: string;
  readonly hash: string;
}

function clickHouseLegacyStore(client: ClickHouseClient, table: string): LegacyStore {
  async function* rowsOf<Row>(query: string, parameters: Record<string, unknown> = {}): AsyncGenerator<Row> {
    try {
      const result = await client.query({ query, query_params: parameters, format: "JSONEachRow" });
      try {
        for await (const rows of result.stream<Row>()) for (const row of rows) yield row.json();
      } finally {
        result.close();
      }
    } catch (error) {
      throw storeError(error);
    }
  }
  const allOf = async <Row>(query: string, parameters: Record<string, unknown>): Promise<Row[]> => {
    const rows: Row[] = [];
    for await (const row of rowsOf<Row>(query, parameters)) rows.push(row);
    return rows;
  };
  /** Reads page after page, each from the row at which the last one ended. */
  async function* pagesOf<Row extends object>(query: string, parameters: object, start: Partial<Row>, size: number) {
    for (let after = start; ; ) {
      const rows = await allOf<Row>(query, { ...parameters, ...after });
      yield* rows;
      const end = rows.at(-1);
      if (!end || rows.length < size) return;
      after = end;
    }
  }
  const sessionsWith = async (
    project: ProjectId,
    column: "session_id" | "distinct_id",
    values: readonly string[],
  ): Promise<string[]> => {
    const query = `SELECT DISTINCT session_id AS session FROM ${table}
      WHERE project_id = {project:UInt64} AND ${column} IN {values:Array(String)}`;
    const found = await allOf<{ session: string }>(query, { project, values });
    return found.map(({ session }) => session);
  };
  const remove = async (condition: string, parameters: Readonly<Record<string, unknown>>) => {
    // A mutation, because the lightweight DELETE would only hide the rows.
    const query = `ALTER TABLE ${table} DELETE
      WHERE project_id = {project:UInt64} ${condition} SETTINGS mutations_sync = 2`;
    await client.command({ query, query_params: parameters }).catch((error: unknown) => {
      throw storeError(error);
    });
  };
  return {
    async *sessions(before) {
      // Strings, because a server setting decides whether JSON has 64-bit numbers as strings.
      const query = `
        SELECT toString(project_id) AS project, session_id AS session,
          toString(toUnixTimestamp64Milli(max(timestamp))) AS last
        FROM ${table} GROUP BY project_id, session_id
        HAVING (toUnixTimestamp64Milli(max(timestamp)), project_id, session_id)
          < ({last:Int64}, {project:UInt64}, {session:String})
        ORDER BY max(timestamp) DESC, project_id DESC, session_id DESC LIMIT ${SESSIONS_PER_QUERY}`;
      const start = { last: String(before), project: "0", session: "" };
      for await (const { project, session } of pagesOf<SessionRow>(query, {}, start, SESSIONS_PER_QUERY)) {
        yield { projectId: project, sessionId: session };
      }
    },

    async count() {
      const query = `SELECT toString(uniqExact(project_id, session_id)) AS count FROM ${table}`;
      for await (const { count } of rowsOf<{ count: string }>(query)) return Number(count);
      return 0;
    },

    existingSessions: async (projectId, ids) => new Set(await sessionsWith(projectId, "session_id", ids)),
    sessionsOf: (projectId, distinctIds) => sessionsWith(projectId, "distinct_id", distinctIds),

    async *events({ projectId: project, sessionId: session }) {
      // Rows of the same time are ordered too, so that calls agree. One of several equal rows may be skipped.
      const query = `
        SELECT window_id AS window, distinct_id AS distinct, data,
          toString(toUnixTimestamp64Milli(timestamp)) AS at, toString(cityHash64(data)) AS hash
        FROM ${table}
        WHERE project_id = {project:UInt64} AND session_id = {session:String}
          AND timestamp >= fromUnixTimestamp64Milli({at:Int64})
          AND (timestamp, window, hash) > (fromUnixTimestamp64Milli({at:Int64}), {window:String}, {hash:String})
        ORDER BY timestamp, window, hash LIMIT ${EVENTS_PER_QUERY}`;
      const start = { at: "0", window: "", hash: "" };
      for await (const row of pagesOf<EventRow>(query, { project, session }, start, EVENTS_PER_QUERY)) {
        yield { windowId: row.window, distinctId: row.distinct, data: row.data };
      }
    },

    async erase(sessions) {
      for (const project of new Set(sessions.map(({ projectId }) => projectId))) {
        const own = sessions.filter(({ projectId }) => projectId === project).map(({ sessionId }) => sessionId);
        await remove("AND session_id IN {sessions:Array(String)}", { project, sessions: own });
      }
    },

    async eraseProject(project) {
      const query = `SELECT 1 FROM ${table} WHERE project_id = {project:UInt64} LIMIT 1`;
      for await (const _row of rowsOf(query, { project })) await remove("", { project });
    },

    async check() {
      const query = `SELECT project_id, session_id, window_id, distinct_id, toUnixTimestamp64Milli(timestamp), data
        FROM ${table} LIMIT 0`;
      for await (const _row of rowsOf(query)) break;
    },

    close: () => client.close(),
  };
}

export async function diagnoseClickHouse(options: ClickHouseOptions): Promise<Finding[]> {
  try {
    const legacy = await openClickHouse(options);
    try {
      const count = await legacy.count();
      const hint = count > 0 ? `; ${PROGRAM} recordings migrate moves them` : "";
      return [{ subject: SUBJECT, state: "ok", text: `${options.table} has ${count} recordings${hint}` }];
    } finally {
      await legacy.close();
    }
  } catch (error) {
    return [faultOf(SUBJECT, error, ADVICE)];
  }
}
