import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { PROGRAM } from "../../lib/program-name.ts";
import { type Millis, type ProjectId, StoreUnavailable } from "../ports/common.ts";
import type { LegacyEvent, LegacyStore } from "../ports/legacy-store.ts";
import type { SessionKey } from "../ports/recordings.ts";
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
  const legacy = new ClickHouseLegacyStore(newClickHouseClient(options), options.table);
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

class ClickHouseLegacyStore implements LegacyStore {
  readonly #client: ClickHouseClient;
  readonly #table: string;

  constructor(client: ClickHouseClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async *sessions(before: Millis): AsyncGenerator<SessionKey> {
    // Strings, because a server setting decides whether JSON has 64-bit numbers as strings.
    const query = `
      SELECT toString(project_id) AS project, session_id AS session,
        toString(toUnixTimestamp64Milli(max(timestamp))) AS last
      FROM ${this.#table} GROUP BY project_id, session_id
      HAVING (toUnixTimestamp64Milli(max(timestamp)), project_id, session_id)
        < ({last:Int64}, {project:UInt64}, {session:String})
      ORDER BY max(timestamp) DESC, project_id DESC, session_id DESC LIMIT ${SESSIONS_PER_QUERY}`;
    let after: SessionRow = { last: String(before), project: "0", session: "" };
    for (;;) {
      const rows: SessionRow[] = [];
      for await (const row of this.#rows<SessionRow>(query, { ...after })) rows.push(row);
      yield* rows.map(({ project, session }) => ({ projectId: project, sessionId: session }));
      const end = rows.at(-1);
      if (!end || rows.length < SESSIONS_PER_QUERY) return;
      after = end;
    }
  }

  async count(): Promise<number> {
    const query = `SELECT toString(uniqExact(project_id, session_id)) AS count FROM ${this.#table}`;
    for await (const { count } of this.#rows<{ count: string }>(query)) return Number(count);
    return 0;
  }

  async existingSessions(projectId: ProjectId, sessionIds: readonly string[]): Promise<Set<string>> {
    return new Set(await this.#sessionsWith(projectId, "session_id", sessionIds));
  }

  sessionsOf(projectId: ProjectId, distinctIds: readonly string[]): Promise<string[]> {
    return this.#sessionsWith(projectId, "distinct_id", distinctIds);
  }

  async #sessionsWith(project: ProjectId, column: "session_id" | "distinct_id", values: readonly string[]) {
    const query = `SELECT DISTINCT session_id AS session FROM ${this.#table}
      WHERE project_id = {project:UInt64} AND ${column} IN {values:Array(String)}`;
    const found: string[] = [];
    for await (const { session } of this.#rows<{ session: string }>(query, { project, values })) found.push(session);
    return found;
  }

  async *events({ projectId, sessionId }: SessionKey): AsyncGenerator<LegacyEvent> {
    // Rows of the same time are ordered too, so that calls agree. One of several equal rows may be skipped.
    const query = `
      SELECT window_id AS window, distinct_id AS distinct, data,
        toString(toUnixTimestamp64Milli(timestamp)) AS at, toString(cityHash64(data)) AS hash
      FROM ${this.#table}
      WHERE project_id = {project:UInt64} AND session_id = {session:String}
        AND timestamp >= fromUnixTimestamp64Milli({at:Int64})
        AND (timestamp, window, hash) > (fromUnixTimestamp64Milli({at:Int64}), {window:String}, {hash:String})
      ORDER BY timestamp, window, hash LIMIT ${EVENTS_PER_QUERY}`;
    let after: Pick<EventRow, "at" | "window" | "hash"> = { at: "0", window: "", hash: "" };
    for (;;) {
      const rows: EventRow[] = [];
      const parameters = { project: projectId, session: sessionId, ...after };
      for await (const row of this.#rows<EventRow>(query, parameters)) rows.push(row);
      yield* rows.map(({ window, distinct, data }) => ({ windowId: window, distinctId: distinct, data }));
      const end = rows.at(-1);
      if (!end || rows.length < EVENTS_PER_QUERY) return;
      after = { at: end.at, window: end.window, hash: end.hash };
    }
  }

  async erase(sessions: readonly SessionKey[]): Promise<void> {
    for (const project of new Set(sessions.map(({ projectId }) => projectId))) {
      const own = sessions.filter(({ projectId }) => projectId === project).map(({ sessionId }) => sessionId);
      await this.#delete("AND session_id IN {sessions:Array(String)}", { project, sessions: own });
    }
  }

  async eraseProject(projectId: ProjectId): Promise<void> {
    const query = `SELECT 1 FROM ${this.#table} WHERE project_id = {project:UInt64} LIMIT 1`;
    for await (const _row of this.#rows(query, { project: projectId })) await this.#delete("", { project: projectId });
  }

  async check(): Promise<void> {
    const query = `SELECT project_id, session_id, window_id, distinct_id, toUnixTimestamp64Milli(timestamp), data
      FROM ${this.#table} LIMIT 0`;
    for await (const _row of this.#rows(query)) break;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #delete(condition: string, parameters: Readonly<Record<string, unknown>>): Promise<void> {
    // A mutation, because the lightweight DELETE would only hide the rows.
    const query = `ALTER TABLE ${this.#table} DELETE
      WHERE project_id = {project:UInt64} ${condition} SETTINGS mutations_sync = 2`;
    await this.#client.command({ query, query_params: parameters }).catch((error: unknown) => {
      throw storeError(error);
    });
  }

  async *#rows<Row>(query: string, parameters: Record<string, unknown> = {}): AsyncGenerator<Row> {
    try {
      const result = await this.#client.query({ query, query_params: parameters, format: "JSONEachRow" });
      try {
        for await (const rows of result.stream<Row>()) for (const row of rows) yield row.json();
      } finally {
        result.close();
      }
    } catch (error) {
      throw storeError(error);
    }
  }
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
