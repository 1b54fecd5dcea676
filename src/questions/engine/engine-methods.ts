import type { FileColumns } from "../history/event-columns.ts";

export const TABLES = {
  stored_events: {
    uuid: "UUID",
    event: "VARCHAR",
    distinct_id: "VARCHAR",
    timestamp: "TIMESTAMPTZ",
    created_at: "TIMESTAMPTZ",
    properties: "VARCHAR",
    sequence: "BIGINT",
  },
  persons: { id: "UUID", created_at: "TIMESTAMPTZ", is_identified: "BOOLEAN", properties: "VARCHAR" },
  person_distinct_ids: { distinct_id: "VARCHAR", person_id: "UUID" },
  groups: {
    index: "INTEGER",
    type: "VARCHAR",
    key: "VARCHAR",
    created_at: "TIMESTAMPTZ",
    properties: "VARCHAR",
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type TableName = keyof typeof TABLES;

export type RowValue = string | number | boolean | null;

/** Lists the values of each column, in the order of the table's columns. */
export type Columns = readonly (readonly RowValue[])[];

export type SqlValue = string | number | boolean | null | readonly string[];

export interface EngineLimits {
  readonly memoryBytes: number;
  readonly threads: number;
  readonly temporaryFolder: string;
  readonly temporaryBytes: number;
}

export interface DatabaseOptions {
  /** The only folder whose files SQL may read. */
  readonly folder: string | null;
  readonly timeZone: string;
  /** 0 is Sunday, 1 is Monday. */
  readonly weekStart: 0 | 1;
}

export interface EngineQuestion {
  readonly project: string;
  readonly sql: string;
  readonly values: Readonly<Record<string, SqlValue>>;
  /** Whether a client wrote the SQL: then it is checked, and its properties are resolved. */
  readonly isForeign: boolean;
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export interface EngineAnswer {
  readonly columns: string[];
  readonly types: string[];
  /** A JSON array of arrays. */
  readonly rows: string;
  readonly hasMore: boolean;
  readonly sql: string;
}

/** "add" adds rows whose uuid is new. */
export type LoadMode = "replace" | "add";

/** Unique in the process. */
export type Load = number;

/** Methods of the engine's process, which runs one question at a time. */
export interface EngineMethods {
  configure(limits: EngineLimits): void;
  /** Opens the project's database. Returns whether it was open. */
  open(project: string, options: DatabaseOptions): Promise<boolean>;
  /** Makes `events` read these Parquet files in the project's folder, with as many of the columns as each has. */
  useFiles(project: string, files: readonly FileColumns[], columns: readonly string[]): Promise<void>;
  /** Begins to load a table, whose rows stay until the load is finished. */
  startTable(project: string, table: TableName): Promise<Load>;
  addRows(project: string, load: Load, rows: Columns): Promise<void>;
  /** Returns the table's version, which depends on its rows but not on their order. */
  finishTable(project: string, load: Load, mode: LoadMode): Promise<string>;
  cancelTable(project: string, load: Load): Promise<void>;
  ask(question: EngineQuestion): Promise<EngineAnswer>;
  close(project: string): void;
}
