import { access, link, open, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { syncPath } from "../ops/durable-files.ts";
import { CommandFailure } from "./cli-context.ts";

const PRIVATE_FILE = 0o600;

/** Writes a new private file, `<path>.partial` until it is complete and on disk. Leaves no file if it throws. */
export async function writeNewFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const target = resolve(path);
  const partial = `${target}.partial`;
  const fail = (error: NodeJS.ErrnoException, adviceIfPresent: string) => {
    throw new CommandFailure(
      error.code === "EEXIST" ? adviceIfPresent : `${target} cannot be written: ${error.message}.`,
    );
  };
  const exists = `${target} exists already: choose another name.`;
  if (await isPresent(target)) throw new CommandFailure(exists);
  const handle = await open(partial, "wx", PRIVATE_FILE).catch((error) =>
    fail(error, `${partial} is of an interrupted export, or one that still runs: delete it first.`),
  );
  try {
    await pipeline(content, handle.createWriteStream({ flush: true }));
    // Unlike a renamed file, a link replaces nothing.
    await link(partial, target).catch((error) => fail(error, exists));
    await rm(partial);
    await syncPath(dirname(target));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
