import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Config } from "../../settings/config.ts";
import { openBucket } from "../../store/choose-engines.ts";
import { syncPath } from "../../store/directory.ts";
import { CommandFailure, UsageError } from "../cli-context.ts";
import { removeAbandoned } from "./command-answers.ts";

export interface ExportTarget {
  readonly workFolder: string;
  read(name: string): Promise<string | null>;
  copyTo(name: string, path: string): Promise<void>;
  /** Moves a complete file of the work folder to the target, where it replaces one with this name at once. */
  put(path: string, name: string): Promise<void>;
  list(): Promise<string[]>;
  delete(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const WORK_FOLDER = /^\.partial-(\d+)$/;
const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*))?$/;

/** Opens a folder, created if absent, or `s3://bucket/prefix`. Throws if another local export writes there. */
export async function openTarget(out: string, config: Config): Promise<ExportTarget> {
  if (!out.startsWith("s3:")) return openFolderTarget(resolve(out));
  const [, bucket, prefix = ""] = S3_ADDRESS.exec(out) ?? [];
  if (bucket === undefined) throw new UsageError("--out must be a folder, or s3://bucket/prefix.");
  return openBucketTarget(config, bucket, prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`);
}

/** Makes a work folder in a folder of the target's own, and removes those that killed exports left there. */
async function makeWorkFolder(folder: string, target: string): Promise<string> {
  const workFolder = join(folder, `.partial-${process.pid}`);
  await mkdir(workFolder, { recursive: true, mode: 0o700 }).catch((error) => {
    throw new CommandFailure(`${folder} cannot be used: ${error.message}.`);
  });
  const [other] = await removeAbandoned(folder, WORK_FOLDER);
  if (other === undefined) return workFolder;
  await rm(workFolder, { recursive: true, force: true });
  throw new CommandFailure(`Another export writes to ${target} (process ${other}).`);
}

async function openFolderTarget(folder: string): Promise<ExportTarget> {
  const workFolder = await makeWorkFolder(folder, folder);
  return {
    workFolder,
    read: async (name) => {
      return readFile(join(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
    },
    copyTo: (name, path) => copyFile(join(folder, name), path),
    async put(path, name) {
      await syncPath(path);
      await rename(path, join(folder, name));
      await syncPath(folder);
    },
    list: () => readdir(folder),
    async delete(names) {
      for (const name of names) await rm(join(folder, name), { force: true });
    },
    close: () => rm(workFolder, { recursive: true, force: true }),
  };
}

async function openBucketTarget(config: Config, bucket: string, prefix: string): Promise<ExportTarget> {
  const target = `s3://${bucket}/${prefix}`;
  const folder = resolve(config.DATA_DIR, "exports", createHash("sha256").update(target).digest("hex"));
  const workFolder = await makeWorkFolder(folder, target);
  const { files, close } = await openBucket(config, bucket, prefix).catch(async (error) => {
    await rm(workFolder, { recursive: true, force: true });
    throw error;
  });
  return {
    workFolder,
    async read(name) {
      const file = await files.get(name);
      return file && text(file.stream);
    },
    async copyTo(name, path) {
      const file = await files.get(name);
      if (!file) throw new CommandFailure(`The exported file ${name} is gone: choose another --out.`);
      await pipeline(file.stream, createWriteStream(path, { mode: 0o600 }));
    },
    async put(path, name) {
      await files.put(name, createReadStream(path));
      await rm(path);
    },
    list: () => Readable.from(files.list("")).toArray(),
    delete: (names) => files.delete(names),
    async close() {
      await rm(workFolder, { recursive: true, force: true });
      await close();
    },
  };
}
