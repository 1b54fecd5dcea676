import { statfsSync } from "node:fs";

/** What has to be free on the disk of the directory: the store may be on it too, and needs room to catch up. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Throws where less is free on the disk of the directory. */
export function requireFreeSpace(directory: string, least: number = MIN_FREE_BYTES): void {
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  if (free >= least) return;
  throw new Error(
    `The disk of ${directory} is nearly full: ${megabytes(free)} MB are free, and ${megabytes(least)} MB are kept free.`,
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
