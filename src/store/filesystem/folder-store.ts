import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { makeDirectory } from "../directory.ts";
import { StoreUnavailable } from "../ports/common.ts";
import type { Finding } from "../ports/diagnosis.ts";
import type { FileStore } from "../ports/stores.ts";
import { probeFiles } from "../probe.ts";
import { FolderFiles } from "./files.ts";
import { storeError } from "./filesystem-errors.ts";
import { removeStaleTemporaryFiles, writeTemporary } from "./temporary-files.ts";

/** Opens the folder `files`, which processes may share. A throwaway one is not synced. Throws `StoreUnavailable`. */
export async function openFolder(
  directory: string,
  { isThrowaway = false }: { readonly isThrowaway?: boolean | undefined } = {},
): Promise<FileStore> {
  const root = join(directory, "files");
  const temporary = join(root, ".in-progress"); // within the root, because a rename must stay on one file system
  try {
    await makeDirectory(temporary);
    await removeStaleTemporaryFiles(temporary);
  } catch (error) {
    const { message } = error as Error;
    throw new StoreUnavailable(`The directory ${root} cannot be used: ${message}.`, { cause: error });
  }
  return {
    files: new FolderFiles(root, temporary, !isThrowaway),
    async tidy(unchangedForMs) {
      await removeStaleTemporaryFiles(temporary, unchangedForMs).catch((error: unknown) => {
        throw storeError(error);
      });
    },
    async check() {
      const { path } = await writeTemporary(temporary, Readable.from(["check"]));
      await rm(path, { force: true });
    },
    async close() {},
  };
}

export async function diagnoseFolder(directory: string): Promise<Finding[]> {
  const folder = join(directory, "files");
  const subject = "folder of files";
  if (!existsSync(folder)) return [{ subject, state: "ok", text: `${folder} will be created by the first start` }];
  try {
    const { files, close } = await openFolder(directory);
    const probe = await probeFiles(files).finally(close);
    return [{ subject, state: "ok", text: folder }, probe];
  } catch (error) {
    return [{ subject, state: "fault", text: `${folder}: ${error instanceof Error ? error.message : error}` }];
  }
}
