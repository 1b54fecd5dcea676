import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { containsText } from "../../../contract-tests/services/contains-text.ts";
import { findInStoredData } from "../../../contract-tests/services/find-in-stored-data.ts";
import type { TestCluster } from "../cluster/test-cluster.ts";

/** How often a canary was found in each place: a file, a collection, a table of a database, the recording files. */
export type CanaryPlaces = ReadonlyMap<string, number>;

const DATABASES = ["sightline.db", "journal.db"];
const TABLES = [
  ...["events", "persons", "distinct_ids", "flag_identifiers", "recordings", "recording_files"],
  ...["recording_properties", "snapshot_chunks", "pieces"],
];

/**
 * Looks for the canary in every byte of all files and objects, in every document of MongoDB, in the rows of history
 * files, and in every row of the databases in files, where a value may be spread over several pages. The nodes must be
 * stopped.
 */
export async function findCanary(cluster: TestCluster, canary: string): Promise<CanaryPlaces> {
  const places = new Map<string, number>();
  const add = (place: string) => places.set(place, (places.get(place) ?? 0) + 1);
  for (const name of await findInStoredData(cluster.environment, canary)) add(placeOf(name));
  for (const [index, directory] of cluster.directories.entries()) {
    for (const name of DATABASES)
      for await (const table of findInRows(join(directory, name), canary)) add(`node-${index}/${name}: ${table}`);
  }
  return places;
}

function placeOf(name: string): string {
  if (name.includes("session_recordings")) return "recording files";
  return isHistoryFile(name) ? "history files" : name;
}

/** Returns whether this is the name of a file with events, in a folder or a bucket. */
export function isHistoryFile(name: string): boolean {
  return name.includes("history/project_id/");
}

/** Returns sentences about the places in which the canary was planted but not found. */
export function findUnplanted(places: CanaryPlaces, cluster: TestCluster): string[] {
  const tables = cluster.environment.engineSettings.MONGODB_URL
    ? TABLES
    : TABLES.map((table) => `node-0/sightline.db: ${table}`);
  const ofNodes = cluster.nodes.flatMap((_, index) => [
    `node-${index}/journal.db: groups`,
    `node-${index}/journal.db: dead_letters`,
  ]);
  const missing = [...tables, ...ofNodes, "recording files", "history files"].filter((place) => !places.has(place));
  return missing.map((place) => `before the erasure, the canary was not found in ${place}`);
}

/** Prints how often the canary was found in each place. */
export function printPlaces(before: CanaryPlaces, after: CanaryPlaces): void {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const row = (name: string) => ({ before: before.get(name) ?? 0, after: after.get(name) ?? 0 });
  console.table(Object.fromEntries(names.map((name) => [name, row(name)])));
}

/** Yields the table's name for each row with the canary. Opens a copy, because opening a database may change it. */
async function* findInRows(path: string, canary: string): AsyncGenerator<string> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-canary-"));
  try {
    const copy = join(directory, "copy.db");
    for (const suffix of ["", "-wal"]) await copyFile(path + suffix, copy + suffix).catch(ignoreMissing);
    const database = new Database(copy);
    try {
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
        name: string;
      }[];
      for (const { name } of tables) {
        for (const row of database.prepare(`SELECT * FROM "${name}"`).raw().iterate() as Iterable<unknown[]>)
          if (containsText(Buffer.concat(row.map(toBytes)), canary)) yield name;
      }
    } finally {
      database.close();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

function toBytes(value: unknown): Buffer {
  return value instanceof ArrayBuffer
    ? Buffer.from(value)
    : value instanceof Uint8Array
      ? Buffer.from(value)
      : Buffer.from(String(value));
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
