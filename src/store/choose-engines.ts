import { resolve } from "node:path";
import { type Closer, closeAll, closeOnFailure } from "../lib/threads/closers.ts";
import type { Config } from "../settings/config.ts";
import type { DocumentCopies, DocumentCopyReader } from "./ports/document-copies.ts";
import { type LegacyStore, NO_LEGACY_STORE } from "./ports/legacy-store.ts";
import type { RowReader, RowWriter } from "./ports/neutral-rows.ts";
import type { FileStore, Store } from "./ports/stores.ts";
import type { Diagnose } from "./probe.ts";
import type { S3Options } from "./s3/s3-client.ts";

/** The engine that the settings select; its modules are loaded on first use. */
export interface ChosenEngine<T> {
  readonly name: string;
  /** True if it is reached over a network: it may start after this program. */
  readonly isRemote: boolean;
  /** The same for settings that select the same data. */
  readonly location: string;
  /** Throws an error of one line: `StoreUnavailable` if a later attempt may succeed. */
  readonly open: () => Promise<T>;
  readonly diagnose: Diagnose;
}

export type StoreEngineName = "SQLite" | "MongoDB";

/** An engine for everything but files, with what backups and moves need. */
export interface StoreEngine extends ChosenEngine<Store> {
  readonly name: StoreEngineName;
  /** Names the store, for people. */
  readonly title: string;
  readonly copies: () => Promise<DocumentCopies>;
  /** Opens the rows of the store, which must not change until they are closed. */
  readonly openRows: () => Promise<RowReader>;
  /** Opens an empty store to fill it with the rows of the store `source`, or one whose filling was interrupted. */
  readonly openRowWriter: (source: string, begunIn: string) => Promise<RowWriter>;
}

/** Called with a sentence if an engine works but its setup is not safe. */
export type EngineWarningListener = (message: string) => void;

/** Chooses the engine for everything but files: MongoDB or SQLite. */
export function storeEngine(config: Config, warn: EngineWarningListener = () => {}): StoreEngine {
  return config.MONGODB_URL === "" ? sqliteEngine(config) : mongoEngine(config, warn);
}

function sqliteEngine({ DATA_DIR: directory, isThrowaway }: Config): StoreEngine {
  const isUsed = async () => (await import("./directory-lock.ts")).isLockedElsewhere(directory);
  const rows = () => import("./sqlite/sqlite-rows.ts");
  return {
    name: "SQLite",
    title: "SQLite",
    isRemote: false,
    location: resolve(directory),
    open: async () => (await import("./sqlite/sqlite.ts")).openSqlite(directory, { isThrowaway, isUsed }),
    diagnose: async () => (await import("./sqlite/diagnose-sqlite.ts")).diagnoseSqlite(directory),
    copies: async () => (await import("./sqlite/copy-database.ts")).sqliteCopies(directory),
    openRows: async () => (await rows()).openSqliteRows(directory),
    openRowWriter: async (_, begunIn) => (await rows()).openSqliteWriter(directory, begunIn),
  };
}

function mongoEngine(config: Config, warn: EngineWarningListener): StoreEngine {
  const { MONGODB_URL: url, MONGODB_DATABASE: database } = config;
  const { MONGODB_POOL_SIZE: poolSize, MONGODB_TIMEOUT_MS: timeoutMs } = config;
  const options = { url, database, poolSize, timeoutMs, warn };
  const rows = () => import("./mongodb/mongo-rows.ts");
  return {
    name: "MongoDB",
    title: `the database ${database} of MongoDB`,
    isRemote: true,
    location: `${url} ${database}`,
    open: async () => (await import("./mongodb/mongodb.ts")).openMongo(options),
    diagnose: async () => (await import("./mongodb/mongodb.ts")).diagnoseMongo(options),
    copies: async () => (await import("./mongodb/mongo-copies.ts")).mongoCopies(options),
    openRows: async () => (await rows()).openMongoRows(options),
    openRowWriter: async (source) => (await rows()).openMongoWriter(options, source),
  };
}

export function openStore(config: Config): Promise<Store> {
  return storeEngine(config).open();
}

export async function storeCopyReader(engine: StoreEngineName): Promise<DocumentCopyReader> {
  if (engine === "MongoDB") return (await import("./mongodb/mongo-copies.ts")).MONGO_COPY_READER;
  return (await import("./sqlite/copy-database.ts")).SQLITE_COPY_READER;
}

/** Replaces a SQLite file of which most is unused by a smaller copy, before it is opened. Returns the bytes saved. */
export async function giveBackSpace({ MONGODB_URL, DATA_DIR }: Config): Promise<number> {
  return MONGODB_URL === "" ? (await import("./sqlite/give-back-space.ts")).giveBackSpace(DATA_DIR) : 0;
}

export function fileEngine(config: Config): ChosenEngine<FileStore> {
  if (config.S3_BUCKET !== "") return s3Engine(s3Options(config));
  const { DATA_DIR: directory, isThrowaway } = config;
  return {
    name: "folder of files",
    isRemote: false,
    location: resolve(directory),
    open: async () => (await import("./filesystem/files.ts")).openFolder(directory, { isThrowaway }),
    diagnose: async () => (await import("./filesystem/files.ts")).diagnoseFolder(directory),
  };
}

/** Opens a bucket that is not the service's, with the same address and settings. */
export async function openBucket(config: Config, bucket: string, prefix: string): Promise<FileStore> {
  return s3Engine({ ...s3Options(config), bucket, prefix }).open();
}

function s3Engine(options: S3Options): ChosenEngine<FileStore> {
  return {
    name: "S3",
    isRemote: true,
    location: `${options.endpoint} ${options.bucket} ${options.prefix}`,
    open: async () => (await import("./s3/s3.ts")).openS3(options),
    diagnose: async () => (await import("./s3/s3.ts")).diagnoseS3(options),
  };
}

function s3Options(config: Config): S3Options {
  return {
    bucket: config.S3_BUCKET,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    prefix: config.S3_PREFIX,
    forcePathStyle: config.S3_FORCE_PATH_STYLE ?? config.S3_ENDPOINT !== "",
    checksums: config.S3_CHECKSUMS,
    timeoutMs: config.S3_TIMEOUT_MS,
    retries: config.S3_RETRIES,
  };
}

/** Chooses the engine for recordings of the old ingestion method; an empty one if none is configured. */
export function legacyEngine(config: Config): ChosenEngine<LegacyStore> {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_TABLE: table, CLICKHOUSE_TIMEOUT_MS: timeoutMs } = config;
  const options = { url, table, timeoutMs };
  const place = { location: `${url} ${table}`, isRemote: url !== "" };
  if (url === "") return { name: "none", ...place, open: async () => NO_LEGACY_STORE, diagnose: async () => [] };
  return {
    name: "ClickHouse",
    ...place,
    open: async () => (await import("./clickhouse/clickhouse.ts")).openClickHouse(options),
    diagnose: async () => (await import("./clickhouse/clickhouse.ts")).diagnoseClickHouse(options),
  };
}

export type RecordingEngines = Awaited<ReturnType<typeof openRecordings>>;

/** Opens all engines. If one fails, closes the others and throws its error. */
export function openRecordings(config: Config) {
  const closers: Closer[] = [];
  const open = async <T extends { close(): Promise<void> }>(engine: ChosenEngine<T>): Promise<T> => {
    const opened = await engine.open();
    closers.push(() => opened.close());
    return opened;
  };
  return closeOnFailure(closers, async () => ({
    legacy: await open(legacyEngine(config)),
    store: await open(storeEngine(config)),
    fileStore: await open(fileEngine(config)),
    close: () => closeAll(closers, AbortSignal.timeout(0)),
  }));
}
