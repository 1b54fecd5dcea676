import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JournalCounts } from "../ingest/journal/journal-copy.ts";
import type { StoreEngineName } from "../store/choose-engines.ts";
import { INCOMPLETE_FILE } from "../store/directory-lock.ts";
import type { DocumentCounts, NamedFile } from "../store/ports/document-copies.ts";
import type { SessionKey } from "../store/ports/recordings.ts";

export const MANIFEST_FILE = "manifest.json";
/** Incremented when older programs could not restore a backup. */
export const FORMAT = 1;

export interface Manifest {
  readonly format: number;
  readonly version: string;
  /** ISO 8601. All events answered before `begun` are in the backup. */
  readonly begun: string;
  readonly ended: string;
  readonly store: StoreEngineName | null;
  readonly journal: JournalCounts | null;
  readonly documents: DocumentCounts;
  /** Includes history files with events which left the store; null if files were left out. */
  readonly recordingFiles: { readonly count: number; readonly bytes: number } | null;
  readonly missing: readonly NamedFile[];
  /** Recordings erased meanwhile: a restore erases them, too. */
  readonly erased: readonly SessionKey[];
  readonly files: number;
  readonly bytes: number;
}

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

export function isBackup(directory: string): boolean {
  return existsSync(join(directory, MANIFEST_FILE));
}

/** Throws, with one line, if the directory is no complete backup. */
export async function readManifest(directory: string): Promise<Manifest> {
  const path = join(directory, MANIFEST_FILE);
  const mark = join(directory, INCOMPLETE_FILE);
  if (existsSync(mark)) throw new Error(`${directory} is not a complete backup: see ${mark}.`);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    throw new Error(`${directory} is not a complete backup: it has no ${MANIFEST_FILE}.`);
  });
  const manifest = parseManifest(text);
  if (manifest === null) throw new Error(`${path} is damaged.`);
  if (manifest.format <= FORMAT) return manifest;
  throw new Error(`${directory} was made by a newer program, Sightline ${manifest.version}: use that.`);
}

function parseManifest(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Manifest | null;
    return typeof manifest?.format === "number" ? manifest : null;
  } catch {
    return null;
  }
}
