import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../settings/config.ts";
import { fileEngine, storeCopies } from "../store/choose-engines.ts";
import type { Finding } from "../store/ports/diagnosis.ts";
import type { NamedFile } from "../store/ports/document-copies.ts";
import type { Files } from "../store/ports/files.ts";

const [MAX_LOCAL_FILES, MAX_REMOTE_FILES] = [100_000, 500];
const MAX_MISSING = 1000;
const SUBJECT = "recording files";
const FIRST_BYTE = { first: 0, last: 0 };

/** Checks that the files of recordings exist. Returns nothing if there are none, or the store cannot be read. */
export async function diagnoseRecordingFiles(config: Config): Promise<Finding[]> {
  try {
    const { copies } = await storeCopies(config);
    if (await copies.isEmpty()) return [];
    const engine = fileEngine(config);
    const isAbsent = !engine.isRemote && !existsSync(join(config.DATA_DIR, "files"));
    const fileStore = isAbsent ? null : await engine.open();
    try {
      const maxFiles = engine.isRemote ? MAX_REMOTE_FILES : MAX_LOCAL_FILES;
      return await findMissing(() => copies.namedFiles(), fileStore?.files ?? null, maxFiles);
    } finally {
      await fileStore?.close();
    }
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
