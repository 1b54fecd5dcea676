import { resolve } from "node:path";
import type { Config } from "../settings/config.ts";
import type { ClickHouseOptions } from "./clickhouse/clickhouse.ts";
import type { MongoOptions } from "./mongodb/mongo-database.ts";
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
  /** Throws an error of one line: `StoreUnavailable` if a later attempt may succeed. */
  readonly open: () => Promise<T>;
  readonly diagnose: Diagnose;
}

/** Called with a sentence if an engine works but its setup is not safe. */
export type EngineWarningListener = (message: string) => void;

/** Chooses the engine for everything but files: MongoDB or SQLite. */
export function storeEngine(config: Config, warn: EngineWarningListener = () => {}): ChosenEngine<Store> {
  if (config.MONGODB_URL !== "") return mongoEngine(config, warn);
  const { DATA_DIR: directory, isThrowaway } = config;
  const isUsed = async () => (await import("./directory-lock.ts")).isLockedElsewhere(directory);
  return {
    name: "SQLite",
    isRemote: false,
    open: async () => (await import("./sqlite/sqlite.ts")).openSqlite(directory, { isThrowaway, isUsed }),
    diagnose: async () => (await import("./sqlite/diagnose-sqlite.ts")).diagnoseSqlite(directory),
  };
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
    open: async () => (await import("./filesystem/files.ts")).openFolder(directory, { isThrowaway }),
    diagnose: async () => (await import("./filesystem/files.ts")).diagnoseFolder(directory),
  };
}

/** Chooses the engine for recordings of the old ingestion method; an empty one if none is configured. */
export function legacyEngine(config: Config): ChosenEngine<LegacyStore> {
  const options: ClickHouseOptions = {
    url: config.CLICKHOUSE_URL,
    table: config.CLICKHOUSE_TABLE,
    timeoutMs: config.CLICKHOUSE_TIMEOUT_MS,
  };
  if (options.url === "") {
    return { name: "none", isRemote: false, open: async () => NO_LEGACY_STORE, diagnose: async () => [] };
  }
  return {
    name: "ClickHouse",
    isRemote: true,
    open: async () => (await import("./clickhouse/clickhouse.ts")).openClickHouse(options),
    diagnose: async () => (await import("./clickhouse/clickhouse.ts")).diagnoseClickHouse(options),
  };
}

export function storeName({ MONGODB_URL: url, MONGODB_DATABASE: database }: Config): string {
  return url === "" ? "SQLite" : `the database ${database} of MongoDB`;
}

export type StoreEngineName = "SQLite" | "MongoDB";

export async function storeCopies(config: Config): Promise<{ engine: StoreEngineName; copies: DocumentCopies }> {
  if (config.MONGODB_URL !== "") {
    const { mongoCopies } = await import("./mongodb/mongo-copies.ts");
    return { engine: "MongoDB", copies: mongoCopies(mongoOptions(config, () => {})) };
  }
  const { sqliteCopies } = await import("./sqlite/copy-database.ts");
  return { engine: "SQLite", copies: sqliteCopies(config.DATA_DIR) };
}

export async function storeCopyReader(engine: StoreEngineName): Promise<DocumentCopyReader> {
  if (engine === "MongoDB") return (await import("./mongodb/mongo-copies.ts")).MONGO_COPY_READER;
  return (await import("./sqlite/copy-database.ts")).SQLITE_COPY_READER;
}

export function openStore(config: Config): Promise<Store> {
  return storeEngine(config).open();
}

/** Opens a bucket that is not the service's, with the same address and settings. */
export async function openBucket(config: Config, bucket: string, prefix: string): Promise<FileStore> {
  return s3Engine({ ...s3Options(config), bucket, prefix }).open();
}

export interface RecordingEngines {
  readonly store: Store;
  readonly fileStore: FileStore;
  readonly legacy: LegacyStore;
  close(): Promise<void>;
}

/** Opens all engines. If one fails, closes the others and throws its error. */
export async function openRecordings(config: Config): Promise<RecordingEngines> {
  const opened: { close(): Promise<void> }[] = [];
  const open = async <T extends { close(): Promise<void> }>(engine: ChosenEngine<T>): Promise<T> => {
    const connection = await engine.open();
    opened.push(connection);
    return connection;
  };
  const close = async () => {
    for (const engine of opened) await engine.close();
  };
  try {
    const legacy = await open(legacyEngine(config));
    return {
      legacy,
      store: await open(storeEngine(config)),
      fileStore: await open(fileEngine(config)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function mongoEngine(config: Config, warn: EngineWarningListener): ChosenEngine<Store> {
  const options = mongoOptions(config, warn);
  return {
    name: "MongoDB",
    isRemote: true,
    open: async () => (await import("./mongodb/mongodb.ts")).openMongo(options),
    diagnose: async () => (await import("./mongodb/mongodb.ts")).diagnoseMongo(options),
  };
}

function mongoOptions(config: Config, warn: EngineWarningListener): MongoOptions {
  return {
    url: config.MONGODB_URL,
    database: config.MONGODB_DATABASE,
    poolSize: config.MONGODB_POOL_SIZE,
    timeoutMs: config.MONGODB_TIMEOUT_MS,
    warn,
  };
}

function s3Engine(options: S3Options): ChosenEngine<FileStore> {
  return {
    name: "S3",
    isRemote: true,
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

/** Opens the rows of the store, which must not change until they are closed. */
export async function openRows(config: Config): Promise<RowReader> {
  if (config.MONGODB_URL === "") return (await import("./sqlite/sqlite-rows.ts")).openSqliteRows(config.DATA_DIR);
  return (await import("./mongodb/mongo-rows.ts")).openMongoRows(mongoOptions(config, () => {}));
}

/** Opens an empty store to fill it with the rows of the store `source`, or one whose filling was interrupted. */
export async function openRowWriter(config: Config, source: string, begunIn: string): Promise<RowWriter> {
  if (config.MONGODB_URL === "") {
    return (await import("./sqlite/sqlite-rows.ts")).openSqliteWriter(config.DATA_DIR, begunIn);
  }
  return (await import("./mongodb/mongo-rows.ts")).openMongoWriter(
    mongoOptions(config, () => {}),
    source,
  );
}

/** Returns texts that are the same for settings that select the same store, or the same object store. */
export function locationsOf(config: Config): { readonly store: string; readonly files: string } {
  const { DATA_DIR, MONGODB_URL, MONGODB_DATABASE, S3_BUCKET, S3_ENDPOINT, S3_PREFIX } = config;
  const directory = resolve(DATA_DIR);
  return {
    store: MONGODB_URL === "" ? directory : `${MONGODB_URL} ${MONGODB_DATABASE}`,
    files: S3_BUCKET === "" ? directory : `${S3_ENDPOINT} ${S3_BUCKET} ${S3_PREFIX}`,
  };
}
