/** The tables of a project that are loaded from the store. */
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

/** A value of a loaded row: times are milliseconds since 1970, UUIDs are texts. */
export type RowValue = string | number | boolean | null;

/** The values of rows, a list for each column of a table in its order. */
export type Columns = readonly (readonly RowValue[])[];

/** A value that a question compares with. */
export type SqlValue = string | number | boolean | null | readonly string[];

export interface EngineLimits {
  readonly memoryBytes: number;
  readonly threads: number;
  readonly temporaryFolder: string;
  readonly temporaryBytes: number;
}

export interface DatabaseOptions {
  /** The folder with the project's files, which SQL may read. */
  readonly folder: string | null;
  /** The time zone in which SQL of clients truncates times. */
  readonly timeZone: string;
  /** The day on which its weeks begin: Sunday (0) or Monday (1). */
  readonly weekStart: 0 | 1;
}

export interface EngineQuestion {
  readonly project: string;
  readonly sql: string;
  readonly values: Readonly<Record<string, SqlValue>>;
  /** Whether a client wrote the SQL, so that it must be checked and its properties be resolved. */
  readonly isForeign: boolean;
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** The answer to a question. */
export interface EngineAnswer {
  readonly columns: string[];
  readonly types: string[];
  /** The rows: a JSON array of arrays. */
  readonly rows: string;
  readonly count: number;
  /** Whether there are more rows than the limits allow. */
  readonly hasMore: boolean;
  /** The SQL that ran. */
  readonly sql: string;
}

/** Whether loaded rows replace those of a table, or those whose uuid is new are added. */
export type LoadMode = "replace" | "add";

/** Identifies a load, of all that the process has seen. */
export type Load = number;

/** What the engine's process offers. One question runs at a time. */
export interface EngineMethods {
  configure(limits: EngineLimits): void;
  /** Opens the project's database, which may read the folder. Returns whether it was open. */
  open(project: string, options: DatabaseOptions): Promise<boolean>;
  /** Lets `events` have the rows of these Parquet files, in the project's folder. */
  useFiles(project: string, files: readonly string[]): Promise<void>;
  /** Begins to load a table, and returns the load; the present rows stay until it is finished. */
  startTable(project: string, table: TableName): Promise<Load>;
  addRows(project: string, load: Load, rows: Columns): Promise<void>;
  /** Ends loading a table. Returns its version, which depends on its rows and not on their order. */
  finishTable(project: string, load: Load, mode: LoadMode): Promise<string>;
  /** Ends loading a table, which keeps its rows. */
  cancelTable(project: string, load: Load): Promise<void>;
  ask(question: EngineQuestion): Promise<EngineAnswer>;
  close(project: string): void;
}
