import { accessSync, constants, existsSync } from "node:fs";
import { access, lstat, opendir, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { diagnoseJournal } from "../ingest/journal/diagnose-journal.ts";
import { MIN_FREE_BYTES } from "../ingest/journal/journal-database.ts";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import { shellWord } from "../lib/program-name.ts";
import { closing } from "../lib/threads/closers.ts";
import type { Config } from "../settings/config.ts";
import { fileEngine, legacyEngine, storeEngine } from "../store/choose-engines.ts";
import type { NamedFile } from "../store/ports/document-copies.ts";
import type { Files } from "../store/ports/files.ts";
import { isOpenToOthers } from "../store/private-files.ts";
import type { Finding } from "../store/probe.ts";
import { SQLITE_COPY_FILE } from "../store/sqlite/copy-database.ts";
import { findDamage } from "../store/sqlite/inspect-database.ts";
import { diagnoseSettings } from "./diagnose-settings.ts";

const MAX_CHECKED_PATHS = 20_000;

const [MAX_LOCAL_FILES, MAX_REMOTE_FILES] = [100_000, 500];
const MAX_MISSING = 1000;
const SUBJECT = "recording files";
const FIRST_BYTE = { first: 0, last: 0 };

function diagnoseIntegrity(directory: string): Finding[] {
  const paths = [JOURNAL_FILE, SQLITE_COPY_FILE].map((file) => join(directory, file));
  const present = paths.filter((path) => existsSync(path));
  if (present.length === 0) return [];
  try {
    accessSync(directory, constants.W_OK); // SQLite keeps files beside a database
  } catch (error) {
    const text = `not checked: ${directory} (DATA_DIR) cannot be written (${(error as NodeJS.ErrnoException).code})`;
    return [{ subject: "integrity", state: "warning", text }];
  }
  return present.map(integrityFinding);
}

function integrityFinding(path: string): Finding {
  const subject = "integrity";
  const begin = performance.now();
  const damage = findDamage(path);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (damage === null) return { subject, state: "ok", text: `${path} is intact (read in ${seconds} s)` };
  return { subject, state: "fault", text: `${path} is damaged (${damage}): stop the service and restore a backup` };
}

/** The directory need not exist. The journal may grow to `journalBytes`. */
async function diagnoseDisk(directory: string, journalBytes: number): Promise<Finding> {
  const subject = "disk";
  let path = resolve(directory);
  while (!existsSync(path)) path = dirname(path);
  try {
    await access(`${path}/.`, constants.W_OK); // the dot makes this fail for a file
    const { bavail, bsize } = await statfs(path);
    const free = bavail * bsize;
    const text = `${(free / 1e9).toFixed(1)} GB are free for ${directory}`;
    if (free < MIN_FREE_BYTES) return { subject, state: "fault", text: `${text}: make room, events are refused` };
    if (free < journalBytes) {
      return { subject, state: "warning", text: `${text}, less than JOURNAL_MAX_BYTES: make room, or lower it` };
    }
    return { subject, state: "ok", text };
  } catch (error) {
    const text = `${directory} (DATA_DIR) cannot be used: ${error instanceof Error ? error.message : error}`;
    return { subject, state: "fault", text };
  }
}

/** Checks what the service needs, running or not. Changes nothing. */
export async function diagnose(config: Config): Promise<Finding[]> {
  const { DATA_DIR, JOURNAL_MAX_BYTES } = config;
  const permissions = await diagnosePermissions(DATA_DIR); // before the others create files for a moment
  const findings = await Promise.all([
    diagnoseSettings(config),
    diagnoseDisk(DATA_DIR, JOURNAL_MAX_BYTES),
    permissions,
    diagnoseJournal(DATA_DIR, JOURNAL_MAX_BYTES, Date.now()),
    storeEngine(config).diagnose(),
    fileEngine(config).diagnose(),
    legacyEngine(config).diagnose(),
  ]);
  // Last: reading whole databases takes a while, and the others measure times.
  return [...findings.flat(), ...diagnoseIntegrity(DATA_DIR), ...(await diagnoseRecordingFiles(config))];
}

/** Checks that `DATA_DIR` has one owner throughout, and is closed to all other users. */
export async function diagnosePermissions(dataDir: string): Promise<Finding[]> {
  const subject = "permissions";
  if (process.platform === "win32") return [];
  try {
    const { uid, gid } = await lstat(join(dataDir, ".")); // the dot follows a symbolic link
    const open: string[] = [];
    const foreign: string[] = [];
    for await (const path of walk(dataDir)) {
      const stats = await lstat(path === dataDir ? join(path, ".") : path).catch(() => null);
      if (stats === null || stats.isSymbolicLink()) continue; // null: removed in the meantime
      if (isOpenToOthers(stats.mode)) open.push(`${path} (${(stats.mode & 0o777).toString(8)})`);
      if (stats.uid !== uid) foreign.push(`${path} (user ${stats.uid})`);
    }
    const texts = [
      ...describe(open, "open to other users", `chmod -R go-rwx ${shellWord(dataDir)}`),
      ...describe(foreign, "not owned by the directory's owner", `chown -R ${uid}:${gid} ${shellWord(dataDir)}`),
    ];
    if (texts.length > 0) return texts.map((text) => ({ subject, state: "warning", text }));
    return [{ subject, state: "ok", text: `only the owner of ${dataDir} can use what is in it` }];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [{ subject, state: "ok", text: `${dataDir} will be open to its owner only` }];
    return [{ subject, state: "warning", text: `${message}: run this as the user of the service` }];
  }
}

async function* walk(directory: string): AsyncGenerator<string> {
  yield directory;
  let count = 1;
  for await (const entry of await opendir(directory, { recursive: true })) {
    yield join(entry.parentPath, entry.name);
    if (++count === MAX_CHECKED_PATHS) return;
  }
}

function describe([first, ...others]: readonly string[], what: string, command: string): string[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? "is" : `and ${others.length} more are`;
  return [`${first} ${more} ${what}: ${command}`];
}

/** Checks that the files of recordings exist. Returns nothing if there are none, or the store cannot be read. */
async function diagnoseRecordingFiles(config: Config): Promise<Finding[]> {
  try {
    const copies = await storeEngine(config).copies();
    if (await copies.isEmpty()) return [];
    const engine = fileEngine(config);
    const isAbsent = !engine.isRemote && !existsSync(join(config.DATA_DIR, "files"));
    await using fileStore = isAbsent ? null : closing(await engine.open());
    const maxFiles = engine.isRemote ? MAX_REMOTE_FILES : MAX_LOCAL_FILES;
    return await findMissing(() => copies.namedFiles(), fileStore?.files ?? null, maxFiles);
  } catch {
    return []; // the checks of the engines say why
  }
}

async function findMissing(
  named: () => AsyncIterable<NamedFile>,
  files: Pick<Files, "get"> | null,
  maxFiles: number,
): Promise<Finding[]> {
  const missing = new Set<string>();
  let checked = 0;
  for await (const { key, bytes } of named()) {
    if (checked === maxFiles || missing.size === MAX_MISSING) break;
    if (bytes === 0) continue; // its content is in the legacy database
    checked += 1;
    const file = (await files?.get(key, FIRST_BYTE)) ?? null;
    if (file) file.stream.destroy();
    else missing.add(key);
  }
  // A recording may have been erased meanwhile.
  const stillNamed: string[] = [];
  if (missing.size > 0) for await (const { key } of named()) if (missing.has(key)) stillNamed.push(key);
  const [first] = stillNamed;
  if (first !== undefined) {
    const text = `${stillNamed.length} of ${checked} do not exist, such as ${first}: restore them from a backup`;
    return [{ subject: SUBJECT, state: "fault", text }];
  }
  if (checked === 0) return [];
  return [{ subject: SUBJECT, state: "ok", text: `${checked === maxFiles ? "the first " : "all "}${checked} exist` }];
}
