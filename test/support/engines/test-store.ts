import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import Libsql from "libsql";
import type { Store } from "../../../src/store/ports/stores.ts";
import { openSqlite } from "../../../src/store/sqlite/sqlite.ts";

/** Opens an empty embedded store in a new directory. Closes and deletes both when the test ends. */
export async function openTestStore(test: TestContext): Promise<{ store: Store; directory: string }> {
  const directory = await newStoreDirectory("test");
  const store = await openSqlite(directory);
  test.after(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });
  return { store, directory };
}

/** Creates a temporary directory with an empty database, and returns its path. */
export async function newStoreDirectory(purpose: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `sightline-${purpose}-`));
  await placeEmptyStore(directory);
  return directory;
}

let empty: Promise<{ file: Buffer; id: string }> | undefined;

/** Writes an empty database to a directory. Opening it takes a sixth of the time in which its tables are created. */
export async function placeEmptyStore(directory: string): Promise<void> {
  empty ??= createEmptyStore();
  const { file, id } = await empty;
  const copy = Buffer.from(file);
  copy.write(randomUUID().replaceAll("-", ""), copy.indexOf(id), "latin1");
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, FILE), copy, { flag: "wx" });
}

const FILE = "sightline.db";

async function createEmptyStore() {
  const directory = await mkdtemp(join(tmpdir(), "sightline-empty-"));
  try {
    const store = await openSqlite(directory, { isThrowaway: true });
    await store.close();
    const database = new Libsql(join(directory, FILE));
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    return { file: await readFile(join(directory, FILE)), id: store.id };
  } finally {
    await rm(directory, { recursive: true });
  }
}
